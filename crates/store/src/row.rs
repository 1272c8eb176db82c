//! Rows as both databases return them, and how they are decoded: by column name, and a value that cannot be read is an error that
//! names the record.

use crate::{Error, Result};

/// A column's value that is neither null nor of the expected type.
pub struct WrongType;

type Cell<T> = std::result::Result<Option<T>, WrongType>;

/// A row, whichever database it came from.
pub trait Cells {
    fn text(&self, at: usize) -> Option<&str>;
    fn int(&self, at: usize) -> Option<i64>;
    fn flag(&self, at: usize) -> Option<bool>;

    fn named_text(&self, name: &str) -> Cell<&str>;
    fn named_int(&self, name: &str) -> Cell<i64>;
    fn named_flag(&self, name: &str) -> Cell<bool>;

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

    fn named_text(&self, name: &str) -> Cell<&str> {
        self.get_ref(name).map_err(|_| WrongType)?.as_str_or_null().map_err(|_| WrongType)
    }

    fn named_int(&self, name: &str) -> Cell<i64> {
        self.get_ref(name).map_err(|_| WrongType)?.as_i64_or_null().map_err(|_| WrongType)
    }

    fn named_flag(&self, name: &str) -> Cell<bool> {
        match self.named_int(name)? {
            None => Ok(None),
            Some(number @ (0 | 1)) => Ok(Some(number == 1)),
            Some(_) => Err(WrongType),
        }
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

    fn named_text(&self, name: &str) -> Cell<&str> {
        self.try_get(name).map_err(|_| WrongType)
    }

    fn named_int(&self, name: &str) -> Cell<i64> {
        self.try_get(name).map_err(|_| WrongType)
    }

    fn named_flag(&self, name: &str) -> Cell<bool> {
        self.try_get(name).map_err(|_| WrongType)
    }
}

/// A row that is being decoded. Every getter without `optional` expects a value.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    cells: &'a dyn Cells,
    table: &'static str,
    /// The column that tells which record it is.
    key: &'static str,
}

impl<'a> Record<'a> {
    pub fn new(cells: &'a dyn Cells, table: &'static str, key: &'static str) -> Record<'a> {
        Record { cells, table, key }
    }

    pub fn unreadable(&self, column: &str) -> Error {
        let text = self.cells.named_text(self.key).ok().flatten().map(str::to_owned);
        let number = || self.cells.named_int(self.key).ok().flatten().map(|number| number.to_string());
        let key = text.or_else(number).unwrap_or_default();
        Error::Unreadable { table: self.table, key, column: column.to_owned() }
    }

    pub fn optional_str(&self, name: &str) -> Result<Option<&'a str>> {
        self.cells.named_text(name).map_err(|WrongType| self.unreadable(name))
    }

    pub fn str(&self, name: &str) -> Result<&'a str> {
        self.optional_str(name)?.ok_or_else(|| self.unreadable(name))
    }

    pub fn text(&self, name: &str) -> Result<String> {
        self.str(name).map(str::to_owned)
    }

    pub fn optional_text(&self, name: &str) -> Result<Option<String>> {
        Ok(self.optional_str(name)?.map(str::to_owned))
    }

    pub fn optional_int<N: TryFrom<i64>>(&self, name: &str) -> Result<Option<N>> {
        let number = self.cells.named_int(name).map_err(|WrongType| self.unreadable(name))?;
        number.map(|number| N::try_from(number).map_err(|_| self.unreadable(name))).transpose()
    }

    pub fn int<N: TryFrom<i64>>(&self, name: &str) -> Result<N> {
        self.optional_int(name)?.ok_or_else(|| self.unreadable(name))
    }

    pub fn flag(&self, name: &str) -> Result<bool> {
        self.cells.named_flag(name).ok().flatten().ok_or_else(|| self.unreadable(name))
    }

    /// A text with a meaning: a status, a date, JSON.
    pub fn parsed<T>(&self, name: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T> {
        parse(self.str(name)?).ok_or_else(|| self.unreadable(name))
    }

    pub fn optional_parsed<T>(&self, name: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>> {
        let value = self.optional_str(name)?;
        value.map(|value| parse(value).ok_or_else(|| self.unreadable(name))).transpose()
    }
}
