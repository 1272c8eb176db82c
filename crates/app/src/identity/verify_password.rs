//! Checks a typed password against our hash or the entity's directory.

use domain::access::{Change, Permit};
use store::identity::StaffUser;

use super::login_request::{LoginRequest, OUTAGE, subjects};
use super::sign_on;
use crate::{App, Result};

/// Returns the proven user, and whether our own password was used. Hashing takes equally long for known and unknown
/// users.
pub(super) async fn verify_password(
    app: &App,
    permit: &Permit<Change>,
    request: &LoginRequest,
) -> Result<Option<(StaffUser, bool)>> {
    let servers = app.store.sso_servers(permit).await?;
    let user = app.store.staff_user(permit, &request.user_id).await?;
    let accepts = app.sign_on.accepts_password(&servers, &request.entity_code, &request.user_id)
        && (servers.is_empty() || !is_exhausted(app, permit, request).await?);
    let user = user.filter(|_| accepts);
    let hash = user.as_ref().map(|user| user.password_hash.open().to_owned());
    if app.passwords.verify(request.password.clone(), hash).await? {
        return Ok(user.map(|user| (user, true)));
    }
    Ok(sign_on::check_directories(app, permit, &servers, request).await?.map(|user| (user, false)))
}

/// True when our own password was guessed too often while a directory was down. The directory's still works.
async fn is_exhausted(app: &App, permit: &Permit<Change>, request: &LoginRequest) -> Result<bool> {
    let now = store::audit::stamp(app.clock.now());
    for (subject, most) in subjects(OUTAGE, request) {
        if app.store.login_tries(permit, &subject, &now).await?.is_some_and(|(tries, _)| tries >= most) {
            return Ok(true);
        }
    }
    Ok(false)
}
