//! Checks a typed password against our hash or the entity's directory.

use domain::access::{Change, Permit};
use store::identity::StaffUser;

use super::{LoginRequest, sign_on};
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
    let accepts = app.sign_on.accepts_password(&servers, &request.entity_code, &request.user_id);
    let user = user.filter(|_| accepts);
    let hash = user.as_ref().map(|user| user.password_hash.open().to_owned());
    if app.passwords.verify(request.password.clone(), hash).await? {
        return Ok(user.map(|user| (user, true)));
    }
    Ok(sign_on::check_directories(app, permit, &servers, request).await?.map(|user| (user, false)))
}
