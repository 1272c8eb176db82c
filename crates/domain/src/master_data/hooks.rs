//! What a resource can declare besides its fields, so that no generic code asks for a resource by name.

use serde_json::{Map, Value};

/// A text of a record, for a hook.
pub(super) fn text(record: &Map<String, Value>, name: &str) -> String {
    record.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Whose records log in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Account {
    /// Users: with a password, and saved together with their roles and branches.
    Staff,
    /// Customers, who log in with a code.
    Customer,
}

/// A check that needs other records, or who makes the change. `app::master_data::checks` runs them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// A forward does not lead back to its origin through other forwards.
    ForwardCycle,
    /// A level that is in use stays what it is.
    LevelInUse,
    /// With four-eyes, nobody grants a role to themselves.
    OwnRole,
    /// A role has no level that is for parties.
    RoleLevel,
}
