use domain::Refusal;
use domain::access::{Actor, Change, Permit, system};
use domain::message::Message;
use serde_json::Value;
use store::audit::stamp;
use store::identity::StaffUser;

use super::auth_object::{LoggedIn, auth_object};
use super::failed_login::{LoginSubject, record_refusal};
use super::forget_password::PasswordChange;
use super::login_request::{LoginRequest, OUTAGE, subjects};
use super::open_session::{SessionRequest, active_entity, open_session};
use super::second_factor::{self, Purpose, Verified};
use super::verify_password::verify_password;
use crate::{App, Error, Result};

/// How long failed attempts are counted and a user stays locked.
const LOCKED_SECONDS: u64 = 30 * 60;

/// A completed login, or the next step: a second factor or a new password.
pub enum LoginStep {
    Done(LoggedIn),
    Challenged(second_factor::Challenge),
    /// An administrator set the password: the user must choose a new one before a session is opened.
    PasswordChange(PasswordChange),
}

/// Logs in a member of staff. Every refusal is the same until the password is correct.
pub async fn log_in(app: &App, request: LoginRequest) -> Result<LoginStep> {
    if let Some(factor_ref) = &request.factor_ref {
        let challenge = second_factor::load_challenge(app, Purpose::LogIn, factor_ref).await?;
        let (permit, user_id) = (challenge.permit.clone(), challenge.user_id.clone());
        let outcome = second_step(app, challenge, &request).await;
        return record_refusal(app, &permit, LoginSubject::Staff(&user_id), &request.from, outcome).await;
    }
    required(&request)?;
    check_captcha(app, &request).await?;
    let country = app.store.country_of(&system::public_names(), &request.entity_code).await?;
    let permit = system::identity(country.as_deref().unwrap_or("-"), &request.entity_code, &request.user_id);
    let outcome = first_step(app, &permit, &request).await;
    match country {
        Some(_) => record_refusal(app, &permit, LoginSubject::Typed(&request.user_id), &request.from, outcome).await,
        // An unknown entity has no login log.
        None => outcome,
    }
}

async fn first_step(app: &App, permit: &Permit<Change>, request: &LoginRequest) -> Result<LoginStep> {
    let scope = permit.scope();
    // One attempt per user at a time: simultaneous correct passwords would be counted as failures.
    let lock = app.login_locks.lock(&format!("{} {} {}", scope.country, scope.entity, request.user_id)).await?;
    let attempts = count_attempt(app, permit, request).await?;
    let verified = verify_password(app, permit, request).await;
    if let Err(Error::Unavailable(_)) = &verified {
        give_back(app, permit, request, &attempts).await?;
    }
    let (user, by_own_password) = verified?.ok_or(Refusal::LoginFailed)?;
    app.store.clear_login_tries(permit, &attempts).await?;
    drop(lock);
    // A directory may return the id with different capitalization.
    let permit = system::identity(&scope.country, &scope.entity, &user.user_id);
    if by_own_password && user.must_change_password {
        active_entity(app, &permit, &user).await?;
        return Ok(LoginStep::PasswordChange(PasswordChange::start(app, &permit, &user.user_id).await?));
    }
    continue_login(app, &permit, user, request.session_request(!by_own_password)).await
}

/// Opens a session for a proven user, or asks for a second factor, however the identity was proven.
pub(super) async fn continue_login(
    app: &App,
    permit: &Permit<Change>,
    user: StaffUser,
    session: SessionRequest,
) -> Result<LoginStep> {
    if second_factor::is_required(app, permit, &user.user_id).await? {
        active_entity(app, permit, &user).await?;
        let challenge = second_factor::challenge(app, permit, Purpose::LogIn, &user.user_id, session.by_sso).await?;
        return Ok(LoginStep::Challenged(challenge));
    }
    Ok(LoginStep::Done(open_session(app, permit, user, session).await?))
}

