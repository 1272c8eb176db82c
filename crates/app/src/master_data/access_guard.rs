//! Administrators cannot remove their own access, nor the last administrator.

use domain::access::access_admins::Removal;
use domain::access::{Change, Permit};
use domain::master_data::{Account, Definition};
use serde_json::{Map, Value};

use crate::{App, Result};

fn text(record: &Map<String, Value>, name: &str) -> String {
    record.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The access lost when a record is updated. An inactive or expired user loses access.
pub(super) fn removal_by_update(definition: &Definition, after: &Map<String, Value>, today: &str) -> Option<Removal> {
    let is_removed = definition.account == Some(Account::Staff) && is_locked_out(after, today);
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
    (definition.account.is_some() && is_affected).then(|| text(after, "userId"))
}

/// The user whose sessions end with this deletion.
pub(super) fn deleted_user(definition: &Definition, record: &Map<String, Value>) -> Option<String> {
    definition.account.is_some().then(|| text(record, "userId"))
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
