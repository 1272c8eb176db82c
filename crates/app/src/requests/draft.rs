use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess, RequestScreen, ScreenSet};
use domain::message::Message;
use serde_json::{Map, Value, json};

use crate::{App, Result};

/// The maximum size of a draft in bytes.
const MAX_BYTES: usize = 256 * 1024;

fn screen(body: &Map<String, Value>) -> std::result::Result<&'static str, Refusal> {
    let named = body.get("screenCode").and_then(Value::as_str).unwrap_or(RequestScreen::CreateRequest.name());
    let invalid = || Refusal::field("screenCode", Message::about("selectValid", "smsscreendefinition", "screenCode"));
    ScreenSet::WIZARDS.find(named).map(RequestScreen::name).ok_or_else(invalid)
}

/// Stores the input without validation. True when a draft existed before.
pub async fn save_draft(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<(Value, bool)> {
    let screen = screen(body)?;
    let typed = match body.get("body") {
        Some(Value::Object(map)) => Value::Object(map.clone()).to_string(),
        _ => return Err(Refusal::field("body", Message::about("wrongType", "docrequest", "body")).into()),
    };
    if typed.len() > MAX_BYTES {
        return Err(Refusal::TooLarge(Message::plain("tooLarge")).into());
    }
    let existed = app.store.draft(access, &actor.user_id, screen).await?.is_some();
    let now = store::audit::stamp(app.clock.now());
    app.store.store_draft(access, &actor.user_id, screen, &typed, &now).await?;
    Ok((json!({ "screenCode": screen, "updatedOn": now }), existed))
}

pub async fn find_draft(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let screen = screen(body)?;
    // A missing draft is normal, not an error.
    let Some((typed, at)) = app.store.draft(access, &actor.user_id, screen).await? else { return Ok(Value::Null) };
    let typed: Value = serde_json::from_str(&typed).unwrap_or_default();
    Ok(json!({ "screenCode": screen, "body": typed, "updatedOn": at }))
}

pub async fn delete_draft(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<()> {
    app.store.drop_draft(access, &actor.user_id, screen(body)?).await
}
