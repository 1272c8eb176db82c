//! Maps a proven identity to a user, and audits the result.

use domain::access::{Change, Permit, system};
use domain::sso::{SsoServer, is_plain_id};
use serde_json::json;
use store::identity::StaffUser;
use store::{Batch, Entry};

use crate::{App, Result};

/// The user with the proven id, ignoring case.
pub async fn user_of(app: &App, permit: &Permit<Change>, proven: &str) -> Result<Option<StaffUser>> {
    if !is_plain_id(proven) {
        return Ok(None);
    }
    match app.store.staff_id_in_any_case(permit, proven).await? {
        Some(user_id) => app.store.staff_user(permit, &user_id).await,
        None => Ok(None),
    }
}

pub async fn note_success(app: &App, permit: &Permit<Change>, server: &SsoServer, user_id: &str) -> Result<()> {
    let detail = json!({ "by": server.protocol.name(), "appCode": server.app_code });
    let entry = Entry { action: "sso", resource: "session", key: user_id.to_owned(), detail };
    app.store.commit(permit, Batch::audited(entry)).await
}

/// Audits that a proven identity was refused, under the name that it claims.
pub async fn note_refusal(app: &App, permit: &Permit<Change>, server: &SsoServer, who: &str, what: &str) -> Result<()> {
    tracing::warn!(target: "security", what, protocol = server.protocol.name(), "single sign-on was refused");
    let detail = json!({ "what": what, "by": server.protocol.name(), "appCode": server.app_code });
    let key: String = who.chars().filter(|character| !character.is_control()).take(100).collect();
    let scope = permit.scope();
    // A colon would make the name look like a system actor.
    let actor = if key.is_empty() { "SSO".to_owned() } else { key.replace(':', "_") };
    let permit = system::identity(&scope.country, &scope.entity, &actor);
    let entry = Entry { action: "refused", resource: "session", key, detail };
    app.store.commit(&permit, Batch::audited(entry)).await
}
