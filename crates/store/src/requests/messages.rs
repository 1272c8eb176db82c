//! The outbox: messages stored in the commit that causes them. Also the notices shown to staff.

use domain::Refusal;
use domain::access::{Change, Permit, View, system};
use domain::master_data::Value;

use crate::batch::Statement;
use crate::row::{Record, int_of, text_of};
use crate::sql::{Sql, scoped};
use crate::{Result, Row, Store};

/// A message to one person.
#[derive(Clone)]
pub struct OutboxMessage {
    pub country: String,
    pub entity: String,
    pub tenant_code: String,
    pub message_id: String,
    pub txn_ref_no: String,
    pub party: u32,
    pub user_id: String,
    pub event: String,
    pub channel: String,
    pub recipient: String,
    pub subject: String,
    pub body: String,
    pub calendar: Option<String>,
    pub tries: i64,
}

/// Omits the recipient, and the text, which may hold a link.
impl std::fmt::Debug for OutboxMessage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = &mut formatter.debug_struct("OutboxMessage");
        shown.field("message_id", &self.message_id).field("event", &self.event).finish_non_exhaustive()
    }
}

/// The delivery of a message, for the request's own page.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SentMessage {
    pub message_id: String,
    pub party_seq_no: i64,
    pub event: String,
    pub channel: String,
    pub recipient: String,
    pub state: String,
    pub tries: i64,
    pub created_on: String,
    pub done_on: Option<String>,
    pub subject: String,
    /// Without the link, which is made when the message is sent and never stored.
    pub text: String,
}

pub fn enqueue_message(permit: &Permit<Change>, message: &OutboxMessage, now: &str) -> Statement {
    let mut values = scoped(permit, &[&message.tenant_code, &message.message_id, &message.txn_ref_no]);
    values.push(Value::Int(message.party.into()));
    let texts =
        [&message.user_id, &message.event, &message.channel, &message.recipient, &message.subject, &message.body];
    values.extend(texts.map(Value::text));
    values.push(message.calendar.as_ref().map_or(Value::Null, Value::text));
    values.extend([Value::text(now), Value::text(now)]);
    Statement::new(
        "INSERT INTO outbox (country_code, entity_code, tenant_code, message_id, txn_ref_no, party_seq_no, user_id, event, channel, recipient, subject, body, calendar, next_try_on, created_on, state, tries) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'waiting', 0) ON CONFLICT DO NOTHING",
        values,
    )
}

/// A notice to a staff member.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    pub notification_id: String,
    pub at: String,
    pub event: String,
    pub txn_ref_no: String,
    pub customer_name: String,
    pub document_title: Option<String>,
    pub actor: String,
    pub is_read: bool,
}

pub fn add_notice(permit: &Permit<Change>, tenant: &str, user: &str, notice: &Notice) -> Statement {
    let mut values = scoped(permit, &[tenant, user, &notice.notification_id, &notice.at, &notice.event]);
    values.extend([Value::text(&notice.txn_ref_no), Value::text(&notice.customer_name)]);
    values.push(notice.document_title.as_ref().map_or(Value::Null, Value::text));
    values.extend([Value::text(&notice.actor), Value::Bool(false)]);
    Statement::new(
        "INSERT INTO notification (country_code, entity_code, tenant_code, user_id, notification_id, at, event, txn_ref_no, customer_name, document_title, actor, is_read) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        values,
    )
}

/// Marks notices of an event about a request as read: those of one user, or of all.
pub fn settle_notices(permit: &Permit<Change>, txn_ref_no: &str, event: &str, user: Option<&str>) -> Statement {
    let mut values = vec![Value::Bool(true)];
    values.extend(scoped(permit, &[txn_ref_no, event]));
    let mut sql = Sql::new(
        "UPDATE notification SET is_read = $1 WHERE country_code = $2 AND entity_code = $3 AND txn_ref_no = $4 AND event = $5",
        values,
    );
    if let Some(user) = user {
        sql.and_equals("user_id", Value::text(user));
    }
    Statement::new(sql.text, sql.values)
}

