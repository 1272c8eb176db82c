use std::fmt;

use jiff::civil::Date;

use super::Definition;

/// A field value, limited to the types that both databases share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
}

impl Value {
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Int(value) => (*value).into(),
            Value::Text(value) => value.as_str().into(),
        }
    }
}

/// A validated record: one value per stored field of its definition, in that order.
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    pub values: Vec<Value>,
}

/// Hides the values: one of them may be a password in plain text.
impl fmt::Debug for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Record of {} values", self.values.len())
    }
}

impl Record {
    pub fn get(&self, definition: &Definition, name: &str) -> &Value {
        let at = definition.stored().position(|field| field.name == name);
        at.and_then(|at| self.values.get(at)).unwrap_or(&Value::Null)
    }

    /// The values of the key fields, in order.
    pub fn key(&self, definition: &Definition) -> Vec<Value> {
        let pairs = definition.stored().zip(&self.values);
        pairs.filter(|(field, _)| field.key).map(|(_, value)| value.clone()).collect()
    }
}

/// A record whose fields are valid by themselves, passed to the rules across fields.
pub struct Draft<'a> {
    pub definition: &'static Definition,
    pub record: &'a Record,
    pub today: Date,
    pub is_new: bool,
}

impl Draft<'_> {
    pub fn text(&self, name: &str) -> Option<&str> {
        self.record.get(self.definition, name).as_text()
    }

    pub fn int(&self, name: &str) -> Option<i64> {
        match self.record.get(self.definition, name) {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    pub fn is_on(&self, name: &str) -> bool {
        matches!(self.record.get(self.definition, name), Value::Bool(true))
    }

    pub fn date(&self, name: &str) -> Option<Date> {
        self.text(name).and_then(|text| text.parse().ok())
    }
}
