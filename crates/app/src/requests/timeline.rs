use domain::access::{RequestAccess, View};
use domain::request::RequestAction;
use serde_json::{Value, json};
use store::requests::person_name;

use super::change::{entity_clock, load};
use super::notifications::with_address;
use crate::{App, Result};

/// Everything that happened to a request, newest first, from the audit log.
pub async fn timeline(app: &App, access: &RequestAccess<View>, txn_ref_no: &str) -> Result<Vec<Value>> {
    let at = entity_clock(app, access).await?;
    load(app, access, txn_ref_no, &at).await?;
    let entries = app.store.history(access.permit(), "docrequest", txn_ref_no).await?;
    let shown = entries.into_iter().map(|entry| {
        let mut detail = entry.detail;
        if side(&entry.actor) == "customer"
            && matches!(RequestAction::parse(&entry.action), Some(RequestAction::Stage | RequestAction::Unstage))
        {
            // Shows that a customer is preparing documents, but not which ones before submission.
            detail["more"] = Value::Null;
        }
        let at = detail["told"]["at"].as_str().unwrap_or(&entry.at);
        let actor = detail["told"]["by"].as_str().unwrap_or(&entry.actor);
        json!({
            "at": at, "actor": person_name(actor), "bySide": side(actor), "action": entry.action,
            "forUser": detail["forUser"], "documentNo": detail["documentNo"], "documentTitle": detail["documentTitle"],
            "detail": {
                "reason": detail["reason"], "reasonCode": detail["reasonCode"], "remark": detail["remark"],
                "status": detail["status"], "more": detail["more"],
            },
        })
    });
    Ok(shown.collect())
}

/// The messages sent about a request, with recipient and result.
pub async fn sent_messages(app: &App, access: &RequestAccess<View>, txn_ref_no: &str) -> Result<Vec<Value>> {
    let at = entity_clock(app, access).await?;
    load(app, access, txn_ref_no, &at).await?;
    let mut all = app.store.messages_of(access.permit(), txn_ref_no).await?;
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
