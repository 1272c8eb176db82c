/// A row, whichever database it came from.
pub trait Cells {
    fn text(&self, at: usize) -> Option<&str>;
    fn int(&self, at: usize) -> Option<i64>;
    fn flag(&self, at: usize) -> Option<bool>;

    /// A text column that is never null by its table's definition.
    fn string(&self, at: usize) -> String {
        self.text(at).unwrap_or_default().to_owned()
    }
}

impl Cells for rusqlite::Row<'_> {
    fn text(&self, at: usize) -> Option<&str> {
        self.get_ref(at).ok().and_then(|cell| cell.as_str_or_null().ok()).flatten()
    }

    fn int(&self, at: usize) -> Option<i64> {
        self.get_ref(at).ok().and_then(|cell| cell.as_i64_or_null().ok()).flatten()
    }

    fn flag(&self, at: usize) -> Option<bool> {
        Cells::int(self, at).map(|number| number != 0)
    }
}

impl Cells for tokio_postgres::Row {
    fn text(&self, at: usize) -> Option<&str> {
        self.try_get(at).ok().flatten()
    }

    fn int(&self, at: usize) -> Option<i64> {
        self.try_get(at).ok().flatten()
    }

    fn flag(&self, at: usize) -> Option<bool> {
        self.try_get(at).ok().flatten()
    }
}