fn message(row: &dyn Row) -> Result<OutboxMessage> {
    let row = Record::new(row, "outbox", "record_key");
    Ok(OutboxMessage {
        country: row.text("country_code")?,
        entity: row.text("entity_code")?,
        tenant_code: row.text("tenant_code")?,
        message_id: row.text("message_id")?,
        txn_ref_no: row.text("txn_ref_no")?,
        party: row.int("party_seq_no")?,
        user_id: row.text("user_id")?,
        event: row.text("event")?,
        channel: row.text("channel")?,
        recipient: row.text("recipient")?,
        subject: row.text("subject")?,
        body: row.text("body")?,
        tries: row.int("tries")?,
        calendar: row.optional_text("calendar")?,
    })
}

fn sent_message(row: &dyn Row) -> Result<SentMessage> {
    let row = Record::new(row, "outbox", "message_id");
    Ok(SentMessage {
        message_id: row.text("message_id")?,
        party_seq_no: row.int("party_seq_no")?,
        event: row.text("event")?,
        channel: row.text("channel")?,
        recipient: row.text("recipient")?,
        state: row.text("state")?,
        tries: row.int("tries")?,
        created_on: row.text("created_on")?,
        done_on: row.optional_text("done_on")?,
        subject: row.text("subject")?,
        text: row.text("body")?,
    })
}

fn notice(row: &dyn Row) -> Result<Notice> {
    let row = Record::new(row, "notification", "notification_id");
    Ok(Notice {
        notification_id: row.text("notification_id")?,
        at: row.text("at")?,
        event: row.text("event")?,
        txn_ref_no: row.text("txn_ref_no")?,
        customer_name: row.text("customer_name")?,
        document_title: row.optional_text("document_title")?,
        actor: row.text("actor")?,
        is_read: row.flag("is_read")?,
    })
}

impl Store {
    /// Due messages of every entity, after those already skipped. An unreadable one is its own error, so that the
    /// others are sent.
    pub async fn waiting_messages(&self, now: &str, most: i64, passed_over: i64) -> Result<Vec<Result<OutboxMessage>>> {
        let sql = Sql::new(
            "SELECT country_code || '/' || entity_code || '/' || message_id AS record_key, country_code, entity_code, tenant_code, message_id, txn_ref_no, party_seq_no, user_id, event, channel, recipient, subject, body, tries, calendar FROM outbox WHERE state = 'waiting' AND next_try_on <= $1 ORDER BY next_try_on LIMIT $2 OFFSET $3",
            vec![Value::text(now), Value::Int(most), Value::Int(passed_over)],
        );
        self.rows(&system::housekeeping(), &sql, message).await
    }

    /// Claims a message for a while: of several senders one succeeds.
    pub async fn claim_message(&self, permit: &Permit<Change>, message: &OutboxMessage, until: &str) -> Result<()> {
        let mut values = vec![Value::text(until)];
        values.extend(scoped(permit, &[&message.message_id]));
        values.push(Value::Int(message.tries));
        let claim = Statement::new(
            "UPDATE outbox SET tries = tries + 1, next_try_on = $1 WHERE country_code = $2 AND entity_code = $3 AND message_id = $4 AND state = 'waiting' AND tries = $5",
            values,
        );
        self.commit_unaudited(permit, vec![claim.or_refuse(Refusal::Stale)]).await
    }

    /// Stores the result of a delivery; `again` is the time of the next attempt.
    pub async fn settle_message(
        &self,
        permit: &Permit<Change>,
        message: &OutboxMessage,
        outcome: std::result::Result<(), (String, Option<String>)>,
        now: &str,
    ) -> Result<()> {
        let (state, fault, again) = match outcome {
            Ok(()) => ("sent", None, None),
            Err((fault, Some(again))) => ("waiting", Some(fault), Some(again)),
            Err((fault, None)) => ("failed", Some(fault), None),
        };
        let done = if state == "waiting" { Value::Null } else { Value::text(now) };
        let mut values = vec![
            Value::text(state),
            fault.map_or(Value::Null, |fault| Value::Text(fault.chars().take(200).collect())),
            done,
            Value::text(again.as_deref().unwrap_or(now)),
        ];
        values.extend(scoped(permit, &[&message.message_id]));
        let settle = Statement::new(
            "UPDATE outbox SET state = $1, fault = $2, done_on = $3, next_try_on = $4 WHERE country_code = $5 AND entity_code = $6 AND message_id = $7",
            values,
        );
        self.commit_unaudited(permit, vec![settle]).await
    }

