//! Requests that a user sends together: the job, and what became of each request.

use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess, system};
use domain::master_data::Value;
use domain::message::Message;
use serde_json::json;

use crate::audit::Entry;
use crate::batch::Batch;
use crate::row::Record;
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Insert, Statement};
use crate::{Result, Row, Store};

/// Rows of one insert.
const ROWS: usize = 200;

/// A job, and how far it is.
#[derive(Debug, Clone, PartialEq)]
pub struct BulkSend {
    pub country: String,
    pub entity: String,
    pub job_id: String,
    pub user_id: String,
    pub tenant: String,
    pub screen: String,
    pub started_on: String,
    pub cancelled_on: Option<String>,
    pub ended_on: Option<String>,
    pub tries: i64,
    pub total: i64,
    pub sent: i64,
    pub failed: i64,
}

/// A request of a job.
#[derive(Debug, Clone, PartialEq)]
pub struct BulkSendItem {
    pub position: i64,
    pub txn_ref_no: String,
    pub version: Option<i64>,
    pub outcome: Option<String>,
    pub reason: Option<String>,
}

const JOB: &str = r#"SELECT b.country_code, b.entity_code, b.job_id, b.user_id, b.tenant_code, b.screen_code,
        b.started_on, b.cancelled_on, b.ended_on, b.tries, count(i.position) AS total,
        count(CASE WHEN i.outcome = 'sent' THEN 1 END) AS sent,
        count(CASE WHEN i.outcome = 'failed' THEN 1 END) AS failed
    FROM bulk_send b JOIN bulk_send_item i
        ON i.country_code = b.country_code AND i.entity_code = b.entity_code AND i.job_id = b.job_id
    WHERE "#;
const GROUP: &str = r#" GROUP BY b.country_code, b.entity_code, b.job_id, b.user_id, b.tenant_code, b.screen_code,
        b.started_on, b.cancelled_on, b.ended_on, b.tries"#;

fn job(row: &dyn Row) -> Result<BulkSend> {
    let row = Record::new(row, "bulk_send", "job_id");
    Ok(BulkSend {
        country: row.text("country_code")?,
        entity: row.text("entity_code")?,
        job_id: row.text("job_id")?,
        user_id: row.text("user_id")?,
        tenant: row.text("tenant_code")?,
        screen: row.text("screen_code")?,
        started_on: row.text("started_on")?,
        cancelled_on: row.optional_text("cancelled_on")?,
        ended_on: row.optional_text("ended_on")?,
        tries: row.int("tries")?,
        total: row.int("total")?,
        sent: row.int("sent")?,
        failed: row.int("failed")?,
    })
}

fn item(row: &dyn Row) -> Result<BulkSendItem> {
    let row = Record::new(row, "bulk_send_item", "txn_ref_no");
    Ok(BulkSendItem {
        position: row.int("position")?,
        txn_ref_no: row.text("txn_ref_no")?,
        version: row.optional_int("version_number")?,
        outcome: row.optional_text("outcome")?,
        reason: row.optional_text("reason")?,
    })
}

fn of_job<Kind>(permit: &Permit<Kind>, job_id: &str) -> Filter {
    Filter::of(permit).text("job_id", job_id)
}

fn waiting<Kind>(permit: &Permit<Kind>, job_id: &str) -> Filter {
    of_job(permit, job_id).and("outcome IS NULL")
}

/// Notes that a request was sent, in the commit that sends it. Refused when another node did so.
pub fn item_sent(access: &RequestAccess<Change>, job_id: &str, position: i64) -> Statement {
    let filter = waiting(access.permit(), job_id).equals("position", Value::Int(position));
    Statement::update("bulk_send_item", [("outcome", Value::text("sent"))], filter).or_refuse(Refusal::Stale)
}

