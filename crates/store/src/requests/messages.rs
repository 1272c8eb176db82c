//! The outbox: messages stored in the commit that causes them. Also the notices shown to staff.

use domain::Refusal;
use domain::access::{Change, Permit, View, system};
use domain::master_data::Value;

use crate::row::{Record, int_of, text_of};
use crate::sql::{Sql, scoped};
use crate::statement::{Columns, Filter, Insert, Statement};
use crate::table::Column;
use crate::{Result, Row, Store};

/// A message to one person.
#[derive(Clone)]
pub struct OutboxMessage {
    pub country: String,
    pub entity: String,
    pub tenant_code: String,
    /// Of the request.
    pub branch_code: Option<String>,
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
    /// It waits until then, so that it can be taken back or replaced.
    pub held_until: Option<String>,
}

/// Omits the recipient, and the text, which may hold a link.
impl std::fmt::Debug for OutboxMessage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = &mut formatter.debug_struct("OutboxMessage");
        shown.field("message_id", &self.message_id).field("event", &self.event).finish_non_exhaustive()
    }
}

/// A due message, with the state of its delivery.
#[derive(Debug, Clone)]
pub struct DueMessage {
    pub message: OutboxMessage,
    /// The left part of the mail's Message-ID, once it was tried.
    pub token: Option<String>,
    pub first_try_on: Option<String>,
}

/// Messages of one entity and channel: they share a server.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lane {
    pub country: String,
    pub entity: String,
    pub channel: String,
}

/// The result of an attempt to deliver a message.
#[derive(Debug, Clone)]
pub enum Settlement {
    Sent { answer: String, gateway_id: Option<String> },
    Retry { answer: String, at: String },
    Failed { answer: String },
    Bounced { answer: String },
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
    pub answer: Option<String>,
    pub created_on: String,
    pub done_on: Option<String>,
    pub subject: String,
    /// Without the link, which is made when the message is sent and never stored.
    pub text: String,
}

pub fn enqueue_message(permit: &Permit<Change>, message: &OutboxMessage, now: &str) -> Statement {
    enqueue(permit, message, None, now)
}

/// Enqueues many messages in few statements.
pub fn enqueue_messages(permit: &Permit<Change>, messages: &[OutboxMessage], now: &str) -> Vec<Statement> {
    let rows: Vec<_> = messages.iter().map(|message| new_row(permit, message, None, now)).collect();
    Insert::of_columns("outbox", rows).on_conflict(ONCE).statements()
}

/// Enqueues a message in place of one that could not be delivered.
pub fn enqueue_replacement(permit: &Permit<Change>, message: &OutboxMessage, replaces: &str, now: &str) -> Statement {
    enqueue(permit, message, Some(replaces), now)
}

/// A message that is there already is not enqueued again.
const ONCE: &str = "DO NOTHING";

fn enqueue(permit: &Permit<Change>, message: &OutboxMessage, replaces: Option<&str>, now: &str) -> Statement {
    Insert::of_columns("outbox", [new_row(permit, message, replaces, now)]).on_conflict(ONCE).into()
}

fn new_row(permit: &Permit<Change>, message: &OutboxMessage, replaces: Option<&str>, now: &str) -> Columns {
    let scope = permit.scope();
    vec![
        ("country_code", Value::text(&scope.country)),
        ("entity_code", Value::text(&scope.entity)),
        ("tenant_code", Value::text(&message.tenant_code)),
        ("branch_code", message.branch_code.value()),
        ("message_id", Value::text(&message.message_id)),
        ("txn_ref_no", Value::text(&message.txn_ref_no)),
        ("party_seq_no", Value::Int(message.party.into())),
        ("user_id", Value::text(&message.user_id)),
        ("event", Value::text(&message.event)),
        ("channel", Value::text(&message.channel)),
        ("recipient", Value::text(&message.recipient)),
        ("subject", Value::text(&message.subject)),
        ("body", Value::text(&message.body)),
        ("calendar", message.calendar.value()),
        ("next_try_on", Value::text(message.held_until.as_deref().unwrap_or(now))),
        ("created_on", Value::text(now)),
        ("replaces", replaces.map_or(Value::Null, Value::text)),
        ("state", Value::text("waiting")),
        ("tries", Value::Int(0)),
    ]
}

