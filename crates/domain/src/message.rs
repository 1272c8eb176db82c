//! The message catalogue: codes and keys. The texts are in `wording/`.

use jiff::civil::Date;

/// Message codes that the API specification prescribes.
pub const UPDATED: &str = "EnTxn0019";
pub const DELETED: &str = "EnTxn0020";
pub const CREATED: &str = "EnTxn0021";
pub const RETRIEVED: &str = "EnTxn0023";

/// A catalogue key with its arguments; the API layer turns it into the caller's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub key: &'static str,
    /// The field whose label fills `{{label}}`.
    pub label: Option<Label>,
    pub args: Vec<(&'static str, String)>,
    /// Days among the arguments; each language writes them its own way.
    pub days: Vec<(&'static str, Date)>,
}

/// A field of a resource, by name; its label is looked up in the wording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    pub resource: &'static str,
    pub field: &'static str,
}

impl Message {
    pub fn plain(key: &'static str) -> Message {
        Message { key, label: None, args: Vec::new(), days: Vec::new() }
    }

    pub fn about(key: &'static str, resource: &'static str, field: &'static str) -> Message {
        Message { label: Some(Label { resource, field }), ..Message::plain(key) }
    }

    pub fn with(mut self, name: &'static str, value: impl ToString) -> Message {
        self.args.push((name, value.to_string()));
        self
    }

    pub fn with_day(mut self, name: &'static str, day: Date) -> Message {
        self.days.push((name, day));
        self
    }
}
