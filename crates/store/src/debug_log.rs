//! The user debug log, limited in size and age. It is written while a user's debug switches are on.

use domain::access::{Change, Permit};
use domain::master_data::Value;

use crate::statement::Statement;
use crate::{Result, Store};

/// Most entries of an entity; the oldest are removed first.
pub const MOST: i64 = 10_000;
/// Entries are removed after this many days.
pub const DAYS: i64 = 7;
/// The longest period that an entity may choose instead.
pub const MAX_DAYS: i64 = 90;

/// One recorded call of a user in debug mode.
#[derive(Debug, Clone)]
pub struct DebugEntry {
    pub at: String,
    pub user_id: String,
    pub module: &'static str,
    pub level: &'static str,
    pub route: String,
    pub operation: &'static str,
    pub status: u16,
    pub duration_ms: i64,
    pub request_id: String,
    /// JSON. The only values of the caller in it are the claims of the header json.
    pub detail: String,
}

impl Store {
    pub async fn write_debug_entry(&self, permit: &Permit<Change>, entry: &DebugEntry) -> Result<()> {
        let scope = permit.scope();
        let texts = [
            &scope.country,
            &scope.entity,
            &entry.request_id,
            &entry.at,
            &entry.user_id,
            entry.module,
            entry.level,
            &entry.route,
            entry.operation,
            &entry.status.to_string(),
        ];
        let mut values: Vec<Value> = texts.into_iter().map(Value::text).collect();
        values.extend([Value::Int(entry.duration_ms), Value::text(&entry.request_id), Value::text(&entry.detail)]);
        let insert = Statement::raw(
            "user_debug_log",
            r#"INSERT INTO user_debug_log (country_code, entity_code, entry_id, at, user_id, module_code, debug_level,
                    route, operation, status, duration_ms, request_id, detail)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
                ON CONFLICT DO NOTHING"#,
            values,
        );
        self.commit_unaudited(permit, vec![insert]).await
    }

    /// Removes entries beyond the size or age limit.
    pub async fn trim_debug_log(&self, permit: &Permit<Change>, oldest: &str) -> Result<()> {
        let scope = permit.scope();
        let place = || vec![Value::text(&scope.country), Value::text(&scope.entity)];
        let old = Statement::raw(
            "user_debug_log",
            "DELETE FROM user_debug_log WHERE country_code = $1 AND entity_code = $2 AND at < $3",
            [place(), vec![Value::text(oldest)]].concat(),
        );
        let many = Statement::raw(
            "user_debug_log",
            r#"DELETE FROM user_debug_log
                WHERE country_code = $1 AND entity_code = $2
                    AND entry_id IN (SELECT entry_id FROM user_debug_log WHERE country_code = $1
                    AND entity_code = $2 ORDER BY at DESC, entry_id DESC LIMIT 1000000 OFFSET $3)"#,
            [place(), vec![Value::Int(MOST)]].concat(),
        );
        self.commit_unaudited(permit, vec![old, many]).await
    }
}
