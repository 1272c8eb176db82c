//! Rows of both databases, decoded by column name. A value that cannot be read is an error that names the record.

use crate::{Error, Result};

/// A value that is neither null nor of the expected type.
pub struct WrongType;

pub(crate) type ColumnResult<T> = std::result::Result<Option<T>, WrongType>;

/// A row of either database.
pub trait Row {
    fn text(&self, name: &str) -> ColumnResult<&str>;
    fn int(&self, name: &str) -> ColumnResult<i64>;
    fn flag(&self, name: &str) -> ColumnResult<bool>;
}

/// SQLite stores a flag as a number.
fn number_as_flag(number: Option<i64>) -> ColumnResult<bool> {
    match number {
        None => Ok(None),
        Some(number @ (0 | 1)) => Ok(Some(number == 1)),
        Some(_) => Err(WrongType),
    }
}

impl Row for rusqlite::Row<'_> {
    fn text(&self, name: &str) -> ColumnResult<&str> {
        self.get_ref(name).map_err(|_| WrongType)?.as_str_or_null().map_err(|_| WrongType)
    }

    fn int(&self, name: &str) -> ColumnResult<i64> {
        self.get_ref(name).map_err(|_| WrongType)?.as_i64_or_null().map_err(|_| WrongType)
    }

    fn flag(&self, name: &str) -> ColumnResult<bool> {
        number_as_flag(self.int(name)?)
    }
}

impl Row for tokio_postgres::Row {
    fn text(&self, name: &str) -> ColumnResult<&str> {
        self.try_get(name).map_err(|_| WrongType)
    }

    fn int(&self, name: &str) -> ColumnResult<i64> {
        self.try_get(name).map_err(|_| WrongType)
    }

    fn flag(&self, name: &str) -> ColumnResult<bool> {
        self.try_get(name).map_err(|_| WrongType)
    }
}

/// Decodes a row with one text.
pub(crate) fn text_of(table: &'static str, column: &'static str) -> impl Fn(&dyn Row) -> Result<String> + Send + Sync {
    move |row| Record::new(row, table, column).text(column)
}

/// Decodes a row with one number.
pub(crate) fn int_of(table: &'static str, column: &'static str) -> impl Fn(&dyn Row) -> Result<i64> + Send + Sync {
    move |row| Record::new(row, table, column).int(column)
}

/// A row being decoded. Every getter without `optional` requires a value.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    row: &'a dyn Row,
    table: &'static str,
    /// The column that identifies the record in errors.
    key: &'a str,
}

impl<'a> Record<'a> {
    pub fn new(row: &'a dyn Row, table: &'static str, key: &'a str) -> Record<'a> {
        Record { row, table, key }
    }

    pub fn unreadable(&self, column: &str) -> Error {
        let text = self.row.text(self.key).ok().flatten().map(str::to_owned);
        let number = || self.row.int(self.key).ok().flatten().map(|number| number.to_string());
        let key = text.or_else(number).unwrap_or_default();
        Error::Unreadable { table: self.table, key, column: column.to_owned() }
    }

    pub fn optional_str(&self, name: &str) -> Result<Option<&'a str>> {
        self.row.text(name).map_err(|WrongType| self.unreadable(name))
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
        let number = self.row.int(name).map_err(|WrongType| self.unreadable(name))?;
        number.map(|number| N::try_from(number).map_err(|_| self.unreadable(name))).transpose()
    }

    pub fn int<N: TryFrom<i64>>(&self, name: &str) -> Result<N> {
        self.optional_int(name)?.ok_or_else(|| self.unreadable(name))
    }

    pub fn optional_flag(&self, name: &str) -> Result<Option<bool>> {
        self.row.flag(name).map_err(|WrongType| self.unreadable(name))
    }

    pub fn flag(&self, name: &str) -> Result<bool> {
        self.optional_flag(name)?.ok_or_else(|| self.unreadable(name))
    }

    /// A text with a format: a status, a date, JSON.
    pub fn parsed<T>(&self, name: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T> {
        parse(self.str(name)?).ok_or_else(|| self.unreadable(name))
    }

    pub fn optional_parsed<T>(&self, name: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>> {
        let value = self.optional_str(name)?;
        value.map(|value| parse(value).ok_or_else(|| self.unreadable(name))).transpose()
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    /// Decodes the only row of a query as record `7` of a table.
    fn decoded<T>(query: &str, decode: impl Fn(Record) -> Result<T>) -> Result<T> {
        let connection = Connection::open_in_memory().unwrap();
        let text = format!("SELECT 7 AS id, {query}");
        connection.query_row(&text, [], |row| Ok(decode(Record::new(row, "paper", "id")))).unwrap()
    }

    fn fault<T>(query: &str, decode: impl Fn(Record) -> Result<T>) -> String {
        match decoded(query, decode) {
            Ok(_) => panic!("{query} was read"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn values_are_read_by_column_name() {
        let query = "'two' AS b, 1 AS a, 0 AS c, NULL AS d";
        let read = |row: Record| Ok((row.int::<u8>("a")?, row.text("b")?, row.flag("c")?));
        assert_eq!(decoded(query, read).unwrap(), (1, "two".to_owned(), false));
        assert_eq!(decoded(query, |row| row.optional_text("d")).unwrap(), None);
        assert_eq!(decoded(query, |row| row.optional_flag("d")).unwrap(), None);
    }

    #[test]
    fn a_missing_value_is_an_error_with_table_key_and_column() {
        let expected = "paper \"7\" cannot be read: a";
        assert_eq!(fault("NULL AS a", |row| row.text("a")), expected);
        assert_eq!(fault("NULL AS a", |row| row.int::<i64>("a")), expected);
        assert_eq!(fault("NULL AS a", |row| row.flag("a")), expected);
        assert_eq!(fault("NULL AS b", |row| row.optional_text("a")), expected, "there is no such column");
    }

    #[test]
    fn a_value_of_another_type_or_out_of_range_is_an_error() {
        let expected = "paper \"7\" cannot be read: a";
        assert_eq!(fault("1 AS a", |row| row.optional_text("a")), expected);
        assert_eq!(fault("'1' AS a", |row| row.optional_int::<i64>("a")), expected);
        assert_eq!(fault("-1 AS a", |row| row.int::<u32>("a")), expected);
        assert_eq!(fault("2 AS a", |row| row.flag("a")), expected);
    }

    #[test]
    fn an_unknown_word_is_an_error() {
        let parse = |text: &str| text.parse::<bool>().ok();
        assert!(decoded("'true' AS a", |row| row.parsed("a", parse)).unwrap());
        assert_eq!(fault("'maybe' AS a", |row| row.parsed("a", parse)), "paper \"7\" cannot be read: a");
        assert_eq!(fault("'maybe' AS a", |row| row.optional_parsed("a", parse)), "paper \"7\" cannot be read: a");
    }

    #[test]
    fn a_record_is_named_by_its_key() {
        let connection = Connection::open_in_memory().unwrap();
        let error = connection
            .query_row("SELECT 'R-1' AS id, NULL AS a", [], |row| Ok(Record::new(row, "paper", "id").text("a")))
            .unwrap()
            .unwrap_err();
        assert!(
            matches!(error, Error::Unreadable { table: "paper", ref key, ref column } if key == "R-1" && column == "a")
        );
    }
}
