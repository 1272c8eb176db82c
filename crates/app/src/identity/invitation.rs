//! Invitations of staff: a mail with a link that works once, on which the new user chooses a password.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::message::Message;
use jiff::SignedDuration;
use ports::Channel;
use store::audit::stamp;

use super::forget_password::{link_of, make_token};
use crate::wording::Voice;
use crate::{App, Result};

const GOOD_FOR_DAYS: i64 = 3;
const INVITATIONS_AN_HOUR: i64 = 5;

/// Sends an invitation. It replaces an earlier one.
pub(crate) async fn invite(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<()> {
    // An inactive user is invited once active.
    let Some((mail, name, language)) = app.store.staff_address(permit, user_id).await? else { return Ok(()) };
    let seconds = SignedDuration::from_hours(24 * GOOD_FOR_DAYS).as_secs();
    let link = link_of(app, &make_token(app, permit, user_id, "invitation", seconds).await?);
    let days = Message::plain("days").with("count", GOOD_FOR_DAYS);
    let days = app.wording.render(Voice::of(&language, ""), &days);
    let values = [("link", link.as_str()), ("userName", &name), ("userId", user_id), ("expiresIn", &days)];
    super::messages::send(app, permit, "Invitation", &language, (Channel::Mail, &mail), &values).await
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
