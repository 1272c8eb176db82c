//! Tables whose columns are declared once: one line of a column gives its field, its place in selects, its decoding by
//! name, and its value in inserts and updates.

use domain::document::Scan;
use domain::master_data::Value;
use domain::request::{Decision, DocumentStatus, RequestStatus, Verdict};
use jiff::civil::Date;

use crate::row::{Record, Row};
use crate::statement::Columns;
use crate::{Error, Result};

/// A type that is one column.
pub(crate) trait Column: Sized {
    /// `None` for null.
    fn decode(row: Record, name: &str) -> Result<Option<Self>>;
    fn value(&self) -> Value;

    fn read(row: Record, name: &str) -> Result<Self> {
        Self::decode(row, name)?.ok_or_else(|| row.unreadable(name))
    }
}

impl<T: Column> Column for Option<T> {
    fn decode(row: Record, name: &str) -> Result<Option<Option<T>>> {
        T::decode(row, name).map(Some)
    }

    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::value)
    }
}

impl Column for String {
    fn decode(row: Record, name: &str) -> Result<Option<String>> {
        row.optional_text(name)
    }

    fn value(&self) -> Value {
        Value::text(self)
    }
}

impl Column for bool {
    fn decode(row: Record, name: &str) -> Result<Option<bool>> {
        row.optional_flag(name)
    }

    fn value(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Column for Date {
    fn decode(row: Record, name: &str) -> Result<Option<Date>> {
        row.optional_parsed(name, |text| text.parse().ok())
    }

    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

/// Days separated by commas.
impl Column for Vec<Date> {
    fn decode(row: Record, name: &str) -> Result<Option<Vec<Date>>> {
        let days = |text: &str| text.split(',').filter(|day| !day.is_empty()).map(|day| day.parse().ok()).collect();
        row.optional_parsed(name, days)
    }

    fn value(&self) -> Value {
        Value::Text(self.iter().map(Date::to_string).collect::<Vec<_>>().join(","))
    }
}

macro_rules! number_columns {
    ($($kind:ty),+) => {$(
        impl Column for $kind {
            fn decode(row: Record, name: &str) -> Result<Option<$kind>> {
                row.optional_int(name)
            }

            fn value(&self) -> Value {
                Value::Int((*self).into())
            }
        }
    )+};
}

number_columns!(u8, u32, i64);

/// Types that are stored by name.
macro_rules! named_columns {
    ($($kind:ty),+) => {$(
        impl Column for $kind {
            fn decode(row: Record, name: &str) -> Result<Option<$kind>> {
                row.optional_parsed(name, <$kind>::parse)
            }

            fn value(&self) -> Value {
                Value::text(self.name())
            }
        }
    )+};
}

named_columns!(RequestStatus, Decision, DocumentStatus, Verdict, Scan);

/// What differs in the columns of the same row.
pub(crate) fn differing(old: &Columns, new: Columns) -> Columns {
    new.into_iter().zip(old).filter(|(new, old)| new != *old).map(|(new, _)| new).collect()
}

/// A row of a table that belongs to an entity.
pub(crate) trait Table: Sized {
    const NAME: &'static str;
    /// The name of the table in selects.
    const ALIAS: &'static str;
    /// How many of the first columns are the key within a request.
    const KEY: usize;
    /// `, p.user_id, p.party_type, …`
    const LIST: &'static str;

    fn decode(row: &dyn Row) -> Result<Self, Error>;
    /// The key comes first.
    fn columns(&self) -> Columns;
}

/// Declares a row and its columns, the key first. A field is a column of that name, `("an expression")`, which is only
/// read, or `_`, which is no column and begins with its default.
macro_rules! table {
    (
        $(#[$about:meta])*
        pub struct $row:ident in $table:literal as $alias:literal with $key:literal keys {
            $($(#[$note:meta])* pub $field:ident: $kind:ty = $column:tt,)+
        }
    ) => {
        $(#[$about])*
        pub struct $row { $($(#[$note])* pub $field: $kind,)+ }

        impl $crate::table::Table for $row {
            const NAME: &'static str = $table;
            const ALIAS: &'static str = $alias;
            const KEY: usize = $key;
            const LIST: &'static str = concat!($($crate::table::list_column!($alias, $field, $column)),+);

            fn decode(row: &dyn $crate::Row) -> $crate::Result<$row> {
                let row = $crate::row::Record::new(row, $table, $crate::table::first_column!($($column)+));
                Ok($row { $($field: $crate::table::read_column!(row, $field, $column),)+ })
            }

            fn columns(&self) -> $crate::statement::Columns {
                [$($crate::table::written_column!(self.$field, $column)),+].into_iter().flatten().collect()
            }
        }
    };
}

macro_rules! list_column {
    ($alias:literal, $field:ident, _) => {
        ""
    };
    ($alias:literal, $field:ident, ($expression:literal)) => {
        concat!(", ", $expression, " AS ", stringify!($field))
    };
    ($alias:literal, $field:ident, $column:literal) => {
        concat!(", ", $alias, ".", $column)
    };
}

macro_rules! first_column {
    ($first:literal $($rest:tt)*) => {
        $first
    };
}

macro_rules! read_column {
    ($row:ident, $field:ident, _) => {
        Default::default()
    };
    ($row:ident, $field:ident, ($expression:literal)) => {
        $crate::table::Column::read($row, stringify!($field))?
    };
    ($row:ident, $field:ident, $column:literal) => {
        $crate::table::Column::read($row, $column)?
    };
}

macro_rules! written_column {
    ($value:expr, $column:literal) => {
        Some(($column, $crate::table::Column::value(&$value)))
    };
    ($value:expr, $other:tt) => {
        None
    };
}

pub(crate) use {first_column, list_column, read_column, table, written_column};
