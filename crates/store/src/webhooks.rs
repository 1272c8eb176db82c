//! Events for external systems: a queue per request and integration, and the log of their deliveries.

use domain::Refusal;
use domain::access::{Change, Permit, View, system};
use domain::master_data::Value;

use crate::audit::Entry;
use crate::batch::Batch;
use crate::logs::COUNTED;
use crate::master_data::within_tenants;
use crate::row::{Record, int_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Store};

/// An event for one integration.
#[derive(Debug, Clone)]
pub struct NewDelivery {
    pub delivery_id: String,
    pub integration_code: String,
    pub event_type: String,
    pub tenant_code: String,
    pub txn_ref_no: String,
    /// Version of the request and place among the events of one change: the order of delivery.
    pub request_version: i64,
    pub place: i64,
    pub body: String,
}

pub fn enqueue_delivery(permit: &Permit<Change>, new: &NewDelivery, now: &str) -> Statement {
    let texts = [&new.tenant_code, &new.delivery_id, &new.integration_code, &new.event_type, &new.txn_ref_no];
    let mut values = scoped(permit, &texts.map(String::as_str));
    values.extend([Value::Int(new.request_version), Value::Int(new.place), Value::text(&new.body)]);
    values.extend([now, now, now, "queued"].map(Value::text));
    values.push(Value::Int(0));
    Statement::raw(
        "webhook_delivery",
        r#"INSERT INTO webhook_delivery (country_code, entity_code, tenant_code, delivery_id, integration_code,
                event_type, txn_ref_no, request_version, place, body, next_try_on, queued_on, created_on, state, tries)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"#,
        values,
    )
}

/// An active integration with its encrypted secrets, newest first, and the state of its endpoint.
#[derive(Clone)]
pub struct Endpoint {
    pub country: String,
    pub entity: String,
    pub integration_code: String,
    pub version: i64,
    pub url: String,
    pub secrets: Vec<String>,
    pub failing_since: Option<String>,
}

/// Omits the secrets.
impl std::fmt::Debug for Endpoint {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Endpoint").field("integration_code", &self.integration_code).finish_non_exhaustive()
    }
}

/// A queued event that may be sent now.
#[derive(Debug, Clone)]
pub struct DueDelivery {
    pub delivery_id: String,
    pub body: String,
    pub tries: i64,
    pub queued_on: String,
}

/// The result of one attempt.
#[derive(Debug, Clone, Default)]
pub struct Attempt {
    pub status: Option<i64>,
    pub response: Option<String>,
    /// Why there was no response.
    pub fault: Option<String>,
}

/// What becomes of an event after an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    Delivered,
    /// Tried again at this time.
    Again(String),
    GivenUp,
}

/// A line of the delivery log.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryRow {
    pub delivery_id: String,
    pub integration_code: String,
    pub event_type: String,
    pub txn_ref_no: String,
    pub state: String,
    pub tries: i64,
    pub status: Option<i64>,
    pub created_on: String,
    pub done_on: Option<String>,
}

/// A delivery with what was sent and answered.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryDetail {
    #[serde(flatten)]
    pub row: DeliveryRow,
    pub body: String,
    pub sent_on: Option<String>,
    pub next_try_on: Option<String>,
    pub response: Option<String>,
    pub fault: Option<String>,
}

/// An integration that is paused because its endpoint failed for a day.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PausedIntegration {
    pub integration_code: String,
    pub failing_since: String,
    pub paused_on: String,
    pub queued: i64,
}

/// The filters of the log.
#[derive(Debug, Clone, Default)]
pub struct DeliveryQuery {
    pub state: Option<String>,
    pub integration_code: Option<String>,
    pub txn_ref_no: Option<String>,
}

#[derive(Debug)]
pub struct DeliveryPage {
    pub rows: Vec<DeliveryRow>,
    /// Counted up to [`COUNTED`] and one more.
    pub total: i64,
}

const DELIVERY: &str =
    "delivery_id, integration_code, event_type, txn_ref_no, state, tries, status, created_on, done_on";

/// The endpoint's integration is not paused. A pause ends when the integration is saved, which changes its version.
const NOT_PAUSED: &str = "NOT EXISTS (SELECT 1 FROM webhook_failure f WHERE f.country_code = i.country_code \
    AND f.entity_code = i.entity_code AND f.integration_code = i.integration_code \
    AND f.integration_version = i.version_number AND f.paused_on IS NOT NULL)";

