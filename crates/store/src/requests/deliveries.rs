//! The delivery of messages: lists for staff, what they do about it, and reports from mail servers and SMS gateways.

use domain::Refusal;
use domain::access::{Change, Permit, Reach, RequestAccess, View, Viewer, system};
use domain::master_data::Value;
use domain::request::bodies::CHANNEL;

use super::access::{OPEN, forwarding, push_visible_requests};
use super::messages::{DueMessage, MESSAGE_COLUMNS, due_message, shown_state};
use crate::row::{Record, int_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Filter, Statement};
use crate::{Result, Row, Store};

/// Totals are exact up to here, or to the end of the page.
const COUNTED: i64 = 1_000;

/// As in the indexes of this list.
const ATTENTION: &str = "CASE WHEN o.state IN ('bounced', 'failed') THEN 0 ELSE 1 END";

/// A message and its delivery.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryRow {
    pub message_id: String,
    pub txn_ref_no: String,
    pub party_seq_no: i64,
    pub event: String,
    pub channel: String,
    pub recipient: String,
    pub state: String,
    pub tries: i64,
    pub answer: Option<String>,
    pub created_on: String,
    pub done_on: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct DeliveryFilter {
    /// The state as callers know it.
    pub state: Option<String>,
    pub txn_ref_no: Option<String>,
    pub channel: Option<String>,
    pub message_id: Option<String>,
}

/// One page of deliveries.
#[derive(Debug, Clone, Default)]
pub struct DeliveryPage {
    pub rows: Vec<DeliveryRow>,
    /// Up to the counting limit.
    pub total: i64,
}

/// What a report says about a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reported {
    Delivered,
    Bounced,
    /// Still on its way; only the answer is stored.
    Delayed,
}

fn delivery(row: &dyn Row) -> Result<DeliveryRow> {
    let row = Record::new(row, "outbox", "message_id");
    Ok(DeliveryRow {
        message_id: row.text("message_id")?,
        txn_ref_no: row.text("txn_ref_no")?,
        party_seq_no: row.int("party_seq_no")?,
        event: row.text("event")?,
        channel: row.text("channel")?,
        recipient: row.text("recipient")?,
        state: shown_state(row.text("state")?),
        tries: row.int("tries")?,
        answer: row.optional_text("answer")?,
        created_on: row.text("created_on")?,
        done_on: row.optional_text("done_on")?,
    })
}

fn stored_state(shown: &str) -> &str {
    if shown == "queued" { "waiting" } else { shown }
}

/// Staff with more branches see most messages, so that the list of the entity soon has a page for them.
const MOST_BRANCHES: usize = 40;

/// The indexes of this list begin with the channel, so each channel is read by itself.
fn channels(filter: &DeliveryFilter) -> Vec<Option<&str>> {
    match filter.channel.as_deref() {
        None => CHANNEL.values.iter().copied().map(Some).collect(),
        only => vec![only],
    }
}

/// ` FROM outbox o WHERE` country, entity, filters and tenants.
fn push_filter<Kind>(sql: &mut Sql, access: &RequestAccess<Kind>, filter: &DeliveryFilter, channel: Option<&str>) {
    sql.push(" FROM outbox o WHERE o.country_code = $1 AND o.entity_code = $2");
    let state = filter.state.as_deref().map(stored_state);
    let wanted = [
        ("o.message_id", filter.message_id.as_deref()),
        ("o.txn_ref_no", filter.txn_ref_no.as_deref()),
        ("o.state", state),
        ("o.channel", channel),
    ];
    for (column, value) in wanted {
        if let Some(value) = value {
            sql.and_equals(column, Value::text(value));
        }
    }
    if let Reach::Only(tenants) = &access.permit().scope().tenants {
        sql.push(" AND o.tenant_code IN (''");
        for tenant in tenants {
            sql.push(", ").bind(Value::text(tenant));
        }
        sql.push(")");
    }
}

/// With a state, all rows are equal in the first part of the order.
fn order(filter: &DeliveryFilter, attention: &str) -> String {
    let first = if filter.state.is_some() { String::new() } else { format!("{attention}, ") };
    format!(" ORDER BY {first}o.created_on DESC, o.message_id LIMIT ")
}

