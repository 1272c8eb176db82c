//! Password reset by mail: a link that works once, for 15 minutes.

use domain::Refusal;
use domain::access::{Change, Permit, system};
use domain::message::Message;
use jiff::SignedDuration;
use ports::Channel;
use serde_json::{Value, json};
use store::audit::stamp;
use store::identity::StaffUser;

use crate::{App, Result};

const GOOD_FOR: i64 = 15 * 60;
const LINKS_AN_HOUR: i64 = 3;

/// Sends a link if the user exists; the response is the same for every id.
pub async fn forget_password(app: &App, entity: &str, user_id: &str) -> Result<()> {
    let Some(country) = app.store.country_of(&system::public_names(), entity).await? else { return Ok(()) };
    let permit = system::identity(&country, entity, &format!("system:reset {user_id}"));
    let now = app.clock.now();
    let subject: String = format!("reset {user_id}").chars().take(100).collect();
    let until = stamp(now + SignedDuration::from_hours(1));
    let refusal = Refusal::TooManyTries { retry_after_seconds: 3600 };
    app.store.count_login_try(&permit, &[(subject, LINKS_AN_HOUR)], &stamp(now), &until, refusal).await?;
    let Some((mail, name, language)) = app.store.staff_address(&permit, user_id).await? else { return Ok(()) };
    let secret = make_reset_token(app, &permit, user_id, "mail").await?;
    let link = link_of(app, &secret);
    let minutes = crate::notifications::messages::minutes(app, &language, GOOD_FOR);
    let values = [("link", link.as_str()), ("userName", &name), ("partyName", &name), ("expiresIn", &minutes)];
    crate::notifications::messages::send(app, &permit, "PasswordReset", &language, (Channel::Mail, &mail), &values)
        .await
}

/// The secret is in the fragment, so that it is never sent to a server or logged.
pub(super) fn link_of(app: &App, secret: &str) -> String {
    format!("{}/auth/reset#{secret}", app.settings.origin)
}

/// Creates a secret that allows setting this user's password once.
async fn make_reset_token(app: &App, permit: &Permit<Change>, user_id: &str, by: &str) -> Result<String> {
    make_token(app, permit, user_id, by, GOOD_FOR).await
}

/// As [`make_reset_token`], for this many seconds.
pub(super) async fn make_token(
    app: &App,
    permit: &Permit<Change>,
    user_id: &str,
    by: &str,
    seconds: i64,
) -> Result<String> {
    // Contains the entity, because the caller who presents it is not logged in.
    let secret = format!("{}.{}", app.codes.secret()?, permit.scope().entity);
    let expires = stamp(app.clock.now() + SignedDuration::from_secs(seconds));
    app.store.store_link(permit, &app.codes.hash("reset", &secret), user_id, &expires, by).await?;
    Ok(secret)
}

/// The response to a login with a password that an administrator set: a token for choosing a new one instead of a
/// session.
pub struct PasswordChange {
    reset_token: String,
}

impl PasswordChange {
    pub(super) async fn start(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<PasswordChange> {
        Ok(PasswordChange { reset_token: make_reset_token(app, permit, user_id, "login").await? })
    }

    pub fn to_json(&self) -> Value {
        json!({ "passwordChange": true, "resetToken": self.reset_token, "expiresIn": GOOD_FOR })
    }
}

/// The owner of a link that still works.
async fn link_owner(app: &App, secret: &str) -> Result<(Permit<Change>, StaffUser)> {
    let entity = secret.rsplit_once('.').map(|(_, entity)| entity).ok_or(Refusal::LinkInvalid)?;
    let country = app.store.country_of(&system::public_names(), entity).await?.ok_or(Refusal::LinkInvalid)?;
    let asking = system::identity(&country, entity, "system:reset");
    let link = app.codes.hash("reset", secret);
    let owner = app.store.link_owner(&asking, &link, &stamp(app.clock.now())).await?.ok_or(Refusal::LinkInvalid)?;
    let permit = system::identity(&country, entity, &owner);
    let user = app.store.staff_user(&permit, &owner).await?.ok_or(Refusal::LinkInvalid)?;
    Ok((permit, user))
}

/// Tells the page of a link whose it is, and whether it is an invitation. A used or expired link is refused.
pub async fn check_reset_link(app: &App, secret: &str) -> Result<Value> {
    let (_, user) = link_owner(app, secret).await?;
    let invited = user.password_hash.open().is_empty();
    Ok(json!({ "userId": user.user_id, "userName": user.display_name, "invited": invited }))
}

/// The rules of a password that a user chooses. `names` must not be part of it.
pub(super) fn check_chosen(password: &str, names: &[&str]) -> Result<(), Refusal> {
    if password.is_empty() {
        return Err(Refusal::field("password", Message::plain("passwordRequired")));
    }
    domain::password::check(password).map_err(|message| Refusal::field("password", message))?;
    if super::is_common(password, names) {
        Err(Refusal::field("password", Message::plain("passwordCommon")))
    } else {
        Ok(())
    }
}

/// Sets a new password with a reset link and ends every session of the user.
pub async fn reset_password(app: &App, secret: &str, password: &str) -> Result<()> {
    check_chosen(password, &[])?;
    let (permit, user) = link_owner(app, secret).await?;
    let given = user.must_change_password.then(|| user.password_hash.open().to_owned());
    if let Some(given) = given
        && app.passwords.verify(password.to_owned(), Some(given)).await?
    {
        return Err(Refusal::field("password", Message::plain("passwordSame")).into());
    }
    let hash = app.passwords.hash(password.to_owned()).await?;
    let (link, now) = (app.codes.hash("reset", secret), stamp(app.clock.now()));
    app.store.reset_password(&permit, &link, &user.user_id, &hash, &now).await?;
    app.invalidate(&permit.scope().country, &permit.scope().entity, Some(&user.user_id));
    Ok(())
}
