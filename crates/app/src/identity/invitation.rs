//! Invitations of staff: a mail with a link that works once, on which the new user chooses a password.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::message::Message;
use jiff::SignedDuration;
use ports::Channel;
use serde_json::{Map, Value};
use store::audit::stamp;

use super::forget_password::{link_of, make_token};
use crate::wording::Locale;
use crate::{App, Result};

const GOOD_FOR_DAYS: i64 = 3;
/// How long a link works that an administrator sent.
const LINK_DAYS: i64 = 1;
const INVITATIONS_AN_HOUR: i64 = 5;

/// Sends an invitation. It replaces an earlier one.
pub(crate) async fn invite(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<()> {
    // An inactive user is invited once active.
    let Some((mail, name, language)) = app.store.staff_address(permit, user_id).await? else { return Ok(()) };
    let seconds = SignedDuration::from_hours(24 * GOOD_FOR_DAYS).as_secs();
    let link = link_of(app, &make_token(app, permit, user_id, "invitation", seconds).await?);
    let days = Message::plain("days").with("count", GOOD_FOR_DAYS);
    let days = app.wording.render(Locale::of(&language, ""), &days);
    let values = [("link", link.as_str()), ("userName", &name), ("userId", user_id), ("expiresIn", &days)];
    crate::notifications::messages::send(app, permit, "Invitation", &language, (Channel::Mail, &mail), &values).await
}

/// Sends the link by which a user chooses another password, or the first one. The present password stays until then.
pub(crate) async fn send_password_link(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<()> {
    let user = app.store.staff_user(permit, user_id).await?.ok_or(Refusal::NotFound)?;
    if user.password_hash.open().is_empty() {
        return invite(app, permit, user_id).await;
    }
    let Some((mail, name, language)) = app.store.staff_address(permit, user_id).await? else { return Ok(()) };
    let seconds = SignedDuration::from_hours(24 * LINK_DAYS).as_secs();
    let link = link_of(app, &make_token(app, permit, user_id, "administrator", seconds).await?);
    let days = Message::plain("days").with("count", LINK_DAYS);
    let days = app.wording.render(Locale::of(&language, ""), &days);
    let values = [("link", link.as_str()), ("userName", &name), ("partyName", &name), ("expiresIn", &days)];
    crate::notifications::messages::send(app, permit, "PasswordReset", &language, (Channel::Mail, &mail), &values).await
}

/// Tells the former mail address of a user that an address of the account changed.
pub(crate) async fn tell_former_address(app: &App, permit: &Permit<Change>, before: &Map<String, Value>) -> Result<()> {
    let text = |name: &str| before.get(name).and_then(Value::as_str).unwrap_or_default();
    let (mail, name) = (text("mailId"), text("firstName"));
    let values = [("userName", name), ("customerName", name), ("partyName", name)];
    crate::notifications::messages::send(
        app,
        permit,
        "AddressChanged",
        text("userLanguage"),
        (Channel::Mail, mail),
        &values,
    )
    .await
}

/// Sends another invitation to a user who has not chosen a password yet.
pub async fn invite_again(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<()> {
    let user = app.store.staff_user(permit, user_id).await?.ok_or(Refusal::NotFound)?;
    if !user.password_hash.open().is_empty() {
        return Err(Refusal::Conflict(Message::plain("invitationUsed")).into());
    }
    if user.status != "Active" {
        return Err(Refusal::Conflict(Message::plain("invitationInactive")).into());
    }
    let now = app.clock.now();
    let tries = [(format!("invite {user_id}"), INVITATIONS_AN_HOUR)];
    let until = stamp(now + SignedDuration::from_hours(1));
    let refusal = Refusal::TooManyTries { retry_after_seconds: 3600 };
    app.store.count_login_try(permit, &tries, &stamp(now), &until, refusal).await?;
    invite(app, permit, user_id).await
}
