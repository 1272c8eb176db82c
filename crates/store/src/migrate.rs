//! Migrations: append-only, the same versions on both databases, applied once and in order.

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
    migration!(100, "0100_foundation"),
    migration!(101, "0101_master_data"),
    migration!(102, "0102_identity"),
    migration!(103, "0103_requests"),
    migration!(104, "0104_review_queue"),
    migration!(106, "0106_masters"),
    migration!(107, "0107_tamil_labels"),
    migration!(108, "0108_home"),
    migration!(109, "0109_reminders"),
    migration!(110, "0110_delivery"),
    migration!(111, "0111_webhooks"),
    migration!(112, "0112_verification"),
    migration!(113, "0113_storage"),
    migration!(114, "0114_uploads"),
    migration!(115, "0115_due_indexes"),
    migration!(116, "0116_masking"),
    migration!(117, "0117_legal_hold"),
    migration!(118, "0118_retention"),
    migration!(119, "0119_purge_lists"),
    migration!(120, "0120_reminder_days"),
    migration!(121, "0121_without_levels"),
    migration!(123, "0123_action_log_period"),
    migration!(124, "0124_deliveries_by_channel"),
    migration!(125, "0125_installation"),
    migration!(126, "0126_clock"),
    migration!(129, "0129_rule_samples"),
    migration!(130, "0130_four_eyes"),
    migration!(131, "0131_audit_heads"),
    migration!(132, "0132_sign_in"),
    migration!(133, "0133_masking_again"),
    migration!(134, "0134_slow_pace"),
    migration!(135, "0135_proposals_by_sso"),
    migration!(136, "0136_refuse_commit"),
];

/// The oldest schema that can be upgraded.
const BASELINE: i64 = MIGRATIONS[0].version;

/// The newest schema this binary knows.
pub const SCHEMA_VERSION: i64 = MIGRATIONS[MIGRATIONS.len() - 1].version;

pub(crate) const LEDGER: &str = "CREATE TABLE IF NOT EXISTS schema_migration (version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_on TEXT NOT NULL)";

/// The migrations still to apply. A newer schema than ours is refused.
pub(crate) fn pending(current: i64) -> Result<&'static [Migration]> {
    if current > SCHEMA_VERSION {
        return Err(Error::Unavailable(format!(
            "the database has schema {current}, this program knows {SCHEMA_VERSION}: use a newer program"
        )));
    }
    if current > 0 && current < BASELINE {
        return Err(Error::Unavailable(format!(
            "the database has schema {current} of an early development version, which cannot be upgraded: \
             start with an empty data folder or database, or keep using the program that made it"
        )));
    }
    let first = MIGRATIONS.partition_point(|migration| migration.version <= current);
    Ok(&MIGRATIONS[first..])
}
