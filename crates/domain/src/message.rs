//! The catalogue: codes and keys of everything the product says. The words are in `wording/`.

/// Codes of the spec that answers carry.
pub const UPDATED: &str = "EnTxn0019";
pub const DELETED: &str = "EnTxn0020";
pub const CREATED: &str = "EnTxn0021";
pub const RETRIEVED: &str = "EnTxn0023";

/// A catalogue key with what its text needs; said in the reader's language at the very edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub key: &'static str,
    /// The field whose label fills `{{label}}`.
    pub label: Option<Label>,
    pub args: Vec<(&'static str, String)>,
}

/// A field of a resource, by name; its label is looked up in the wording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    pub resource: &'static str,
    pub field: &'static str,
}

impl Message {
    pub fn plain(key: &'static str) -> Message {
        Message { key, label: None, args: Vec::new() }
    }

    pub fn about(key: &'static str, resource: &'static str, field: &'static str) -> Message {
        Message { key, label: Some(Label { resource, field }), args: Vec::new() }
    }

    pub fn with(mut self, name: &'static str, value: impl ToString) -> Message {
        self.args.push((name, value.to_string()));
        self
    }
}
