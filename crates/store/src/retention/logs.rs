//! How long the logs of an entity are kept.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::Value;
use serde_json::json;

use super::runs::ACTOR_KINDS;
use crate::audit::{Entry, days_before};
use crate::batch::Batch;
use crate::requests::HELD;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Store};

/// The periods of the Entity Master in days.
struct LogPeriods {
    actions: Option<i64>,
    logins: Option<i64>,
    debug: Option<i64>,
    messages: Option<i64>,
}

impl Store {
    async fn log_periods(&self, permit: &Permit<Change>) -> Result<Option<LogPeriods>> {
        let sql = Sql::new(
            r#"SELECT entity_code, action_log_days, login_log_days, debug_log_days, message_log_days
                FROM entity_master
                WHERE country_code = $1 AND entity_code = $2"#,
            scoped(permit, &[]),
        );
        self.first_decoded(permit, &sql, |row| {
            let row = Record::new(row, "entity_master", "entity_code");
            Ok(LogPeriods {
                actions: row.optional_int("action_log_days")?,
                logins: row.optional_int("login_log_days")?,
                debug: row.optional_int("debug_log_days")?,
                messages: row.optional_int("message_log_days")?,
            })
        })
        .await
    }

    /// Removes old logins, debug entries, and messages except those of requests under a hold. Logins and messages
    /// without a period are kept for ever, failed logins and debug entries for the usual one.
    pub async fn sweep_logs(&self, permit: &Permit<Change>, now: &str) -> Result<()> {
        let Some(periods) = self.log_periods(permit).await? else { return Ok(()) };
        // As the index has them.
        const ENDED_MESSAGES: &str = "channel IN ('Email', 'SMS') \
            AND state IN ('sent', 'delivered', 'bounced', 'failed', 'dismissed') AND created_on";
        let of = |table: &'static str, condition: &str, days: i64| {
            let text = format!("DELETE FROM {table} WHERE country_code = $1 AND entity_code = $2 AND {condition} < $3");
            Statement::raw(table, text, scoped(permit, &[&days_before(now, days)]))
        };
        let mut all = vec![
            of("user_debug_log", "at", periods.debug.unwrap_or(crate::debug_log::DAYS)),
            of("failed_login", "created_on", periods.logins.unwrap_or(crate::failed_login::DAYS)),
        ];
        all.extend(periods.logins.map(|days| of("session", "created_on", days)));
        // A hold keeps the messages of its requests.
        let held = format!(
            "NOT EXISTS (SELECT 1 FROM docrequest r WHERE r.country_code = outbox.country_code \
                AND r.entity_code = outbox.entity_code AND r.txn_ref_no = outbox.txn_ref_no AND {HELD})"
        );
        all.extend(periods.messages.map(|days| of("outbox", &format!("{held} AND {ENDED_MESSAGES}"), days)));
        self.commit_unaudited(permit, all).await
    }

    /// Erases the details of one day of the action log; false when none is old enough. The entries stay with the hashes
    /// of their details. Nothing is erased from the day on which the oldest request under a hold was created.
    pub async fn erase_old_details(&self, permit: &Permit<Change>, now: &str) -> Result<bool> {
        let periods = self.log_periods(permit).await?;
        let Some(days) = periods.and_then(|own| own.actions) else { return Ok(false) };
        let erased_on = self.retention_state(permit).await?.details_erased_on;
        let from = erased_on.as_deref().unwrap_or_default();
        let (Some(from), held) = (self.next_detail_on(permit, from).await?, self.oldest_held_on(permit).await?) else {
            return Ok(false);
        };
        let last = days_before(now, days);
        let last = held.into_iter().fold(last, std::cmp::min);
        if from >= last {
            return Ok(false);
        }
        let until = days_before(&from, -1).min(last);
        let kinds = ACTOR_KINDS.map(|kind| format!("'{kind}'")).join(", ");
        let erase = format!(
            r#"UPDATE audit_log
                SET detail = ''
                WHERE country_code = $1 AND entity_code = $2 AND actor_kind IN ({kinds}) AND at >= $3 AND at < $4
                    AND detail <> ''"#
        );
        let mark = [("details_erased_on", Value::text(&until))];
        let entry = Entry {
            action: "erase",
            resource: "retention",
            key: until.clone(),
            detail: json!({ "from": from, "until": until, "days": days }),
        };
        let batch = Batch::audited(entry)
            .and(Statement::raw("audit_log", erase, scoped(permit, &[&from, &until])))
            .and(Statement::update("retention_state", mark, Filter::of(permit)).or_refuse(Refusal::NotFound));
        self.commit(permit, batch).await?;
        Ok(true)
    }

    /// The first entry of the action log that is not before this time.
    async fn next_detail_on(&self, permit: &Permit<Change>, from: &str) -> Result<Option<String>> {
        let first = |kind: &str| {
            format!(
                r#"SELECT min(at) AS at
                    FROM audit_log
                    WHERE country_code = $1 AND entity_code = $2 AND actor_kind = '{kind}' AND at >= $3"#
            )
        };
        self.first_time(permit, &ACTOR_KINDS.map(first), scoped(permit, &[from])).await
    }

    async fn oldest_held_on(&self, permit: &Permit<Change>) -> Result<Option<String>> {
        const OF_REQUESTS: &str = r#"SELECT min(r.created_on) AS at
            FROM legal_hold h
            JOIN docrequest r ON r.country_code = h.country_code AND r.entity_code = h.entity_code
                AND r.txn_ref_no = h.txn_ref_no
            WHERE h.country_code = $1 AND h.entity_code = $2 AND h.txn_ref_no IS NOT NULL AND h.lifted_on IS NULL"#;
        const OF_CUSTOMERS: &str = r#"SELECT min(r.created_on) AS at
            FROM legal_hold h
            JOIN docrequest r ON r.country_code = h.country_code AND r.entity_code = h.entity_code
                AND r.tenant_code = h.tenant_code AND r.customer_reference = h.customer_reference
            WHERE h.country_code = $1 AND h.entity_code = $2 AND h.customer_reference IS NOT NULL
                AND h.lifted_on IS NULL"#;
        self.first_time(permit, &[OF_REQUESTS, OF_CUSTOMERS].map(str::to_owned), scoped(permit, &[])).await
    }

    async fn first_time(
        &self,
        permit: &Permit<Change>,
        queries: &[String],
        values: Vec<Value>,
    ) -> Result<Option<String>> {
        let sql = Sql::new(format!("SELECT min(at) AS at FROM ({}) AS first", queries.join(" UNION ALL ")), values);
        let at = self.first_decoded(permit, &sql, |row| Record::new(row, "audit_log", "at").optional_text("at"));
        Ok(at.await?.flatten())
    }
}
