//! Permits for code that runs without a user. Each name says what it is for; there are no others.

use super::{Change, Permit, Reach, Scope, View};

/// `*` means every entity; row-level security in the database knows it too.
pub const EVERY: &str = "*";

fn entity_scope(country: &str, entity: &str) -> Scope {
    Scope { country: country.to_owned(), entity: entity.to_owned(), tenants: Reach::Every }
}

/// Access to one entity's users, roles and sessions before a login is complete.
pub fn identity(country: &str, entity: &str, actor: &str) -> Permit<Change> {
    Permit::new(entity_scope(country, entity), actor)
}

/// Access to a customer's own record and sessions. The prefix marks customers in the audit log.
pub fn customer(country: &str, entity: &str, user: &str) -> Permit<Change> {
    Permit::new(entity_scope(country, entity), &format!("customer:{user}"))
}

/// Fills an entity from the command line: demo data, first administrator.
pub fn seed(country: &str, entity: &str) -> Permit<Change> {
    Permit::new(entity_scope(country, entity), "system:seed")
}

/// The operator at the command line, who stands outside of the entity's administrators.
pub fn operator(country: &str, entity: &str) -> Permit<Change> {
    Permit::new(entity_scope(country, entity), "system:operator")
}

/// Access to the names of entities and tenants, which are public before login.
pub fn public_names() -> Permit<View> {
    Permit::new(entity_scope(EVERY, EVERY), "system:public")
}

/// Reads the audit chain of every entity.
pub fn audit_reader() -> Permit<View> {
    Permit::new(entity_scope(EVERY, EVERY), "system:audit")
}

/// Removes expired data: used captchas, idempotency keys, ended sessions; writes checkpoints.
pub fn housekeeping() -> Permit<Change> {
    Permit::new(entity_scope(EVERY, EVERY), "system:housekeeping")
}

/// Access for automatic work on requests: expiry and outgoing messages.
pub fn requests(country: &str, entity: &str) -> Permit<Change> {
    Permit::new(entity_scope(country, entity), "system:requests")
}