/// No earlier event of the same request waits for the same integration.
const IS_FIRST: &str = "NOT EXISTS (SELECT 1 FROM webhook_delivery e WHERE e.country_code = d.country_code \
    AND e.entity_code = d.entity_code AND e.integration_code = d.integration_code AND e.txn_ref_no = d.txn_ref_no \
    AND e.state = 'queued' AND (e.request_version, e.place) < (d.request_version, d.place))";

fn delivery_row(row: Record) -> Result<DeliveryRow> {
    Ok(DeliveryRow {
        delivery_id: row.text("delivery_id")?,
        integration_code: row.text("integration_code")?,
        event_type: row.text("event_type")?,
        txn_ref_no: row.text("txn_ref_no")?,
        state: row.text("state")?,
        tries: row.int("tries")?,
        status: row.optional_int("status")?,
        created_on: row.text("created_on")?,
        done_on: row.optional_text("done_on")?,
    })
}

impl Store {
    /// The active integrations with the events that each is told of.
    pub async fn subscriptions<Kind>(&self, permit: &Permit<Kind>) -> Result<Vec<(String, String)>> {
        let sql = Sql::new(
            r#"SELECT integration_code, event_types
                FROM integration
                WHERE country_code = $1 AND entity_code = $2 AND status = 'Active'
                ORDER BY integration_code"#,
            scoped(permit, &[]),
        );
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "integration", "integration_code");
            Ok((row.text("integration_code")?, row.text("event_types")?))
        })
        .await
    }

    /// Integrations of every entity with an event to send now. An unreadable one is its own error.
    pub async fn due_endpoints(&self, now: &str) -> Result<Vec<Result<Endpoint>>> {
        let sql = Sql::new(
            format!(
                r#"SELECT i.country_code || '/' || i.entity_code || '/' || i.integration_code AS record_key,
                        i.country_code, i.entity_code, i.integration_code, i.version_number, i.endpoint_url,
                        i.signing_secret, i.old_signing_secret,
                        (SELECT f.failing_since FROM webhook_failure f WHERE f.country_code = i.country_code
                        AND f.entity_code = i.entity_code AND f.integration_code = i.integration_code
                        AND f.integration_version = i.version_number) AS failing_since
                    FROM integration i
                    WHERE i.status = 'Active' AND {NOT_PAUSED}
                        AND EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.country_code = i.country_code
                        AND d.entity_code = i.entity_code AND d.integration_code = i.integration_code
                        AND d.state = 'queued' AND d.next_try_on <= $1 AND {IS_FIRST})
                    ORDER BY i.country_code, i.entity_code, i.integration_code"#
            ),
            vec![Value::text(now)],
        );
        self.rows(&system::housekeeping(), &sql, |row| {
            let row = Record::new(row, "integration", "record_key");
            Ok(Endpoint {
                country: row.text("country_code")?,
                entity: row.text("entity_code")?,
                integration_code: row.text("integration_code")?,
                version: row.int("version_number")?,
                url: row.text("endpoint_url")?,
                secrets: [row.optional_text("signing_secret")?, row.optional_text("old_signing_secret")?]
                    .into_iter()
                    .flatten()
                    .collect(),
                failing_since: row.optional_text("failing_since")?,
            })
        })
        .await
    }

    /// The endpoint's secrets in readable form.
    pub async fn signing_secrets(&self, permit: &Permit<Change>, endpoint: &Endpoint) -> Result<Vec<String>> {
        let mut secrets = Vec::new();
        let labels = ["integrationmaster.signingSecret", "integrationmaster.oldSigningSecret"];
        for (sealed, label) in endpoint.secrets.iter().zip(labels).filter(|(sealed, _)| !sealed.is_empty()) {
            secrets.push(self.unseal(permit.scope(), label, sealed).await?);
        }
        Ok(secrets)
    }

    /// The first event of each request that waits for this integration.
    pub async fn due_deliveries(
        &self,
        permit: &Permit<Change>,
        integration: &str,
        now: &str,
        most: i64,
    ) -> Result<Vec<Result<DueDelivery>>> {
        let mut values = scoped(permit, &[integration, now]);
        values.push(Value::Int(most));
        let sql = Sql::new(
            format!(
                r#"SELECT d.delivery_id, d.body, d.tries, d.queued_on
                    FROM webhook_delivery d
                    WHERE d.country_code = $1 AND d.entity_code = $2 AND d.integration_code = $3 AND d.state = 'queued'
                        AND d.next_try_on <= $4 AND {IS_FIRST}
                    ORDER BY d.next_try_on, d.delivery_id
                    LIMIT $5"#
            ),
            values,
        );
        self.rows(permit, &sql, |row| {
            let row = Record::new(row, "webhook_delivery", "delivery_id");
            Ok(DueDelivery {
                delivery_id: row.text("delivery_id")?,
                body: row.text("body")?,
                tries: row.int("tries")?,
                queued_on: row.text("queued_on")?,
            })
        })
        .await
    }

    /// Claims an event for a while: of several nodes one succeeds, the others are refused as stale.
    pub async fn claim_delivery(
        &self,
        permit: &Permit<Change>,
        due: &DueDelivery,
        now: &str,
        until: &str,
    ) -> Result<()> {
        let mut values = vec![Value::text(until), Value::text(now)];
        values.extend(scoped(permit, &[&due.delivery_id]));
        values.push(Value::Int(due.tries));
        let claim = Statement::raw(
            "webhook_delivery",
            r#"UPDATE webhook_delivery
                SET tries = tries + 1, next_try_on = $1, sent_on = $2
                WHERE country_code = $3 AND entity_code = $4 AND delivery_id = $5 AND state = 'queued' AND tries = $6"#,
            values,
        );
        self.commit_unaudited(permit, vec![claim.or_refuse(Refusal::Stale)]).await
    }

    /// Extends the claim of an event that is being sent.
    pub async fn renew_delivery(&self, permit: &Permit<Change>, due: &DueDelivery, until: &str) -> Result<()> {
        let mut values = vec![Value::text(until)];
        values.extend(scoped(permit, &[&due.delivery_id]));
        values.push(Value::Int(due.tries + 1));
        let renew = Statement::raw(
            "webhook_delivery",
            r#"UPDATE webhook_delivery SET next_try_on = $1
            WHERE country_code = $2 AND entity_code = $3 AND delivery_id = $4 AND state = 'queued' AND tries = $5"#,
            values,
        );
        self.commit_unaudited(permit, vec![renew]).await
    }

    /// Stores the result of an attempt, unless another node has claimed the event since.
    pub async fn settle_delivery(
        &self,
        permit: &Permit<Change>,
        due: &DueDelivery,
        attempt: &Attempt,
        settled: &Settled,
        now: &str,
    ) -> Result<()> {
        let (state, again) = match settled {
            Settled::Delivered => ("delivered", now),
            Settled::Again(at) => ("queued", at.as_str()),
            Settled::GivenUp => ("failed", now),
        };
        let optional = |text: &Option<String>| text.as_ref().map_or(Value::Null, Value::text);
        let mut values = vec![
            Value::text(state),
            Value::text(again),
            if state == "queued" { Value::Null } else { Value::text(now) },
            attempt.status.map_or(Value::Null, Value::Int),
            optional(&attempt.response),
            optional(&attempt.fault),
        ];
        values.extend(scoped(permit, &[&due.delivery_id]));
        values.push(Value::Int(due.tries + 1));
        let settle = Statement::raw(
            "webhook_delivery",
            r#"UPDATE webhook_delivery
            SET state = $1, next_try_on = $2, done_on = $3, status = $4, response = $5, fault = $6
            WHERE country_code = $7 AND entity_code = $8 AND delivery_id = $9 AND tries = $10"#,
            values,
        );
        self.commit_unaudited(permit, vec![settle]).await
    }

    /// Notes that an endpoint fails; the first failure of an integration's version counts.
    pub async fn note_failure(&self, permit: &Permit<Change>, endpoint: &Endpoint, now: &str) -> Result<()> {
        let mut values = scoped(permit, &[&endpoint.integration_code]);
        values.extend([Value::Int(endpoint.version), Value::text(now)]);
        let note = Statement::raw(
            "webhook_failure",
            r#"INSERT INTO webhook_failure (country_code, entity_code, integration_code, integration_version,
                    failing_since)
                VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (country_code, entity_code, integration_code) DO UPDATE
                SET integration_version = excluded.integration_version, failing_since = excluded.failing_since,
                    paused_on = NULL
                WHERE webhook_failure.integration_version <> excluded.integration_version"#,
            values,
        );
        self.commit_unaudited(permit, vec![note]).await
    }

    /// Forgets failures, and with them a pause.
    pub async fn forget_failures(&self, permit: &Permit<Change>, integration: &str) -> Result<()> {
        self.commit_unaudited(permit, vec![forget(permit, integration)]).await
    }

    /// Pauses an integration, together with the notices of it. Refused as stale when it is paused already.
    pub async fn pause_integration(
        &self,
        permit: &Permit<Change>,
        endpoint: &Endpoint,
        now: &str,
        notices: Vec<Statement>,
    ) -> Result<()> {
        let mut values = vec![Value::text(now)];
        values.extend(scoped(permit, &[&endpoint.integration_code]));
        values.push(Value::Int(endpoint.version));
        let pause = Statement::raw(
            "webhook_failure",
            r#"UPDATE webhook_failure
                SET paused_on = $1
                WHERE country_code = $2 AND entity_code = $3 AND integration_code = $4 AND integration_version = $5
                    AND paused_on IS NULL"#,
            values,
        );
        let statements = std::iter::once(pause.or_refuse(Refusal::Stale)).chain(notices).collect();
        self.commit_unaudited(permit, statements).await
    }

    pub async fn webhook_deliveries(
        &self,
        permit: &Permit<View>,
        query: &DeliveryQuery,
        page: i64,
        size: i64,
    ) -> Result<DeliveryPage> {
        let mut sql = filtered(permit, query, &format!("SELECT {DELIVERY}"));
        sql.push(" ORDER BY created_on DESC, delivery_id DESC LIMIT ").bind(Value::Int(size));
        sql.push(" OFFSET ").bind(Value::Int(page.saturating_mul(size).min(COUNTED)));
        let rows = self.decoded(permit, &sql, |row| delivery_row(Record::new(row, "webhook_delivery", "delivery_id")));
        let rows = rows.await?;
        let mut inner = filtered(permit, query, "SELECT 1 AS one");
        inner.push(" LIMIT ").bind(Value::Int(COUNTED + 1));
        let count = Sql::new(format!("SELECT count(*) AS n FROM ({}) AS found", inner.text), inner.values);
        let total = self.first_decoded(permit, &count, int_of("webhook_delivery", "n")).await?.unwrap_or(0);
        Ok(DeliveryPage { rows, total })
    }

    pub async fn webhook_delivery(&self, permit: &Permit<View>, delivery_id: &str) -> Result<Option<DeliveryDetail>> {
        let mut sql = Sql::new(
            format!(
                r#"SELECT {DELIVERY}, body, sent_on, next_try_on, response, fault
                    FROM webhook_delivery
                    WHERE country_code = $1 AND entity_code = $2 AND delivery_id = $3"#
            ),
            scoped(permit, &[delivery_id]),
        );
        within_tenants(&mut sql, &permit.scope().tenants);
        self.first_decoded(permit, &sql, |row| {
            let record = Record::new(row, "webhook_delivery", "delivery_id");
            let row = delivery_row(record)?;
            let is_queued = row.state == "queued";
            Ok(DeliveryDetail {
                row,
                body: record.text("body")?,
                sent_on: record.optional_text("sent_on")?,
                next_try_on: record.optional_text("next_try_on")?.filter(|_| is_queued),
                response: record.optional_text("response")?,
                fault: record.optional_text("fault")?,
            })
        })
        .await
    }

    /// Queues an event again, with a new period of retries.
    pub async fn resend_delivery(&self, permit: &Permit<Change>, delivery_id: &str, now: &str) -> Result<()> {
        let mut values = [now, now].map(Value::text).to_vec();
        values.extend(scoped(permit, &[delivery_id]));
        let mut sql = Sql::new(
            r#"UPDATE webhook_delivery
                SET state = 'queued', tries = 0, done_on = NULL, next_try_on = $1, queued_on = $2
                WHERE country_code = $3 AND entity_code = $4 AND delivery_id = $5"#,
            values,
        );
        within_tenants(&mut sql, &permit.scope().tenants);
        let entry = Entry {
            action: "U",
            resource: "webhookdelivery",
            key: delivery_id.to_owned(),
            detail: serde_json::json!({ "action": "resend" }),
        };
        let resend = Statement::raw_sql("webhook_delivery", sql).or_refuse(Refusal::NotFound);
        self.commit(permit, Batch::audited(entry).and(resend)).await
    }

    /// The paused integrations, with the number of events that wait.
    pub async fn paused_integrations(&self, permit: &Permit<View>) -> Result<Vec<PausedIntegration>> {
        let sql = Sql::new(
            r#"SELECT f.integration_code, f.failing_since, f.paused_on,
                    (SELECT count(*) FROM webhook_delivery d WHERE d.country_code = f.country_code
                    AND d.entity_code = f.entity_code AND d.integration_code = f.integration_code
                    AND d.state = 'queued') AS queued
                FROM webhook_failure f
                JOIN integration i ON i.country_code = f.country_code AND i.entity_code = f.entity_code
                    AND i.integration_code = f.integration_code AND i.version_number = f.integration_version
                WHERE f.country_code = $1 AND f.entity_code = $2 AND f.paused_on IS NOT NULL
                ORDER BY f.integration_code"#,
            scoped(permit, &[]),
        );
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "webhook_failure", "integration_code");
            Ok(PausedIntegration {
                integration_code: row.text("integration_code")?,
                failing_since: row.text("failing_since")?,
                paused_on: row.text("paused_on")?,
                queued: row.int("queued")?,
            })
        })
        .await
    }

    /// Resumes a paused integration: what waits for it is sent at once.
    pub async fn resume_integration(&self, permit: &Permit<Change>, integration: &str, now: &str) -> Result<()> {
        let wake = Statement::update(
            "webhook_delivery",
            [("next_try_on", Value::text(now))],
            Filter::of(permit).text("integration_code", integration).and("state = 'queued'"),
        );
        let entry = Entry {
            action: "U",
            resource: "webhookdelivery",
            key: integration.to_owned(),
            detail: serde_json::json!({ "action": "resume" }),
        };
        let resume = forget(permit, integration).or_refuse(Refusal::NotFound);
        self.commit(permit, Batch::audited(entry).and(resume).and(wake)).await
    }

    /// Active staff whose roles can edit this screen of administration, each with a tenant of theirs.
    pub async fn staff_who_can_administer(
        &self,
        permit: &Permit<Change>,
        screen: &str,
    ) -> Result<Vec<(String, String)>> {
        let sql = Sql::new(
            r#"SELECT DISTINCT u.user_id, u.default_tenant_code
                FROM staff_user u
                JOIN user_role_mapping r ON r.country_code = u.country_code AND r.entity_code = u.entity_code
                    AND r.user_id = u.user_id
                JOIN role_app a ON a.country_code = r.country_code AND a.entity_code = r.entity_code
                    AND a.role_code = r.role_code
                JOIN role_screen s ON s.country_code = r.country_code AND s.entity_code = r.entity_code
                    AND s.role_code = r.role_code
                WHERE u.country_code = $1 AND u.entity_code = $2 AND a.app_code = $3 AND s.screen_code = $4
                    AND s.action_code = 'edit' AND u.status = 'Active'
                ORDER BY u.user_id"#,
            scoped(permit, &[domain::access::AppCode::Admin.code(), screen]),
        );
        self.decoded(permit, &sql, |row| {
            let row = Record::new(row, "staff_user", "user_id");
            Ok((row.text("user_id")?, row.text("default_tenant_code")?))
        })
        .await
    }

    /// Removes old deliveries from the log.
    pub async fn drop_old_deliveries(&self, before: &str) -> Result<()> {
        let gone = Statement::raw(
            "webhook_delivery",
            "DELETE FROM webhook_delivery WHERE created_on < $1",
            vec![Value::text(before)],
        );
        self.commit_unaudited(&system::housekeeping(), vec![gone]).await
    }
}

fn forget(permit: &Permit<Change>, integration: &str) -> Statement {
    Statement::delete("webhook_failure", Filter::of(permit).text("integration_code", integration))
}

fn filtered(permit: &Permit<View>, query: &DeliveryQuery, select: &str) -> Sql {
    let text = format!("{select} FROM webhook_delivery WHERE country_code = $1 AND entity_code = $2");
    let mut sql = Sql::new(text, scoped(permit, &[]));
    within_tenants(&mut sql, &permit.scope().tenants);
    let filters =
        [("state", &query.state), ("integration_code", &query.integration_code), ("txn_ref_no", &query.txn_ref_no)];
    for (column, value) in filters {
        if let Some(value) = value {
            sql.and_equals(column, Value::text(value));
        }
    }
    sql
}