/// The first messages that the caller may see, as a table `o` without an order: about visible requests, or all of the
/// entity.
fn push_deliveries<Kind>(
    sql: &mut Sql,
    access: &RequestAccess<Kind>,
    filter: &DeliveryFilter,
    (most, today): (i64, &str),
) {
    sql.push("(");
    let is_narrow = filter.message_id.is_some() || filter.txn_ref_no.is_some();
    match access.viewer() {
        Viewer::Staff { user_id, tenant, branches } if !is_narrow && branches.len() <= MOST_BRANCHES => {
            let staff = (user_id.as_str(), tenant.as_str(), branches.as_slice());
            push_by_branch(sql, access, filter, staff, (most, today));
        }
        viewer => {
            let parts = if is_narrow { vec![filter.channel.as_deref()] } else { channels(filter) };
            for (at, channel) in parts.into_iter().enumerate() {
                sql.push(if at > 0 { " UNION ALL " } else { "" }).push("SELECT * FROM (").push(COLUMNS);
                push_filter(sql, access, filter, channel);
                if !matches!(viewer, Viewer::All) {
                    sql.push(" AND EXISTS (");
                    push_visible_requests(sql, access, "SELECT 1 FROM docrequest r", today);
                    sql.push(" AND r.txn_ref_no = o.txn_ref_no)");
                }
                sql.push(&order(filter, ATTENTION)).bind(Value::Int(most)).push(") part");
            }
        }
    }
    sql.push(") o");
}

/// The first messages of each branch, and all messages of the requests that others forward to the caller: each part is
/// read through an index of its own, and other branches' messages are not read.
fn push_by_branch<Kind>(
    sql: &mut Sql,
    access: &RequestAccess<Kind>,
    filter: &DeliveryFilter,
    (user_id, tenant, branches): (&str, &str, &[String]),
    (most, today): (i64, &str),
) {
    for branch in branches {
        for channel in channels(filter) {
            sql.push("SELECT * FROM (").push(COLUMNS);
            push_filter(sql, access, filter, channel);
            sql.and_equals("o.tenant_code", Value::text(tenant)).and_equals("o.branch_code", Value::text(branch));
            sql.push(&order(filter, ATTENTION)).bind(Value::Int(most)).push(") part UNION ");
        }
    }
    for is_stand_in in [false, true] {
        sql.push(if is_stand_in { " UNION " } else { "" }).push(COLUMNS);
        push_filter(sql, access, filter, filter.channel.as_deref());
        sql.push(" AND o.txn_ref_no IN (SELECT r.txn_ref_no FROM ");
        if is_stand_in {
            // The few users who forward come first; SQLite keeps the order of a cross join.
            sql.push("(");
            forwarding(sql, user_id, today);
            sql.push(&format!(") f CROSS JOIN docrequest r WHERE r.owner = f.from_user_id AND {OPEN}"));
        } else {
            sql.push("docrequest r WHERE r.forwarded_to = ").bind(Value::text(user_id));
        }
        sql.push(" AND r.country_code = $1 AND r.entity_code = $2");
        sql.and_equals("r.tenant_code", Value::text(tenant)).push(")");
    }
}

const COLUMNS: &str = r#"SELECT o.message_id, o.txn_ref_no, o.party_seq_no, o.event, o.channel, o.recipient, o.state,
        o.tries, o.answer, o.created_on, o.done_on, CASE WHEN o.state IN ('bounced',
        'failed') THEN 0 ELSE 1 END AS attention"#;

/// Sends a message again, to this recipient, as if it were new. The caller saw it in this state.
pub fn resend_message(permit: &Permit<Change>, row: &DeliveryRow, recipient: &str, now: &str) -> Statement {
    let mut values = vec![Value::text(recipient), Value::text(now)];
    values.extend(scoped(permit, &[&row.message_id, stored_state(&row.state)]));
    values.push(Value::Int(row.tries));
    Statement::raw(
        "outbox",
        r#"UPDATE outbox
            SET state = 'waiting', recipient = $1, next_try_on = $2, answer = NULL, done_on = NULL, token = NULL,
                gateway_id = NULL, first_try_on = NULL
            WHERE country_code = $3 AND entity_code = $4 AND message_id = $5 AND state = $6 AND tries = $7"#,
        values,
    )
    .or_refuse(Refusal::Stale)
}

/// Takes a message off the list of those that need attention; one that waits is not sent.
pub fn dismiss_message(permit: &Permit<Change>, row: &DeliveryRow, now: &str) -> Statement {
    Statement::update(
        "outbox",
        [("state", Value::text("dismissed")), ("done_on", Value::text(now))],
        Filter::of(permit).text("message_id", &row.message_id).text("state", stored_state(&row.state)),
    )
    .or_refuse(Refusal::Stale)
}

