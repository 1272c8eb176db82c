//! A user who is logged in proves to know the own password.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::message::Message;
use jiff::SignedDuration;
use store::audit::stamp;

use crate::{App, Result};

/// Wrong passwords in half an hour, of someone who is logged in already.
const MAX_WRONG: i64 = 5;
const LOCKED_SECONDS: u64 = 30 * 60;

/// The user's own password, counted before it is hashed. `field` is the one that it was typed into.
pub(crate) async fn check_password(
    app: &App,
    permit: &Permit<Change>,
    user_id: &str,
    (field, password): (&str, &str),
) -> Result<()> {
    if password.is_empty() || password.len() > 200 {
        return Err(Refusal::field(field, Message::plain("passwordRequired")).into());
    }
    let now = app.clock.now();
    let tries = [(format!("own password {user_id}"), MAX_WRONG)];
    let until = stamp(now + SignedDuration::from_secs(LOCKED_SECONDS as i64));
    let refusal = Refusal::TooManyTries { retry_after_seconds: LOCKED_SECONDS };
    app.store.count_login_try(permit, &tries, &stamp(now), &until, refusal).await?;
    let user = app.store.staff_user(permit, user_id).await?.ok_or(Refusal::NotAuthenticated)?;
    if !app.passwords.verify(password.to_owned(), Some(user.password_hash.open().to_owned())).await? {
        return Err(Refusal::field(field, Message::plain("passwordWrong")).into());
    }
    app.store.clear_login_tries(permit, &tries).await
}
