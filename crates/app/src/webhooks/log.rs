//! The log of deliveries, and what an administrator can do about one.

use domain::Refusal;
use domain::access::{Change, Permit, View};
use domain::message::Message;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use store::audit::stamp;
use store::webhooks::{DeliveryPage, DeliveryQuery};

use crate::{App, Result};

const MAX_ROWS: i64 = 100;
const STATES: &[&str] = &["queued", "delivered", "failed"];

/// A request for a page of the log.
#[derive(Debug, Default)]
pub struct DeliveryRequest {
    pub query: DeliveryQuery,
    pub page: i64,
    pub size: i64,
}

/// Parses `page`, `size`, `state`, `integrationCode` and `txnRefNo`; unknown names and values are refused.
pub fn read_query<'a>(parameters: impl Iterator<Item = (&'a str, &'a str)>) -> Result<DeliveryRequest, Refusal> {
    let mut request = DeliveryRequest { size: 25, ..DeliveryRequest::default() };
    for (name, value) in parameters {
        let short: String = name.chars().take(50).collect();
        let unknown = || Refusal::field(&short, Message::plain("unknownField").with("name", &short));
        let text = || Some(value.chars().take(50).collect::<String>());
        match name {
            "page" => {
                request.page = value.parse().ok().filter(|page| (0..=100_000).contains(page)).ok_or_else(unknown)?
            }
            "size" => {
                request.size = value.parse().ok().filter(|size| (1..=MAX_ROWS).contains(size)).ok_or_else(unknown)?
            }
            "state" if STATES.contains(&value) => request.query.state = text(),
            "integrationCode" => request.query.integration_code = text(),
            "txnRefNo" => request.query.txn_ref_no = text(),
            "sort" if value.trim_start_matches('-') == "createdOn" => {}
            _ => return Err(unknown()),
        }
    }
    Ok(request)
}

pub async fn list(app: &App, permit: &Permit<View>, request: &DeliveryRequest) -> Result<DeliveryPage> {
    app.store.webhook_deliveries(permit, &request.query, request.page, request.size).await
}

/// One delivery with what was sent and answered. The signature is left out.
pub async fn find(app: &App, permit: &Permit<View>, body: &Map<String, Value>) -> Result<Value> {
    let id = text(body, "deliveryId")?;
    let found = app.store.webhook_delivery(permit, id).await?.ok_or(Refusal::NotFound)?;
    let time = found.sent_on.as_ref().and_then(|sent| sent.parse::<Timestamp>().ok());
    let mut record = json!(found);
    record["headers"] = json!({
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": time.map(|time| time.as_second().to_string()),
        "webhook-signature": "(hidden)",
    });
    Ok(record)
}

/// The integrations that are paused.
pub async fn paused(app: &App, permit: &Permit<View>) -> Result<Vec<Value>> {
    let found = app.store.paused_integrations(permit).await?;
    Ok(found.iter().map(|integration| json!(integration)).collect())
}

/// Sends an event again, or resumes a paused integration.
pub async fn act(app: &App, permit: &Permit<Change>, body: &Map<String, Value>) -> Result<Value> {
    let now = stamp(app.clock.now());
    let done = match body.get("action").and_then(Value::as_str) {
        Some("resend") => {
            let id = text(body, "deliveryId")?;
            app.store.resend_delivery(permit, id, &now).await?;
            find(app, &permit.clone().into(), body).await?
        }
        Some("resume") => {
            let integration = text(body, "integrationCode")?;
            app.store.resume_integration(permit, integration, &now).await?;
            json!({ "integrationCode": integration })
        }
        _ => {
            let message = Message::about("selectValid", "webhookdelivery", "action");
            return Err(Refusal::field("action", message).into());
        }
    };
    app.live.webhook_signal().notify_one();
    Ok(done)
}

fn text<'a>(body: &'a Map<String, Value>, name: &'static str) -> Result<&'a str, Refusal> {
    let found = body.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    found.ok_or_else(|| Refusal::field(name, Message::about("enter", "webhookdelivery", name)))
}
