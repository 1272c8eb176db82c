use std::borrow::Cow;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use domain::access::Permit;
use domain::master_data::Value;

/// A statement with its values. Placeholders `$1, $2 …` first appear in this order, which both databases number alike.
#[derive(Clone)]
pub struct Sql {
    pub text: Cow<'static, str>,
    pub values: Vec<Value>,
}

/// Omits the values, which may be personal data, hashes or keys.
impl fmt::Debug for Sql {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} with {} values", self.text, self.values.len())
    }
}

impl Sql {
    pub fn new(text: impl Into<Cow<'static, str>>, values: Vec<Value>) -> Sql {
        Sql { text: text.into(), values }
    }

    pub fn fixed(text: &'static str) -> Sql {
        Sql::new(text, Vec::new())
    }

    pub fn push(&mut self, text: &str) -> &mut Sql {
        self.text.to_mut().push_str(text);
        self
    }

    /// Appends the next placeholder and its value.
    pub fn bind(&mut self, value: Value) -> &mut Sql {
        self.values.push(value);
        let placeholder = format!("${}", self.values.len());
        self.push(&placeholder)
    }

    /// A cache key: equal for equal text and values.
    pub fn key(&self) -> Vec<String> {
        let mut question = DefaultHasher::new();
        self.text.hash(&mut question);
        let values = self.values.iter().map(|value| format!("{value:?}"));
        std::iter::once(question.finish().to_string()).chain(values).collect()
    }

    /// ` AND column = $n`
    pub fn and_equals(&mut self, column: &str, value: Value) -> &mut Sql {
        self.push(" AND ").push(column).push(" = ").bind(value)
    }
}

/// Country and entity, which every statement of one entity begins with, followed by `rest`.
pub(crate) fn scoped<Kind>(permit: &Permit<Kind>, rest: &[&str]) -> Vec<Value> {
    let scope = permit.scope();
    [scope.country.as_str(), scope.entity.as_str()].into_iter().chain(rest.iter().copied()).map(Value::text).collect()
}

impl rusqlite::ToSql for BoundValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        use rusqlite::types::{ToSqlOutput, Value as Owned, ValueRef};
        Ok(match self.0 {
            Value::Null => ToSqlOutput::Owned(Owned::Null),
            Value::Bool(flag) => ToSqlOutput::Owned(Owned::Integer(i64::from(*flag))),
            Value::Int(number) => ToSqlOutput::Owned(Owned::Integer(*number)),
            Value::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
        })
    }
}

/// A value as a parameter of either database.
pub struct BoundValue<'a>(pub &'a Value);

/// Hidden, because the PostgreSQL driver logs every parameter at its most verbose level.
impl fmt::Debug for BoundValue<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(value)")
    }
}

impl tokio_postgres::types::ToSql for BoundValue<'_> {
    fn to_sql(
        &self,
        ty: &tokio_postgres::types::Type,
        out: &mut bytes::BytesMut,
    ) -> Result<tokio_postgres::types::IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self.0 {
            Value::Null => Ok(tokio_postgres::types::IsNull::Yes),
            Value::Bool(flag) => flag.to_sql_checked(ty, out),
            Value::Int(number) => number.to_sql_checked(ty, out),
            // PostgreSQL texts cannot hold NUL. Stored values were validated; a search for NUL finds nothing.
            Value::Text(text) if text.contains('\0') => text.replace('\0', "\u{fffd}").as_str().to_sql_checked(ty, out),
            Value::Text(text) if *ty == tokio_postgres::types::Type::TS_VECTOR => write_words(text, out),
            Value::Text(text) => text.as_str().to_sql_checked(ty, out),
        }
    }

    fn accepts(_: &tokio_postgres::types::Type) -> bool {
        true
    }

    tokio_postgres::types::to_sql_checked!();
}

/// The wire format of a `tsvector`: words without positions. PostgreSQL sorts them.
fn write_words(
    words: &str,
    out: &mut bytes::BytesMut,
) -> Result<tokio_postgres::types::IsNull, Box<dyn std::error::Error + Sync + Send>> {
    use bytes::BufMut;
    out.put_i32(i32::try_from(words.split_whitespace().count())?);
    for word in words.split_whitespace() {
        out.put_slice(word.as_bytes());
        out.put_u8(0);
        out.put_u16(0);
    }
    Ok(tokio_postgres::types::IsNull::No)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_hides_values() {
        let value = Value::text("canary");
        let sql = Sql::new("SELECT $1", vec![value.clone()]);
        let shown = format!("{sql:?} {:?}", BoundValue(&value));
        assert!(shown.contains("SELECT $1") && !shown.contains("canary"), "{shown}");
    }
}
