//! The schedule of a day.

use std::sync::Arc;

use domain::access::{Change, Permit, RequestAccess, View, Viewer};
use domain::master_data::Value;

use super::access::push_visible_requests;
use crate::row::{Record, text_of};
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// A meeting, or a request with a date.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scheduled {
    pub kind: String,
    /// The time of a meeting.
    pub at: Option<String>,
    pub txn_ref_no: String,
    pub customer_name: Option<String>,
    pub subject: Option<String>,
}

/// The schedule of a day: the first entries of each kind.
#[derive(Debug, Clone, Default)]
pub struct Schedule {
    pub meetings: Vec<Scheduled>,
    pub due: Vec<Scheduled>,
    pub ending: Vec<Scheduled>,
    /// The number of meetings that day, including those not listed.
    pub meetings_in_all: i64,
}

impl Schedule {
    /// Most entries of each kind.
    pub const MOST: usize = 20;
}

/// A day of an entity, and the timestamps that bound it.
#[derive(Debug, Clone)]
pub struct Day {
    pub date: String,
    pub from: String,
    pub to: String,
}

/// An entry, and for a meeting the number of meetings that day.
fn scheduled(row: &dyn Row) -> Result<(Scheduled, i64)> {
    let row = Record::new(row, "docrequest", "txn_ref_no");
    let one = Scheduled {
        kind: row.text("kind")?,
        at: row.optional_text("at")?,
        txn_ref_no: row.text("txn_ref_no")?,
        customer_name: row.optional_text("customer_name")?,
        subject: row.optional_text("subject")?,
    };
    Ok((one, row.int("n")?))
}

impl Store {
    /// Meetings of a day, and running requests whose documents are due (`document_due_date`) or that expire
    /// (`open_until`, which has an index) on it. Empty for customers.
    pub async fn schedule(&self, access: &RequestAccess<View>, day: &Day) -> Result<Arc<Schedule>> {
        let Viewer::Staff { user_id, tenant, branches } = access.viewer() else { return Ok(Arc::default()) };
        let scope = access.permit().scope();
        let place = [&scope.country, &scope.entity, tenant, user_id, &day.from, &day.to].map(String::clone);
        let key = place.into_iter().chain(branches.iter().cloned()).collect();
        let read = |store: Store| {
            let (access, tenant, day) = (access.clone(), tenant.clone(), day.clone());
            async move { store.read_schedule(&access, &tenant, &day).await }
        };
        self.cached(|caches| &caches.schedules, key, read).await
    }

    async fn read_schedule(&self, access: &RequestAccess<View>, tenant: &str, day: &Day) -> Result<Schedule> {
        let mut sql = Sql::new("SELECT * FROM (", scoped(access.permit(), &[]));
        push_visible_requests(
            &mut sql,
            access,
            r#"SELECT 'meeting' AS kind, m.starts_at AS at, m.txn_ref_no, r.customer_name, m.subject,
                    count(*) OVER () AS n
                FROM docrequest_meeting m
                JOIN docrequest r ON r.country_code = m.country_code AND r.entity_code = m.entity_code
                    AND r.txn_ref_no = m.txn_ref_no"#,
            &day.date,
        );
        sql.push(" AND m.country_code = $1 AND m.entity_code = $2");
        sql.and_equals("m.tenant_code", Value::text(tenant));
        sql.push(" AND m.starts_at >= ")
            .bind(Value::text(&day.from))
            .push(" AND m.starts_at < ")
            .bind(Value::text(&day.to));
        sql.and_equals("m.is_cancelled", Value::Bool(false)).push(" ORDER BY m.starts_at LIMIT ");
        sql.bind(Value::Int(Schedule::MOST as i64)).push(") meetings");
        for (kind, column) in [("due", "r.document_due_date"), ("ends", "r.open_until")] {
            sql.push(" UNION ALL SELECT * FROM (");
            let select = format!("SELECT '{kind}', NULL, r.txn_ref_no, r.customer_name, NULL, 0 FROM docrequest r");
            push_visible_requests(&mut sql, access, &select, &day.date);
            // No ORDER BY: with one the planner might walk the index of references until it meets some of this day.
            sql.and_equals(column, Value::text(&day.date)).push(" AND r.open_until IS NOT NULL LIMIT ");
            sql.bind(Value::Int(Schedule::MOST as i64)).push(&format!(") {kind}"));
        }
        let mut schedule = Schedule::default();
        for (one, n) in self.decoded(access.permit(), &sql, scheduled).await? {
            match &*one.kind {
                "due" => schedule.due.push(one),
                "ends" => schedule.ending.push(one),
                _ => {
                    schedule.meetings_in_all = n;
                    schedule.meetings.push(one);
                }
            }
        }
        [&mut schedule.meetings, &mut schedule.due, &mut schedule.ending].into_iter().for_each(|all| all.sort());
        Ok(schedule)
    }

    /// Open requests of one entity that expired before today, oldest first.
    pub async fn overdue(&self, permit: &Permit<Change>, today: &str) -> Result<Vec<String>> {
        let sql = Sql::new(
            r#"SELECT txn_ref_no
                FROM docrequest
                WHERE country_code = $1 AND entity_code = $2 AND open_until < $3
                ORDER BY open_until"#,
            scoped(permit, &[today]),
        );
        self.decoded(permit, &sql, text_of("docrequest", "txn_ref_no")).await
    }
}
