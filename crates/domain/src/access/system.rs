//! Permits without a person behind them. Each has a name that says what it opens; there are no others.

use super::{Change, Permit, Reach, Scope, View};

/// `*` stands for every entity; the database's second wall knows it too.
pub const EVERY: &str = "*";

fn entity_scope(country: &str, entity: &str) -> Scope {
    Scope { country: country.to_owned(), entity: entity.to_owned(), tenants: Reach::Every }
}

/// Before login nobody is known: reads and writes of one entity's users, roles and sessions.
pub fn identity(country: &str, entity: &str, actor: &str) -> Permit<Change> {
    Permit::new(entity_scope(country, entity), actor)
}

/// A customer's own record and sessions; his name in the log says that he is one.
pub fn customer(country: &str, entity: &str, user: &str) -> Permit<Change> {
    Permit::new(entity_scope(country, entity), &format!("customer:{user}"))
}

/// Fills an entity from the command line: demo data, first administrator.
pub fn seed(country: &str, entity: &str) -> Permit<Change> {
    Permit::new(entity_scope(country, entity), "system:seed")
}

/// What anyone may see before login: names of entities and tenants.
pub fn public_names() -> Permit<View> {
    Permit::new(entity_scope(EVERY, EVERY), "system:public")
}

/// Reads the audit chain of every entity.
pub fn audit_reader() -> Permit<View> {
    Permit::new(entity_scope(EVERY, EVERY), "system:audit")
}

/// Removes what has run out: used captchas, idempotency keys, ended sessions; writes checkpoints.
pub fn housekeeping() -> Permit<Change> {
    Permit::new(entity_scope(EVERY, EVERY), "system:housekeeping")
}

/// What happens to requests by itself: they run out, messages about them go out.
pub fn requests(country: &str, entity: &str) -> Permit<Change> {
    Permit::new(entity_scope(country, entity), "system:requests")
}