/// Moves the messages about a request to its new branch.
pub(super) fn move_messages(permit: &Permit<Change>, txn_ref_no: &str, branch: &str) -> Statement {
    let values = std::iter::once(Value::text(branch)).chain(scoped(permit, &[txn_ref_no]));
    Statement::raw(
        "outbox",
        "UPDATE outbox SET branch_code = $1 WHERE country_code = $2 AND entity_code = $3 AND txn_ref_no = $4",
        values.collect(),
    )
}

/// Characters of an answer that are stored.
const MAX_ANSWER: usize = 200;

fn shortened(answer: &str) -> Value {
    Value::Text(answer.chars().take(MAX_ANSWER).collect())
}

/// Stores the result of an attempt. Refused as stale when the message was claimed again or settled in the meantime.
pub fn settle_message(permit: &Permit<Change>, message: &OutboxMessage, result: &Settlement, now: &str) -> Statement {
    let (state, answer, gateway_id) = match result {
        Settlement::Sent { answer, gateway_id } => ("sent", answer, gateway_id.as_deref()),
        Settlement::Retry { answer, .. } => ("waiting", answer, None),
        Settlement::Failed { answer } => ("failed", answer, None),
        Settlement::Bounced { answer } => ("bounced", answer, None),
    };
    let (done_on, next_try_on) = match result {
        Settlement::Retry { at, .. } => (Value::Null, at.as_str()),
        _ => (Value::text(now), now),
    };
    let mut values = vec![
        Value::text(state),
        shortened(answer),
        gateway_id.map_or(Value::Null, Value::text),
        done_on,
        Value::text(next_try_on),
    ];
    values.extend(scoped(permit, &[&message.message_id]));
    values.push(Value::Int(message.tries));
    Statement::raw(
        "outbox",
        r#"UPDATE outbox
            SET state = $1, answer = $2, gateway_id = $3, done_on = $4, next_try_on = $5
            WHERE country_code = $6 AND entity_code = $7 AND message_id = $8 AND tries = $9 AND state = 'waiting'"#,
        values,
    )
    .or_refuse(Refusal::Stale)
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
    let scope = permit.scope();
    let row = vec![
        ("country_code", Value::text(&scope.country)),
        ("entity_code", Value::text(&scope.entity)),
        ("tenant_code", Value::text(tenant)),
        ("user_id", Value::text(user)),
        ("notification_id", Value::text(&notice.notification_id)),
        ("at", Value::text(&notice.at)),
        ("event", Value::text(&notice.event)),
        ("txn_ref_no", Value::text(&notice.txn_ref_no)),
        ("customer_name", Value::text(&notice.customer_name)),
        ("document_title", notice.document_title.value()),
        ("actor", Value::text(&notice.actor)),
        ("is_read", Value::Bool(false)),
    ];
    Insert::of_columns("notification", [row]).on_conflict(ONCE).into()
}

const READ: [(&str, Value); 1] = [("is_read", Value::Bool(true))];

/// Marks notices of an event about a request as read: those of one user, or of all.
pub fn settle_notices(permit: &Permit<Change>, txn_ref_no: &str, event: &str, user: Option<&str>) -> Statement {
    let filter = Filter::of(permit).text("txn_ref_no", txn_ref_no).text("event", event);
    let filter = user.into_iter().fold(filter, |filter, user| filter.text("user_id", user));
    Statement::update("notification", READ, filter)
}

pub(super) const MESSAGE_COLUMNS: &str = "country_code || '/' || entity_code || '/' || message_id AS record_key, \
    country_code, entity_code, tenant_code, branch_code, message_id, txn_ref_no, party_seq_no, user_id, event, \
    channel, recipient, subject, body, tries, calendar, token, first_try_on";

pub(super) fn due_message(row: &dyn Row) -> Result<DueMessage> {
    let row = Record::new(row, "outbox", "record_key");
    let message = OutboxMessage {
        country: row.text("country_code")?,
        entity: row.text("entity_code")?,
        tenant_code: row.text("tenant_code")?,
        branch_code: row.optional_text("branch_code")?,
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
        held_until: None,
    };
    Ok(DueMessage { message, token: row.optional_text("token")?, first_try_on: row.optional_text("first_try_on")? })
}

/// The state as callers know it.
pub(super) fn shown_state(stored: String) -> String {
    match stored.as_str() {
        "waiting" => "queued".to_owned(),
        _ => stored,
    }
}