    /// The messages about a request. The caller has checked access to it.
    pub async fn messages_of<Kind>(&self, permit: &Permit<Kind>, txn_ref_no: &str) -> Result<Vec<SentMessage>> {
        let sql = Sql::new(
            "SELECT message_id, party_seq_no, event, channel, recipient, state, tries, created_on, done_on, subject, body FROM outbox WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 ORDER BY created_on DESC, message_id LIMIT 200",
            scoped(permit, &[txn_ref_no]),
        );
        self.decoded(permit, &sql, sent_message).await
    }

    /// True when this party was ever sent a message about the request.
    pub async fn has_been_notified(&self, permit: &Permit<Change>, txn_ref_no: &str, party: u32) -> Result<bool> {
        let mut values = scoped(permit, &[txn_ref_no]);
        values.push(Value::Int(party.into()));
        let sql = Sql::new(
            "SELECT 1 FROM outbox WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND party_seq_no = $4 LIMIT 1",
            values,
        );
        Ok(self.first(permit, &sql, |_| ()).await?.is_some())
    }

    /// The parties that were reminded since this moment.
    pub async fn parties_reminded(&self, permit: &Permit<Change>, txn_ref_no: &str, since: &str) -> Result<Vec<u32>> {
        let sql = Sql::new(
            "SELECT DISTINCT party_seq_no FROM outbox WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND event IN ('Reminder', 'ReminderBeforeExpiry', 'ReminderOnExpiry') AND created_on > $4",
            scoped(permit, &[txn_ref_no, since]),
        );
        let numbers = self.decoded(permit, &sql, int_of("outbox", "party_seq_no")).await?;
        Ok(numbers.into_iter().filter_map(|number| u32::try_from(number).ok()).collect())
    }

    /// The users with an unread notice of this event about a request.
    pub async fn unread_notices(&self, permit: &Permit<Change>, txn_ref_no: &str, event: &str) -> Result<Vec<String>> {
        let mut values = scoped(permit, &[txn_ref_no, event]);
        values.push(Value::Bool(false));
        let sql = Sql::new(
            "SELECT DISTINCT user_id FROM notification WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND event = $4 AND is_read = $5",
            values,
        );
        self.decoded(permit, &sql, text_of("notification", "user_id")).await
    }

    pub async fn notices(&self, permit: &Permit<View>, user: &str, most: i64) -> Result<Vec<Notice>> {
        let mut values = scoped(permit, &[user]);
        values.push(Value::Int(most));
        let sql = Sql::new(
            "SELECT notification_id, at, event, txn_ref_no, customer_name, document_title, actor, is_read FROM notification WHERE country_code = $1 AND entity_code = $2 AND user_id = $3 ORDER BY notification_id DESC LIMIT $4",
            values,
        );
        self.decoded(permit, &sql, notice).await
    }

    /// Marks one notice, or all notices of a user, as read.
    pub async fn mark_read(&self, permit: &Permit<Change>, user: &str, notice: Option<&str>) -> Result<()> {
        let mut values = vec![Value::Bool(true)];
        values.extend(scoped(permit, &[user]));
        let text = "UPDATE notification SET is_read = $1 WHERE country_code = $2 AND entity_code = $3 AND user_id = $4";
        let statement = match notice {
            None => Statement::new(text, values),
            Some(id) => {
                values.push(Value::text(id));
                Statement::new(format!("{text} AND notification_id = $5"), values).or_refuse(Refusal::NotFound)
            }
        };
        self.commit_unaudited(permit, vec![statement]).await
    }

    /// Removes old notices. Sent messages are kept longer.
    pub async fn drop_old_notices(&self, before: &str) -> Result<()> {
        let gone = Statement::new("DELETE FROM notification WHERE at < $1", vec![Value::text(before)]);
        self.commit_unaudited(&system::housekeeping(), vec![gone]).await
    }
}
