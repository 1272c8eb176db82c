use domain::access::{RequestAccess, View};
use domain::request::RequestAction;
use serde_json::{Value, json};
use store::requests::{FailedUpload, person_name};

use crate::context::{entity_clock, load};
use crate::notifications::effects::with_address;
use crate::{App, Result};

/// Messages that the page of a request shows.
const SHOWN_MESSAGES: i64 = 200;

/// Everything that happened to a request, newest first, from the audit log.
pub async fn timeline(app: &App, access: &RequestAccess<View>, txn_ref_no: &str) -> Result<Vec<Value>> {
    let at = entity_clock(app, access).await?;
    load(app, access, txn_ref_no, &at).await?;
    let entries = app.store.history(access.permit(), "docrequest", txn_ref_no).await?;
    let shown = entries.into_iter().map(|entry| event(&entry.at, &entry.actor, &entry.action, entry.detail));
    Ok(newest_first(shown.collect()))
}

/// By the time that is shown: an entry may tell of something that happened before it was written. Entries of one time
/// keep their order.
fn newest_first(mut events: Vec<Value>) -> Vec<Value> {
    events.sort_by(|one, other| other["at"].as_str().cmp(&one["at"].as_str()));
    events
}

/// True for entries that show that a customer is preparing documents, but not which ones before submission.
pub(crate) fn is_private(actor: &str, action: &str) -> bool {
    side(actor) == "customer"
        && matches!(RequestAction::parse(action), Some(RequestAction::Stage | RequestAction::Unstage))
}

/// An entry of the audit log as an event of the request.
pub(crate) fn event(at: &str, actor: &str, action: &str, mut detail: Value) -> Value {
    if is_private(actor, action) {
        detail["more"] = Value::Null;
    }
    let at = detail["told"]["at"].as_str().unwrap_or(at);
    let actor = detail["told"]["by"].as_str().unwrap_or(actor);
    json!({
        "at": at, "actor": person_name(actor), "bySide": side(actor), "action": action,
        "forUser": detail["forUser"], "documentNo": detail["documentNo"], "documentTitle": detail["documentTitle"],
        "detail": {
            "reason": detail["reason"], "reasonCode": detail["reasonCode"], "remark": detail["remark"],
            "status": detail["status"], "more": detail["more"],
        },
    })
}

/// The newest messages sent about a request, with recipient and result, and what the recipient did since: opened the
/// link, logged in, tried to upload a file that was refused.
pub async fn sent_messages(app: &App, access: &RequestAccess<View>, txn_ref_no: &str) -> Result<Vec<Value>> {
    let at = entity_clock(app, access).await?;
    load(app, access, txn_ref_no, &at).await?;
    let logins = app.store.party_logins(access.permit(), txn_ref_no).await?;
    let mut sent = messages(app, access, txn_ref_no, SHOWN_MESSAGES).await?;
    let activity = app.store.party_activity(access.permit(), txn_ref_no).await?;
    for message in &mut sent {
        let known = activity.iter().find(|known| message["partySeqNo"] == json!(known.party));
        message["linkOpenedOn"] = json!(known.and_then(|known| known.link_opened_on.as_ref()));
        message["failedUpload"] = known.and_then(|known| known.failed.as_ref()).map_or(
            Value::Null,
            |FailedUpload { on, document, cause }| json!({ "on": on, "documentNo": document, "cause": cause }),
        );
        let login = logins.iter().find(|(party, _)| message["partySeqNo"] == json!(party));
        message["loggedInOn"] = json!(login.map(|(_, on)| on));
    }
    Ok(sent)
}

/// The caller has checked access to the request.
pub(crate) async fn messages(
    app: &App,
    access: &RequestAccess<View>,
    txn_ref_no: &str,
    limit: i64,
) -> Result<Vec<Value>> {
    let mut all = app.store.messages_of(access.permit(), txn_ref_no, limit).await?;
    all.iter_mut().for_each(|message| message.text = with_address(app, &message.text));
    Ok(all.iter().map(|message| json!(message)).collect())
}

pub(crate) fn side(actor: &str) -> &'static str {
    match actor.split_once(':') {
        Some(("customer", _)) => "customer",
        Some(("system", _)) => "system",
        _ => "staff",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_in_the_order_of_their_times() {
        let event = |at: &str, action: &str| json!({ "at": at, "action": action });
        let written = vec![
            event("2026-10-19T10:48:00.000Z", "accept"),
            event("2026-10-19T08:48:00.000Z", "submit"),
            event("2026-10-19T10:48:00.000Z", "verify"),
        ];
        let shown = newest_first(written);
        let actions: Vec<&str> = shown.iter().filter_map(|event| event["action"].as_str()).collect();
        assert_eq!(actions, ["accept", "verify", "submit"]);
    }
}
