//! Confirms and changes the password of a logged-in user.

use domain::Refusal;
use domain::access::{Actor, Change, Permit, system};
use domain::message::Message;
use jiff::SignedDuration;
use store::audit::stamp;

use super::forget_password::check_chosen;
use crate::{App, Result};

/// Wrong passwords within half an hour by a logged-in user.
const MAX_WRONG: i64 = 5;
const LOCKED_SECONDS: u64 = 30 * 60;

/// Checks the user's own password; the attempt is counted before hashing. `field` is the input field to report errors
/// on.
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

/// Changes the caller's own password. The caller stays logged in; the user's other sessions end.
pub async fn change_password(app: &App, actor: &Actor, current: &str, password: &str) -> Result<()> {
    let scope = &actor.scope;
    let permit = system::identity(&scope.country, &scope.entity, &actor.user_id);
    check_password(app, &permit, &actor.user_id, ("currentPassword", current)).await?;
    let user = app.store.staff_user(&permit, &actor.user_id).await?.ok_or(Refusal::NotAuthenticated)?;
    check_chosen(password, &[&user.user_id, &user.display_name])?;
    if password == current {
        return Err(Refusal::field("password", Message::plain("passwordUnchanged")).into());
    }
    let hash = app.passwords.hash(password.to_owned()).await?;
    let now = stamp(app.clock.now());
    app.store.change_password(&permit, (&actor.user_id, &actor.session_id), &hash, &now).await?;
    app.invalidate(&scope.country, &scope.entity, Some(&actor.user_id));
    Ok(())
}