/// Stores what a report says. A message that was bounced, failed, dismissed or sent again stays as it is.
pub fn report_delivery(
    permit: &Permit<Change>,
    due: &DueMessage,
    reported: Reported,
    answer: &str,
    now: &str,
) -> Statement {
    let answer = Value::Text(answer.chars().take(200).collect());
    let state = match reported {
        Reported::Delayed => None,
        Reported::Delivered => Some("delivered"),
        Reported::Bounced => Some("bounced"),
    };
    let (mut set, states) = (vec![("answer", answer)], Filter::of(permit));
    let filter = match state {
        None => states.and("state IN ('waiting', 'sent')"),
        Some(state) => {
            set.extend([("state", Value::text(state)), ("done_on", Value::text(now))]);
            states.and("state IN ('waiting', 'sent', 'delivered')")
        }
    };
    let filter = filter.text("message_id", &due.message.message_id).equals("tries", Value::Int(due.message.tries));
    Statement::update("outbox", set, filter).or_refuse(Refusal::Stale)
}

impl Store {
    /// A page of deliveries: those that need attention first, then the newest.
    pub async fn deliveries(
        &self,
        access: &RequestAccess<View>,
        filter: &DeliveryFilter,
        today: &str,
        (offset, size): (i64, i64),
    ) -> Result<DeliveryPage> {
        let mut page = Sql::new("SELECT * FROM ", scoped(access.permit(), &[]));
        push_deliveries(&mut page, access, filter, (offset + size, today));
        page.push(&order(filter, "o.attention")).bind(Value::Int(size)).push(" OFFSET ").bind(Value::Int(offset));
        let rows = self.readable(access.permit(), &page, delivery).await?;
        let found = rows.len() as i64;
        if found < size && (found > 0 || offset == 0) {
            return Ok(DeliveryPage { rows, total: offset + found });
        }
        let most = COUNTED.max(offset + size + 1);
        let mut count = Sql::new("SELECT count(*) AS n FROM (SELECT 1 FROM ", scoped(access.permit(), &[]));
        push_deliveries(&mut count, access, filter, (most, today));
        count.push(" LIMIT ").bind(Value::Int(most)).push(") counted");
        let total = self.first_decoded(access.permit(), &count, int_of("outbox", "n")).await?;
        Ok(DeliveryPage { rows, total: total.unwrap_or(0) })
    }

    /// One delivery, if the caller may see it.
    pub async fn delivery(
        &self,
        access: &RequestAccess<Change>,
        message_id: &str,
        today: &str,
    ) -> Result<Option<DeliveryRow>> {
        let filter = DeliveryFilter { message_id: Some(message_id.to_owned()), ..DeliveryFilter::default() };
        let mut sql = Sql::new("SELECT * FROM ", scoped(access.permit(), &[]));
        push_deliveries(&mut sql, access, &filter, (1, today));
        self.first_decoded(access.permit(), &sql, delivery).await
    }

    /// The message of any entity with this Message-ID.
    pub async fn message_by_token(&self, token: &str) -> Result<Option<DueMessage>> {
        self.message_where("token", token).await
    }

    /// The message of any entity with this id at the SMS gateway.
    pub async fn message_by_gateway_id(&self, id: &str) -> Result<Option<DueMessage>> {
        self.message_where("gateway_id", id).await
    }

    async fn message_where(&self, column: &str, value: &str) -> Result<Option<DueMessage>> {
        let sql =
            Sql::new(format!("SELECT {MESSAGE_COLUMNS} FROM outbox WHERE {column} = $1"), vec![Value::text(value)]);
        self.first_decoded(&system::housekeeping(), &sql, due_message).await
    }

    /// True when this message was sent in place of one on the other channel.
    pub async fn is_replacement(&self, permit: &Permit<Change>, message_id: &str) -> Result<bool> {
        let sql = Sql::new(
            r#"SELECT 1
                FROM outbox
                WHERE country_code = $1 AND entity_code = $2 AND message_id = $3 AND replaces IS NOT NULL"#,
            scoped(permit, &[message_id]),
        );
        Ok(self.first(permit, &sql, |_| ()).await?.is_some())
    }

    /// The state of a message, as callers know it.
    pub async fn delivery_state(&self, permit: &Permit<Change>, message_id: &str) -> Result<Option<String>> {
        let sql = Sql::new(
            "SELECT message_id, state FROM outbox WHERE country_code = $1 AND entity_code = $2 AND message_id = $3",
            scoped(permit, &[message_id]),
        );
        let state = |row: &dyn Row| Record::new(row, "outbox", "message_id").text("state").map(shown_state);
        self.first_decoded(permit, &sql, state).await
    }
}
