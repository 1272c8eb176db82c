//! The delivery of messages, for staff: what became of each, and sending or dismissing those that did not arrive.

use domain::Refusal;
use domain::access::{Change, RequestAccess, View};
use domain::format::{is_email, is_mobile};
use domain::message::Message;
use ports::Channel;
use serde_json::{Map, Value, json};
use store::Batch;
use store::audit::Entry;
use store::requests::{DeliveryFilter, DeliveryRow, dismiss_message, resend_message};

use crate::context::entity_clock;
use crate::{App, Result};

/// The maximum page size, and how far one may page.
const MAX_ROWS: i64 = 200;
const MAX_OFFSET: i64 = 10_000;
/// Messages that one call may resend or dismiss.
const MAX_RECORDS: usize = 200;
const STATES: &[&str] = &["queued", "sent", "delivered", "bounced", "failed", "dismissed"];

/// A page of deliveries to show.
#[derive(Debug, Clone, Default)]
pub struct DeliveryQuery {
    pub filter: DeliveryFilter,
    pub page: i64,
    pub size: i64,
}

/// A page of deliveries as JSON.
pub struct DeliveryList {
    pub content: Vec<Value>,
    /// As far as it was counted.
    pub total: i64,
}

/// Parses the parameters of a query; unknown names are refused.
pub fn read_delivery_query(pairs: &[(String, String)]) -> std::result::Result<DeliveryQuery, Refusal> {
    let mut query = DeliveryQuery { size: 25, ..DeliveryQuery::default() };
    for (name, value) in pairs {
        let (value, wrong) = (value.trim(), || Refusal::field(name, Message::plain("wrongFilter")));
        let number = || value.parse::<i64>().map_err(|_| wrong());
        let known = |is_known: bool| is_known.then(|| value.to_owned()).ok_or_else(wrong);
        match name.as_str() {
            _ if value.is_empty() => {}
            "page" => query.page = Some(number()?).filter(|page| *page >= 0).ok_or_else(wrong)?,
            "size" => query.size = Some(number()?).filter(|size| (1..=MAX_ROWS).contains(size)).ok_or_else(wrong)?,
            "state" => query.filter.state = Some(known(STATES.contains(&value))?),
            "channel" => query.filter.channel = Some(known(Channel::named(value).is_some())?),
            "txnRefNo" => query.filter.txn_ref_no = Some(value.chars().take(50).collect()),
            _ => return Err(wrong()),
        }
    }
    if query.page.saturating_mul(query.size) > MAX_OFFSET {
        Err(Refusal::field("page", Message::plain("wrongFilter")))
    } else {
        Ok(query)
    }
}

/// The deliveries that the caller may see: failed and bounced ones first, then the newest.
pub async fn deliveries(app: &App, access: &RequestAccess<View>, query: &DeliveryQuery) -> Result<DeliveryList> {
    let today = entity_clock(app, access).await?.today.to_string();
    let place = (query.page * query.size, query.size);
    let found = app.store.deliveries(access, &query.filter, &today, place).await?;
    Ok(DeliveryList { content: found.rows.iter().map(|row| json!(row)).collect(), total: found.total })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeliveryAction {
    Resend,
    Dismiss,
}

/// Resends or dismisses one message (`messageId`) or several (`records`). A new recipient applies to this message only.
pub async fn act_on_deliveries(
    app: &App,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<Vec<Value>> {
    let action = match body.get("action").and_then(Value::as_str) {
        Some("resend") => DeliveryAction::Resend,
        Some("dismiss") => DeliveryAction::Dismiss,
        _ => return Err(Refusal::field("action", Message::plain("wrongFilter")).into()),
    };
    let ids = message_ids(body)?;
    let recipient = body.get("recipient").and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    if ids.len() > 1 && recipient.is_some() {
        return Err(Refusal::field("recipient", Message::plain("wrongFilter")).into());
    }
    let at = entity_clock(app, access).await?;
    let mut batch = Batch::default();
    for id in &ids {
        let found = app.store.delivery(access, id, &at.today.to_string()).await?;
        let row = found.ok_or(Refusal::NotFound)?;
        batch = batch.join(acted(access, &row, action, recipient, &at.now)?);
    }
    app.store.commit(access.permit(), batch).await?;
    if action == DeliveryAction::Resend {
        app.live.delivery_signal().notify_one();
    }
    let mut shown = Vec::new();
    for id in &ids {
        shown.extend(app.store.delivery(access, id, &at.today.to_string()).await?.map(|row| json!(row)));
    }
    Ok(shown)
}

fn message_ids(body: &Map<String, Value>) -> std::result::Result<Vec<String>, Refusal> {
    let records: Vec<&Value> = match body.get("records").and_then(Value::as_array) {
        Some(records) => records.iter().map(|record| &record["messageId"]).collect(),
        None => body.get("messageId").into_iter().collect(),
    };
    if records.is_empty() || records.len() > MAX_RECORDS {
        return Err(Refusal::NothingSelected);
    }
    let missing = || Refusal::field("messageId", Message::plain("EnTxn0001"));
    let mut ids: Vec<String> = records
        .into_iter()
        .map(|id| id.as_str().map(str::to_owned).ok_or_else(missing))
        .collect::<std::result::Result<_, _>>()?;
    ids.sort();
    ids.dedup();
    Ok(ids)
}

fn acted(
    access: &RequestAccess<Change>,
    row: &DeliveryRow,
    action: DeliveryAction,
    recipient: Option<&str>,
    now: &str,
) -> std::result::Result<Batch, Refusal> {
    let (name, statement) = match (action, row.state.as_str()) {
        // A queued message may be on its way at this moment.
        (DeliveryAction::Resend, "queued") | (DeliveryAction::Dismiss, "sent" | "delivered" | "dismissed") => {
            return Err(Refusal::Conflict(Message::plain("wrongState")));
        }
        (DeliveryAction::Resend, _) => {
            let to = recipient.unwrap_or(&row.recipient);
            check_recipient(&row.channel, to)?;
            ("resend", resend_message(access.permit(), row, to, now))
        }
        (DeliveryAction::Dismiss, _) => ("dismiss", dismiss_message(access.permit(), row, now)),
    };
    let detail = json!({
        "txnRefNo": row.txn_ref_no, "event": row.event, "channel": row.channel, "state": row.state,
        "recipient": recipient.filter(|to| *to != row.recipient),
    });
    let entry = Entry { action: name, resource: "delivery", key: row.message_id.clone(), detail };
    Ok(Batch::audited(entry).and(statement))
}

fn check_recipient(channel: &str, to: &str) -> std::result::Result<(), Refusal> {
    let (is_fine, wrong) = match Channel::named(channel) {
        Some(Channel::Sms) => (is_mobile(to), Message::about("enterValid", "customerusermaster", "mobileNumber")),
        _ => (is_email(to), Message::plain("validEmail")),
    };
    if is_fine { Ok(()) } else { Err(Refusal::field("recipient", wrong)) }
}
