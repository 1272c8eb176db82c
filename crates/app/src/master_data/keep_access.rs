//! Whoever keeps users and roles cannot lock himself out, nor take the last of his kind away.

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

/// What goes with a record that is removed.
pub(super) fn by_removing(definition: &Definition, record: &Map<String, Value>) -> Option<Removal> {
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

/// What goes with a record that becomes another. A user who is not active, or whose time is over, is out.
pub(super) fn by_changing(definition: &Definition, after: &Map<String, Value>, today: &str) -> Option<Removal> {
    let is_out = || text(after, "status") != "Active" || text(after, "expiryDate").as_str() < today;
    (definition.resource == "usermaster" && is_out()).then(|| Removal::User(text(after, "userId")))
}

/// An entity that is shut lets nobody in who could open it again.
pub(super) fn refuse_shutting(definition: &Definition, after: &Map<String, Value>, today: &str) -> Result<(), Refusal> {
    let is_open = || {
        let within = text(after, "startDate").as_str() <= today && today <= text(after, "expiryDate").as_str();
        text(after, "status") == "Active" && within
    };
    match definition.resource == "master" && !is_open() {
        true => Err(Refusal::Conflict(Message::plain("ownEntity"))),
        false => Ok(()),
    }
}

/// What must go with the change, so that two of them at once do not do together what neither may.
pub(super) async fn guard(app: &App, permit: &Permit<Change>, removals: &[Removal]) -> Result<Option<Statement>> {
    if removals.is_empty() {
        return Ok(None);
    }
    let version = app.store.access_version(permit).await?;
    let today = app.moment(permit.scope()).await?.today.to_string();
    let access_admins = app.store.access_admins(permit, &today).await?;
    Ok(access_admins.check_removal(permit.actor(), removals)?.then(|| after_version(permit, version)))
}
