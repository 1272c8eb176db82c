//! Migrations: append-only, the same versions on both databases, applied once and in order. The first one is the whole
//! schema of the first release; a database that reached this version by earlier migrations is used as it is.

use crate::{Error, Result};

pub(crate) struct Migration {
    pub version: i64,
    pub name: &'static str,
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

// Made by `build.rs` from the files in `migrations`.
pub(crate) static MIGRATIONS: &[Migration] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The oldest schema that this program upgrades.
const BASELINE: i64 = MIGRATIONS[0].version;

/// The newest schema this binary knows.
pub const SCHEMA_VERSION: i64 = MIGRATIONS[MIGRATIONS.len() - 1].version;

pub(crate) const LEDGER: &str = r#"
    CREATE TABLE IF NOT EXISTS schema_migration (
        version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_on TEXT NOT NULL
    )
"#;

/// The migrations still to apply. A newer schema than ours is refused.
pub(crate) fn pending(current: i64) -> Result<&'static [Migration]> {
    if current > SCHEMA_VERSION {
        return Err(Error::Unavailable(format!(
            "the database has schema {current}, this program knows {SCHEMA_VERSION}: use a newer program"
        )));
    }
    if current > 0 && current < BASELINE {
        return Err(Error::Unavailable(format!(
            "the database has schema {current}, this program upgrades databases from schema {BASELINE} on: \
             first install a version with schema {BASELINE}, start it once, and then install this one"
        )));
    }
    let first = MIGRATIONS.partition_point(|migration| migration.version <= current);
    Ok(&MIGRATIONS[first..])
}
