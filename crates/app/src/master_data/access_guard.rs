//! Administrators cannot remove their own access, nor the last administrator.

use domain::Refusal;
use domain::access::access_admins::Removal;
use domain::access::{Change, Permit};
use domain::master_data::Definition;
use domain::message::Message;
use serde_json::{Map, Value};
use store::Statement;
use store::access_guard::after_version;

use crate::{App, Result};

fn text(record: &Map<String, Value>, name: &str) -> String {
    record.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The access lost when a record is deleted.
pub(super) fn removal_by_delete(definition: &Definition, record: &Map<String, Value>) -> Option<Removal> {
    let text = |name: &str| text(record, name);
    match definition.resource {
        "roleappmapping" => Some(Removal::App { role: text("roleCode"), app: text("appCode") }),
        "rolescreenmapping" => {
            Some(Removal::Screen { role: text("roleCode"), screen: text("screenCode"), action: text("actionCode") })
        }
        "userrolemapping" => Some(Removal::Role { user: text("userId"), role: text("roleCode") }),
        "usermaster" => Some(Removal::User(text("userId"))),
        _ => None,
    }
}

/// The access lost when a record is updated. An inactive or expired user loses access.
pub(super) fn removal_by_update(definition: &Definition, after: &Map<String, Value>, today: &str) -> Option<Removal> {
    let is_locked_out = || text(after, "status") != "Active" || text(after, "expiryDate").as_str() < today;
    (definition.resource == "usermaster" && is_locked_out()).then(|| Removal::User(text(after, "userId")))
}

/// Refuses to deactivate the entity, because nobody could log in to reactivate it.
pub(super) fn refuse_deactivation(
    definition: &Definition,
    after: &Map<String, Value>,
    today: &str,
) -> Result<(), Refusal> {
    let is_open = || {
        let within = text(after, "startDate").as_str() <= today && today <= text(after, "expiryDate").as_str();
        text(after, "status") == "Active" && within
    };
    match definition.resource == "master" && !is_open() {
        true => Err(Refusal::Conflict(Message::plain("ownEntity"))),
        false => Ok(()),
    }
}

/// A statement for the same commit that fails on concurrent changes, so that two of them cannot together remove the
/// last access.
pub(super) async fn guard(app: &App, permit: &Permit<Change>, removals: &[Removal]) -> Result<Option<Statement>> {
    if removals.is_empty() {
        return Ok(None);
    }
    let version = app.store.access_version(permit).await?;
    let today = app.validation_context(permit.scope()).await?.today.to_string();
    let access_admins = app.store.access_admins(permit, &today).await?;
    Ok(access_admins.check_removal(permit.actor(), removals)?.then(|| after_version(permit, version)))
}
