//! Four-eyes: changes that one person may not make alone where the entity requires a second.

pub(crate) mod access;
mod approver;
pub(crate) mod entity;
mod facts;
pub(crate) mod targets;

use serde_json::{Map, Value};

pub use approver::{CLOSE_DAYS, Closeness, Refused, is_recent, may_approve};
pub use facts::Facts;

/// On by default for banks, off for other entities.
pub fn is_on(entity_type: &str, setting: Option<bool>) -> bool {
    setting.unwrap_or(entity_type == "Bank")
}

/// The same, read from a record of the Entity Master.
pub fn is_on_in(record: &Map<String, Value>) -> bool {
    let entity_type = record.get("entityType").and_then(Value::as_str).unwrap_or_default();
    is_on(entity_type, record.get("fourEyes").and_then(Value::as_bool))
}

/// A change of one record: saved, updated or deleted.
#[derive(Debug, Clone, Copy)]
pub struct Edit<'a> {
    pub before: Option<&'a Map<String, Value>>,
    pub after: Option<&'a Map<String, Value>>,
    /// The secrets that the change sets, by name.
    pub secrets: &'a [&'static str],
    /// Who makes it.
    pub actor: &'a str,
}

impl<'a> Edit<'a> {
    /// The record after the change, or the one that is deleted.
    fn record(&self) -> Option<&'a Map<String, Value>> {
        self.after.or(self.before)
    }

    fn text(&self, name: &str) -> &'a str {
        self.record().and_then(|record| record.get(name)).and_then(Value::as_str).unwrap_or_default()
    }

    fn is_save(&self) -> bool {
        self.before.is_none()
    }

    /// True when an update changes this field.
    fn changes(&self, name: &str) -> bool {
        let value = |record: Option<&'a Map<String, Value>>| record.and_then(|record| record.get(name));
        self.before.is_some() && self.after.is_some() && value(self.before) != value(self.after)
    }
}

/// Why a change waits for a second person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The entity's protection is lowered.
    Weaker,
    /// What is destroyed does not come back, so this waits with or without four-eyes.
    Destroys,
    /// Somebody gets rights of administration or review.
    Access,
    /// Codes and links of somebody who administers or reviews go elsewhere.
    Address,
    /// Another system decides who somebody is.
    SignOn,
    /// Documents, events or mails go elsewhere, or their readers are sent there.
    Target,
}

impl Reason {
    pub fn needs_second(self, is_on: bool) -> bool {
        is_on || self == Reason::Destroys
    }
}

/// A field that waits. A record that is saved or deleted waits as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    pub field: &'static str,
    pub reason: Reason,
}

impl Waiting {
    pub(crate) fn new(field: &'static str, reason: Reason) -> Waiting {
        Waiting { field, reason }
    }
}

/// Access that one person gave to another, or how the other one proves who they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    pub user: String,
    /// `created`, `role` or `reset`.
    pub what: &'static str,
}

/// What a resource declares about four-eyes.
#[derive(Debug)]
pub struct FourEyes {
    pub waits: fn(&Edit, &Facts) -> Vec<Waiting>,
    /// Access that the change hands over, for the rule about approvers.
    pub hands_over: fn(&Edit, &Facts) -> Option<Handover>,
    /// Whether the rules of the change depend on roles, which another change at the same time may alter.
    pub needs_roles: fn(&Edit) -> bool,
}

impl FourEyes {
    pub(crate) const fn of(waits: fn(&Edit, &Facts) -> Vec<Waiting>) -> FourEyes {
        FourEyes { waits, hands_over: |_, _| None, needs_roles: |_| false }
    }

    /// Of records that are part of roles.
    pub(crate) const fn of_roles(waits: fn(&Edit, &Facts) -> Vec<Waiting>) -> FourEyes {
        FourEyes { waits, hands_over: |_, _| None, needs_roles: |_| true }
    }
}

/// The fields of a target that wait: if one of `names` gets another value, all changed ones, with those `beside` it
/// that change and the secrets that are set.
fn changed_target(edit: &Edit, (names, beside): (&[&'static str], &[&'static str]), reason: Reason) -> Vec<Waiting> {
    let is_given = |name: &str| edit.after.and_then(|after| after.get(name)).is_some_and(|value| !value.is_null());
    if !names.iter().any(|name| edit.changes(name) && is_given(name)) {
        return Vec::new();
    }
    let waits = |name: &&&'static str| edit.changes(name) || edit.secrets.contains(*name);
    names.iter().chain(beside).filter(waits).map(|name| Waiting::new(name, reason)).collect()
}