impl Store {
    /// Stores a job with its requests, unless the user has one that runs.
    pub async fn start_bulk_send(
        &self,
        permit: &Permit<Change>,
        job: &BulkSend,
        items: &[BulkSendItem],
        due: &str,
    ) -> Result<()> {
        let texts = [&*job.job_id, &job.user_id, &job.tenant, &job.screen, &job.started_on, due];
        let begin = Statement::raw(
            "bulk_send",
            r#"INSERT INTO bulk_send (country_code, entity_code, job_id, user_id, tenant_code, screen_code, started_on,
                   next_try_on, tries)
               SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT),
                   CAST($6 AS TEXT), CAST($7 AS TEXT), CAST($8 AS TEXT), 0
               WHERE NOT EXISTS (SELECT 1 FROM bulk_send b WHERE b.country_code = $1 AND b.entity_code = $2
                   AND b.user_id = $4 AND b.ended_on IS NULL)"#,
            scoped(permit, &texts),
        );
        let running = Refusal::Conflict(Message::plain("bulkSendRunning"));
        let scope = permit.scope();
        let row = |item: &BulkSendItem| {
            let version = item.version.map_or(Value::Null, Value::Int);
            let key = [&scope.country, &scope.entity, &job.job_id].map(Value::text);
            key.into_iter().chain([Value::Int(item.position), Value::text(&item.txn_ref_no), version])
        };
        let columns = ["country_code", "entity_code", "job_id", "position", "txn_ref_no", "version_number"];
        let rows = Insert::new("bulk_send_item", &columns, items.iter().map(row)).in_chunks(ROWS);
        let mut batch = Batch::audited(entry("bulk-send", job)).and(begin.or_refuse(running));
        batch.statements.extend(rows);
        self.commit(permit, batch).await
    }

    /// A job of this user.
    pub async fn bulk_send<Kind>(&self, permit: &Permit<Kind>, user: &str, job_id: &str) -> Result<Option<BulkSend>> {
        let text =
            format!("{JOB}b.country_code = $1 AND b.entity_code = $2 AND b.job_id = $3 AND b.user_id = $4{GROUP}");
        self.first_decoded(permit, &Sql::new(text, scoped(permit, &[job_id, user])), job).await
    }

    /// The newest jobs of this user.
    pub async fn bulk_sends<Kind>(&self, permit: &Permit<Kind>, user: &str, most: i64) -> Result<Vec<BulkSend>> {
        let mut sql = Sql::new(
            format!("{JOB}b.country_code = $1 AND b.entity_code = $2 AND b.user_id = $3{GROUP}"),
            scoped(permit, &[user]),
        );
        sql.push(" ORDER BY b.started_on DESC LIMIT ").bind(Value::Int(most));
        self.decoded(permit, &sql, job).await
    }

    /// The requests of a job in their order: those that wait, or all.
    pub async fn bulk_send_items<Kind>(
        &self,
        permit: &Permit<Kind>,
        job_id: &str,
        is_waiting: bool,
        most: i64,
    ) -> Result<Vec<BulkSendItem>> {
        let mut sql = Sql::new(
            r#"SELECT position, txn_ref_no, version_number, outcome, reason
                FROM bulk_send_item
                WHERE country_code = $1 AND entity_code = $2 AND job_id = $3"#,
            scoped(permit, &[job_id]),
        );
        sql.push(if is_waiting { " AND outcome IS NULL" } else { "" });
        sql.push(" ORDER BY position LIMIT ").bind(Value::Int(most));
        self.decoded(permit, &sql, item).await
    }

    /// Jobs of all entities that have requests to send.
    pub async fn due_bulk_sends(&self, now: &str, most: i64) -> Result<Vec<BulkSend>> {
        let mut sql =
            Sql::new(format!("{JOB}b.ended_on IS NULL AND b.next_try_on <= $1{GROUP}"), vec![Value::text(now)]);
        sql.push(", b.next_try_on ORDER BY b.next_try_on LIMIT ").bind(Value::Int(most));
        self.decoded(&system::housekeeping(), &sql, job).await
    }

    /// Claims a job until a time: of several nodes one succeeds, the others are refused as stale.
    pub async fn claim_bulk_send(&self, permit: &Permit<Change>, job: &BulkSend, until: &str) -> Result<()> {
        let filter = of_job(permit, &job.job_id).equals("tries", Value::Int(job.tries)).and("ended_on IS NULL");
        let set = [("next_try_on", Value::text(until)), ("tries", Value::Int(job.tries + 1))];
        let claim = Statement::update("bulk_send", set, filter).or_refuse(Refusal::Stale);
        self.commit_unaudited(permit, vec![claim]).await
    }

    /// Sets when a job that this node has claimed may be claimed again; refused as stale when another node has it.
    pub async fn renew_bulk_send(&self, permit: &Permit<Change>, job: &BulkSend, until: &str) -> Result<()> {
        let filter = of_job(permit, &job.job_id).equals("tries", Value::Int(job.tries + 1)).and("ended_on IS NULL");
        let renew = Statement::update("bulk_send", [("next_try_on", Value::text(until))], filter);
        self.commit_unaudited(permit, vec![renew.or_refuse(Refusal::Stale)]).await
    }

    /// True when the user has cancelled the job.
    pub async fn is_bulk_send_cancelled<Kind>(&self, permit: &Permit<Kind>, job_id: &str) -> Result<bool> {
        let sql = Sql::new(
            "SELECT job_id, cancelled_on FROM bulk_send WHERE country_code = $1 AND entity_code = $2 AND job_id = $3",
            scoped(permit, &[job_id]),
        );
        let cancelled = |row: &dyn Row| Record::new(row, "bulk_send", "job_id").optional_text("cancelled_on");
        Ok(self.first_decoded(permit, &sql, cancelled).await?.flatten().is_some())
    }

    /// Notes why a request was not sent, unless something became of it before.
    pub async fn fail_bulk_send_item(
        &self,
        permit: &Permit<Change>,
        job_id: &str,
        position: i64,
        reason: &str,
    ) -> Result<()> {
        let set = [("outcome", Value::text("failed")), ("reason", Value::text(reason))];
        let filter = waiting(permit, job_id).equals("position", Value::Int(position));
        self.commit_unaudited(permit, vec![Statement::update("bulk_send_item", set, filter)]).await
    }

    /// Asks the job to stop before its next request.
    pub async fn cancel_bulk_send(&self, permit: &Permit<Change>, job: &BulkSend, now: &str) -> Result<()> {
        let filter = of_job(permit, &job.job_id).and("ended_on IS NULL AND cancelled_on IS NULL");
        let set = [("cancelled_on", Value::text(now))];
        self.commit_unaudited(permit, vec![Statement::update("bulk_send", set, filter)]).await
    }

    /// Ends a job that this node has claimed. What still waits is left out.
    pub async fn end_bulk_send(&self, permit: &Permit<Change>, job: &BulkSend, now: &str) -> Result<()> {
        let filter = of_job(permit, &job.job_id).equals("tries", Value::Int(job.tries + 1)).and("ended_on IS NULL");
        let end = Statement::update("bulk_send", [("ended_on", Value::text(now))], filter).or_refuse(Refusal::Stale);
        let rest = [("outcome", Value::text("cancelled"))];
        let rest = Statement::update("bulk_send_item", rest, waiting(permit, &job.job_id));
        self.commit(permit, Batch::audited(entry("bulk-send-end", job)).and(end).and(rest)).await
    }

    /// Removes jobs with their requests.
    pub async fn drop_old_bulk_sends(&self, before: &str) -> Result<()> {
        let text = "DELETE FROM bulk_send WHERE started_on < $1 AND ended_on IS NOT NULL";
        let gone = Statement::raw("bulk_send", text, vec![Value::text(before)]);
        self.commit_unaudited(&system::housekeeping(), vec![gone]).await
    }
}

fn entry(action: &'static str, job: &BulkSend) -> Entry {
    let mut detail = json!({ "total": job.total });
    if action != "bulk-send" {
        let BulkSend { user_id, total, sent, failed, .. } = job;
        detail = json!({ "total": total, "sent": sent, "failed": failed, "startedBy": user_id });
    }
    Entry { action, resource: "docrequest", key: job.job_id.clone(), detail }
}
