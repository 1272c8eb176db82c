//! Migrations: append-only, the same versions on both databases, each applied once and in order.

use crate::{Error, Result};

pub(crate) struct Migration {
    pub version: i64,
    pub name: &'static str,
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

macro_rules! migration {
    ($version:literal, $name:literal) => {
        Migration {
            version: $version,
            name: $name,
            sqlite: include_str!(concat!("../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../migrations/postgres/", $name, ".sql")),
        }
    };
}

pub(crate) static MIGRATIONS: &[Migration] = &[
    migration!(1, "0001_foundation"),
    migration!(2, "0002_master_data"),
    migration!(3, "0003_login_tries"),
    migration!(4, "0004_codes_and_links"),
    migration!(5, "0005_second_factor"),
    migration!(6, "0006_single_sign_on"),
    migration!(7, "0007_debug_log"),
    migration!(8, "0008_requests"),
    migration!(9, "0009_scope_range"),
    migration!(10, "0010_identity"),
    migration!(11, "0011_request_ranges"),
    migration!(12, "0012_request_sight"),
    migration!(13, "0013_word_filters"),
    migration!(14, "0014_word_beginnings"),
    migration!(15, "0015_request_beginnings"),
    migration!(16, "0016_request_spans"),
    migration!(17, "0017_spans_kept"),
    migration!(18, "0018_latest_change"),
    migration!(19, "0019_identity_holes"),
];

/// The newest schema this binary knows.
pub const SCHEMA_VERSION: i64 = MIGRATIONS[MIGRATIONS.len() - 1].version;

pub(crate) const LEDGER: &str = "CREATE TABLE IF NOT EXISTS schema_migration (version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_on TEXT NOT NULL)";

/// What is still to apply; a database from the future is refused.
pub(crate) fn pending(current: i64) -> Result<&'static [Migration]> {
    if current > SCHEMA_VERSION {
        return Err(Error::Unavailable(format!(
            "the database has schema {current}, this program knows {SCHEMA_VERSION}: use a newer program"
        )));
    }
    let first = MIGRATIONS.partition_point(|migration| migration.version <= current);
    Ok(&MIGRATIONS[first..])
}
