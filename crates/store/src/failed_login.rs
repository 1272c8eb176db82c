//! Failed logins, limited in number and age.

use domain::access::{Change, Permit};
use domain::login::Outcome;
use domain::master_data::Value;

use crate::sql::scoped;
use crate::statement::Statement;
use crate::{Result, Store};

/// Most entries of an entity; the oldest are removed first.
pub const MOST: i64 = 10_000;
/// Entries are removed after this many days.
pub const DAYS: i64 = 90;

#[derive(Debug, Clone)]
pub struct FailedLogin {
    pub login_id: String,
    pub at: String,
    pub user_id: String,
    pub user_type: String,
    pub tenant: String,
    pub ip_address: String,
    pub device: String,
    pub time_zone: Option<String>,
    pub place: Option<String>,
    pub outcome: Outcome,
}

impl Store {
    pub async fn write_failed_login(&self, permit: &Permit<Change>, entry: &FailedLogin) -> Result<()> {
        let who = [&entry.login_id, &entry.at, &entry.user_id, &entry.user_type, &entry.tenant];
        let from = [&entry.ip_address, &entry.device];
        let texts: Vec<&str> = who.into_iter().chain(from).map(String::as_str).collect();
        let known = |part: &Option<String>| part.as_ref().map_or(Value::Null, Value::text);
        let mut values = scoped(permit, &texts);
        values.extend([known(&entry.time_zone), known(&entry.place), Value::text(entry.outcome.code())]);
        let insert = Statement::raw(
            "failed_login",
            r#"INSERT INTO failed_login (country_code, entity_code, login_id, created_on, user_id, user_type,
                    tenant_code, ip_address, device, time_zone, place, outcome)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"#,
            values,
        );
        self.commit_unaudited(permit, vec![insert]).await
    }

    /// Removes the oldest entries beyond `most`.
    pub async fn trim_failed_logins(&self, permit: &Permit<Change>, most: i64) -> Result<()> {
        let mut values = scoped(permit, &[]);
        values.push(Value::Int(most));
        let many = Statement::raw(
            "failed_login",
            r#"DELETE FROM failed_login
                WHERE country_code = $1 AND entity_code = $2
                    AND login_id IN (SELECT login_id FROM failed_login WHERE country_code = $1
                    AND entity_code = $2 ORDER BY created_on DESC, login_id DESC LIMIT 1000000 OFFSET $3)"#,
            values,
        );
        self.commit_unaudited(permit, vec![many]).await
    }
}
