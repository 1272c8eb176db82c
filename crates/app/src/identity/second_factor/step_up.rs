//! Before a sensitive action a user proves once more that it is he.

use domain::Refusal;
use domain::access::{Actor, Change, Permit, system};
use domain::message::Message;
use jiff::SignedDuration;
use store::audit::stamp;

use super::challenge::{Challenge, Purpose, asked, challenge, proven};
use crate::{App, Result};

/// Wrong passwords in half an hour, of someone who is logged in already.
const MOST_WRONG: i64 = 5;
const LOCKED_SECONDS: u64 = 30 * 60;

pub async fn start_step_up(app: &App, actor: &Actor) -> Result<Challenge> {
    let permit = system::identity(&actor.scope.country, &actor.scope.entity, &actor.user_id);
    challenge(app, &permit, Purpose::StepUp, &actor.user_id).await
}

/// The right code opens sensitive actions for a while, in this session only.
pub async fn step_up(app: &App, actor: &Actor, factor_ref: &str, code: &str) -> Result<()> {
    let (permit, user_id) = proven(app, asked(app, Purpose::StepUp, factor_ref).await?, code).await?;
    let scope = permit.scope();
    if user_id != actor.user_id || scope.entity != actor.scope.entity || scope.country != actor.scope.country {
        return Err(Refusal::OtpInvalid.into());
    }
    app.store.step_up(&permit, &actor.session_id, &user_id, &stamp(app.clock.now())).await?;
    app.doubt(&actor.scope.country, &actor.scope.entity, Some(&actor.user_id));
    Ok(())
}

/// The user's own password, counted before it is hashed.
pub(super) async fn check_password(app: &App, permit: &Permit<Change>, user_id: &str, password: &str) -> Result<()> {
    if password.is_empty() || password.len() > 200 {
        return Err(Refusal::field("password", Message::plain("passwordRequired")).into());
    }
    let now = app.clock.now();
    let tries = [(format!("own password {user_id}"), MOST_WRONG)];
    let until = stamp(now + SignedDuration::from_secs(LOCKED_SECONDS as i64));
    let refusal = Refusal::TooManyTries { retry_after_seconds: LOCKED_SECONDS };
    app.store.count_login_try(permit, &tries, &stamp(now), &until, refusal).await?;
    let user = app.store.staff_user(permit, user_id).await?.ok_or(Refusal::NotAuthenticated)?;
    if !app.passwords.verify(password.to_owned(), Some(user.password_hash.open().to_owned())).await? {
        return Err(Refusal::field("password", Message::plain("passwordWrong")).into());
    }
    app.store.clear_login_tries(permit, &tries).await
}
