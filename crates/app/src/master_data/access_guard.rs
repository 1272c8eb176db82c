//! Administrators cannot remove their own access, nor the last administrator.

use domain::Refusal;
use domain::access::access_admins::Removal;
use domain::access::{Change, Permit};
use domain::master_data::Definition;
use domain::message::Message;
use serde_json::{Map, Value};

use crate::{App, Result};

/// The resources whose records log in.
const ACCOUNTS: [&str; 2] = ["usermaster", "customerusermaster"];

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
    let is_removed = definition.resource == "usermaster" && is_locked_out(after, today);
    is_removed.then(|| Removal::User(text(after, "userId")))
}

/// True for an inactive or expired user. A customer may have no expiry date.
fn is_locked_out(record: &Map<String, Value>, today: &str) -> bool {
    let expiry_date = record.get("expiryDate").and_then(Value::as_str);
    text(record, "status") != "Active" || expiry_date.is_some_and(|date| date < today)
}

/// The user whose sessions end with this update: one who is locked out, and one who was, because an old session must
/// not come back to life.
pub(super) fn locked_out(
    definition: &Definition,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    today: &str,
) -> Option<String> {
    let is_affected = is_locked_out(before, today) || is_locked_out(after, today);
    (ACCOUNTS.contains(&definition.resource) && is_affected).then(|| text(after, "userId"))
}

/// The user whose sessions end with this deletion.
pub(super) fn deleted_user(definition: &Definition, record: &Map<String, Value>) -> Option<String> {
    ACCOUNTS.contains(&definition.resource).then(|| text(record, "userId"))
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
    if definition.resource == "master" && !is_open() {
        Err(Refusal::Conflict(Message::plain("ownEntity")))
    } else {
        Ok(())
    }
}

/// The version of access that the commit has to find, so that two changes at a time cannot together remove the last
/// access.
pub(super) async fn guard(app: &App, permit: &Permit<Change>, removals: &[Removal]) -> Result<Option<i64>> {
    if removals.is_empty() {
        return Ok(None);
    }
    let version = app.store.access_version(permit).await?;
    let today = app.validation_context(permit.scope()).await?.today.to_string();
    let access_admins = app.store.access_admins(permit, &today).await?;
    Ok(access_admins.check_removal(permit.actor(), removals)?.then_some(version))
}