fn sent_message(row: &dyn Row) -> Result<SentMessage> {
    let row = Record::new(row, "outbox", "message_id");
    Ok(SentMessage {
        message_id: row.text("message_id")?,
        party_seq_no: row.int("party_seq_no")?,
        event: row.text("event")?,
        channel: row.text("channel")?,
        recipient: row.text("recipient")?,
        state: shown_state(row.text("state")?),
        tries: row.int("tries")?,
        answer: row.optional_text("answer")?,
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
    /// The entities and channels with due messages.
    pub async fn due_lanes(&self, now: &str) -> Result<Vec<Lane>> {
        let sql = Sql::new(
            r#"SELECT DISTINCT country_code, entity_code, channel
                FROM outbox
                WHERE state = 'waiting' AND next_try_on <= $1"#,
            vec![Value::text(now)],
        );
        let lane = |row: &dyn Row| {
            let row = Record::new(row, "outbox", "entity_code");
            Ok(Lane {
                country: row.text("country_code")?,
                entity: row.text("entity_code")?,
                channel: row.text("channel")?,
            })
        };
        self.decoded(&system::housekeeping(), &sql, lane).await
    }

    /// Due messages of one entity and channel, after those already skipped. An unreadable one is its own error, so that
    /// the others are sent.
    pub async fn due_messages(
        &self,
        permit: &Permit<Change>,
        channel: &str,
        now: &str,
        (most, skipped): (i64, i64),
    ) -> Result<Vec<Result<DueMessage>>> {
        let mut sql = Sql::new(
            format!(
                r#"SELECT {MESSAGE_COLUMNS}
                    FROM outbox
                    WHERE country_code = $1 AND entity_code = $2 AND channel = $3 AND state = 'waiting'
                        AND next_try_on <= $4
                    ORDER BY next_try_on
                    LIMIT $5 OFFSET $6"#
            ),
            scoped(permit, &[channel, now]),
        );
        sql.values.extend([Value::Int(most), Value::Int(skipped)]);
        self.rows(permit, &sql, due_message).await
    }

    /// Claims a message for a while: of several senders one succeeds. The claim numbers the attempt. What the attempt
    /// needs is committed with it.
    pub async fn claim_message(
        &self,
        permit: &Permit<Change>,
        due: &DueMessage,
        token: &str,
        (now, until): (&str, &str),
        more: Option<Statement>,
    ) -> Result<()> {
        let mut values = vec![Value::text(until), Value::text(token), Value::text(now)];
        values.extend(scoped(permit, &[&due.message.message_id]));
        values.push(Value::Int(due.message.tries));
        let claim = Statement::raw(
            "outbox",
            r#"UPDATE outbox
                SET tries = tries + 1, next_try_on = $1, token = coalesce(token, $2),
                    first_try_on = coalesce(first_try_on, $3)
                WHERE country_code = $4 AND entity_code = $5 AND message_id = $6 AND state = 'waiting' AND tries = $7"#,
            values,
        );
        let statements = std::iter::once(claim.or_refuse(Refusal::Stale)).chain(more);
        self.commit_unaudited(permit, statements.collect()).await
    }

    /// Extends the claim of a message that is being sent.
    pub async fn renew_message(&self, permit: &Permit<Change>, message: &OutboxMessage, until: &str) -> Result<()> {
        let mut values = vec![Value::text(until)];
        values.extend(scoped(permit, &[&message.message_id]));
        values.push(Value::Int(message.tries));
        let renew = Statement::raw(
            "outbox",
            r#"UPDATE outbox SET next_try_on = $1
            WHERE country_code = $2 AND entity_code = $3 AND message_id = $4 AND state = 'waiting' AND tries = $5"#,
            values,
        );
        self.commit_unaudited(permit, vec![renew]).await
    }

    /// Postpones the due messages of a lane whose server cannot be used, except those first tried before `cutoff`.
    pub async fn postpone_messages(
        &self,
        permit: &Permit<Change>,
        channel: &str,
        answer: &str,
        (now, until, cutoff): (&str, &str, &str),
    ) -> Result<()> {
        let mut values = vec![Value::text(until), shortened(answer), Value::text(now)];
        values.extend(scoped(permit, &[channel, now, cutoff]));
        let postpone = Statement::raw(
            "outbox",
            r#"UPDATE outbox
                SET next_try_on = $1, answer = $2, first_try_on = coalesce(first_try_on, $3)
                WHERE country_code = $4 AND entity_code = $5 AND channel = $6 AND state = 'waiting'
                    AND next_try_on <= $7 AND (first_try_on IS NULL OR first_try_on > $8)"#,
            values,
        );
        self.commit_unaudited(permit, vec![postpone]).await
    }

    /// The messages about a request. The caller has checked access to it.
    pub async fn messages_of<Kind>(
        &self,
        permit: &Permit<Kind>,
        txn_ref_no: &str,
        limit: i64,
    ) -> Result<Vec<SentMessage>> {
        let mut values = scoped(permit, &[txn_ref_no]);
        values.push(Value::Int(limit));
        let sql = Sql::new(
            r#"SELECT message_id, party_seq_no, event, channel, recipient, state, tries, answer, created_on, done_on,
                    subject, body
                FROM outbox
                WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3
                ORDER BY created_on DESC, message_id
                LIMIT $4"#,
            values,
        );
        self.decoded(permit, &sql, sent_message).await
    }

    /// The last login of each party since the request was sent.
    pub async fn party_logins<Kind>(&self, permit: &Permit<Kind>, txn_ref_no: &str) -> Result<Vec<(u32, String)>> {
        let sql = Sql::new(
            r#"SELECT p.party_seq_no, max(s.created_on) AS logged_in_on
                FROM docrequest r
                JOIN docrequest_party p ON p.country_code = r.country_code AND p.entity_code = r.entity_code
                    AND p.txn_ref_no = r.txn_ref_no
                JOIN session s ON s.country_code = p.country_code AND s.entity_code = p.entity_code
                    AND s.user_id = p.user_id AND s.created_on >= r.sent_on
                WHERE r.country_code = $1 AND r.entity_code = $2 AND r.txn_ref_no = $3
                GROUP BY p.party_seq_no"#,
            scoped(permit, &[txn_ref_no]),
        );
        let login = |row: &dyn Row| {
            let row = Record::new(row, "session", "party_seq_no");
            Ok((row.int("party_seq_no")?, row.text("logged_in_on")?))
        };
        self.decoded(permit, &sql, login).await
    }

    /// True when this party was ever sent a message about the request.
    pub async fn has_been_notified(&self, permit: &Permit<Change>, txn_ref_no: &str, party: u32) -> Result<bool> {
        let mut values = scoped(permit, &[txn_ref_no]);
        values.push(Value::Int(party.into()));
        let sql = Sql::new(
            r#"SELECT 1
                FROM outbox
                WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND party_seq_no = $4
                LIMIT 1"#,
            values,
        );
        Ok(self.first(permit, &sql, |_| ()).await?.is_some())
    }

    /// The parties that were reminded since this moment.
    pub async fn parties_reminded(&self, permit: &Permit<Change>, txn_ref_no: &str, since: &str) -> Result<Vec<u32>> {
        let sql = Sql::new(
            r#"SELECT DISTINCT party_seq_no
                FROM outbox
                WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND event IN ('Reminder',
                    'ReminderBeforeExpiry', 'ReminderOnExpiry') AND created_on > $4"#,
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
            r#"SELECT DISTINCT user_id
                FROM notification
                WHERE country_code = $1 AND entity_code = $2 AND txn_ref_no = $3 AND event = $4 AND is_read = $5"#,
            values,
        );
        self.decoded(permit, &sql, text_of("notification", "user_id")).await
    }

    pub async fn notices(&self, permit: &Permit<View>, user: &str, most: i64) -> Result<Vec<Notice>> {
        let mut values = scoped(permit, &[user]);
        values.push(Value::Int(most));
        let sql = Sql::new(
            r#"SELECT notification_id, at, event, txn_ref_no, customer_name, document_title, actor, is_read
                FROM notification
                WHERE country_code = $1 AND entity_code = $2 AND user_id = $3
                ORDER BY notification_id DESC
                LIMIT $4"#,
            values,
        );
        self.decoded(permit, &sql, notice).await
    }

    /// Marks one notice, or all notices of a user, as read.
    pub async fn mark_read(&self, permit: &Permit<Change>, user: &str, notice: Option<&str>) -> Result<()> {
        let filter = Filter::of(permit).text("user_id", user);
        let statement = match notice {
            None => Statement::update("notification", READ, filter),
            Some(id) => {
                let filter = filter.text("notification_id", id);
                Statement::update("notification", READ, filter).or_refuse(Refusal::NotFound)
            }
        };
        self.commit_unaudited(permit, vec![statement]).await
    }

    /// Removes old notices. Sent messages are kept longer.
    pub async fn drop_old_notices(&self, before: &str) -> Result<()> {
        let gone = Statement::raw("notification", "DELETE FROM notification WHERE at < $1", vec![Value::text(before)]);
        self.commit_unaudited(&system::housekeeping(), vec![gone]).await
    }
}