async fn second_step(
    app: &App,
    challenge: second_factor::PendingChallenge,
    request: &LoginRequest,
) -> Result<LoginStep> {
    let code = request.factor_code.as_deref().unwrap_or_default();
    let by_sso = challenge.by_sso;
    let Verified { user_id, permit, recovery_codes } = second_factor::verify_challenge(app, challenge, code).await?;
    let user = app.store.staff_user(&permit, &user_id).await?.ok_or(Refusal::LoginFailed)?;
    let mut done = open_session(app, &permit, user, request.session_request(by_sso)).await?;
    if let Some(codes) = recovery_codes {
        done.auth["recoveryCodes"] = codes.into();
    }
    Ok(LoginStep::Done(done))
}

impl LoginRequest {
    fn session_request(&self, by_sso: bool) -> SessionRequest {
        SessionRequest { tenant_code: self.tenant_code.clone(), from: self.from.clone(), by_sso }
    }
}

/// Locks the user for half an hour after five wrong passwords from one network, or ten in total.
async fn count_attempt(app: &App, permit: &Permit<Change>, request: &LoginRequest) -> Result<Vec<(String, i64)>> {
    let subjects = subjects("user", request);
    count(app, permit, &subjects).await?;
    Ok(subjects)
}

async fn count(app: &App, permit: &Permit<Change>, subjects: &[(String, i64)]) -> Result<()> {
    let now = app.clock.now();
    let until = stamp(now + jiff::SignedDuration::from_secs(LOCKED_SECONDS as i64));
    let refusal = Refusal::TooManyTries { retry_after_seconds: LOCKED_SECONDS };
    app.store.count_login_try(permit, subjects, &stamp(now), &until, refusal).await
}

/// No directory answered, so the attempt does not lock the user. It was compared with our own password, though, and
/// counts for that: an outage must not allow endless guesses.
async fn give_back(
    app: &App,
    permit: &Permit<Change>,
    request: &LoginRequest,
    attempts: &[(String, i64)],
) -> Result<()> {
    app.store.give_back_login_try(permit, attempts).await?;
    match count(app, permit, &subjects(OUTAGE, request)).await {
        Err(Error::Refused(_)) => Ok(()),
        counted => counted,
    }
}

fn required(request: &LoginRequest) -> Result<(), Refusal> {
    let fields = [("entityCode", &request.entity_code), ("userId", &request.user_id)];
    for (field, value) in fields {
        if value.trim().is_empty() || value.len() > 200 {
            let resource = if field == "entityCode" { "common" } else { "usermaster" };
            return Err(Refusal::field(field, Message::about("enter", resource, field)));
        }
    }
    if request.password.is_empty() || request.password.len() > 200 {
        Err(Refusal::field("password", Message::plain("passwordRequired")))
    } else {
        Ok(())
    }
}

async fn check_captcha(app: &App, request: &LoginRequest) -> Result<()> {
    if !app.settings.captcha {
        return Ok(());
    }
    let given = request.captcha_id.as_deref().zip(request.captcha_answer.as_deref());
    let (id, answer) = given.ok_or(Refusal::CaptchaFailed)?;
    let now = app.clock.now();
    let (ticket, right) = app.captchas.check(id, answer, now.as_second()).ok_or(Refusal::CaptchaFailed)?;
    // An attempt spends the ticket, whether right or wrong.
    let permit = system::identity("-", "-", "system:captcha");
    app.store.spend_ticket(&permit, &ticket, &stamp(now + jiff::SignedDuration::from_hours(1))).await?;
    if right { Ok(()) } else { Err(Refusal::CaptchaFailed.into()) }
}

/// The auth object of the current user.
pub async fn current_auth(app: &App, actor: &Actor) -> Result<Value> {
    let permit = system::identity(&actor.scope.country, &actor.scope.entity, &actor.user_id);
    let user = app.store.staff_user(&permit, &actor.user_id).await?.ok_or(Refusal::NotAuthenticated)?;
    let profile = app.store.entity_profile(&permit).await?.ok_or(Refusal::NotAuthenticated)?;
    Ok(auth_object(actor, &user, &profile))
}
