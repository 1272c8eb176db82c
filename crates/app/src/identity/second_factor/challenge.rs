//! Sends and verifies second-factor challenges.

use domain::Refusal;
use domain::access::{Change, Permit, system};
use jiff::{SignedDuration, Timestamp};
use ports::Channel;
use serde_json::{Value, json};
use store::audit::stamp;
use store::second_factor::Authenticator;
use subtle::ConstantTimeEq;

use super::authenticator;
use super::policy::needs_second_factor;
use crate::identity::code_channel::mask;
use crate::notifications::messages;
use crate::{App, Result};

const GOOD_FOR: i64 = 300;
/// Installing an app takes longer than reading a mail.
const ENROL_FOR: i64 = 900;
/// Stored instead of a hash when the first code of a new app is expected.
const ENROL_MARKER: &str = "enrol:login";
const RESEND_AFTER: i64 = 60;
const AN_HOUR: i64 = 3600;
const CODES_AN_HOUR: i64 = 5;
/// Wrong codes per challenge, and per user within half an hour.
const MAX_TRIES: i64 = 5;
const MAX_WRONG: i64 = 10;
const LOCKED_SECONDS: u64 = 30 * 60;
/// What a code is for. Codes for one purpose are not valid for the other, and their mail limits are separate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    LogIn,
    StepUp,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Purpose::LogIn => "login",
            Purpose::StepUp => "step-up",
        }
    }

    /// Stored instead of the hash of a mailed code when the app's code is expected. No hash has this form.
    fn totp_marker(self) -> String {
        format!("totp:{}", self.name())
    }
}

/// A pending request for a code, as sent to the client.
pub struct Challenge {
    factor_ref: String,
    method: &'static str,
    masked_to: Option<String>,
    /// What a new app is set up with.
    enrolment: Option<Value>,
    expires_in: i64,
}

impl Challenge {
    pub fn to_json(&self) -> Value {
        let mut shown = json!({
            "secondFactor": true, "factorRef": self.factor_ref, "method": self.method, "maskedTo": self.masked_to,
            "expiresIn": self.expires_in, "resendIn": RESEND_AFTER,
        });
        if let Some(enrolment) = &self.enrolment {
            shown["enrolment"] = enrolment.clone();
        }
        shown
    }
}

/// True when the user needs a second factor. A confirmed authenticator is always required.
pub async fn is_required(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<bool> {
    let own = app.store.authenticator(permit, user_id).await?.is_some_and(|one| one.is_confirmed);
    Ok(own || needs_second_factor(app, permit, user_id).await?)
}

/// Stored with the code when another system proved the first step.
const BY_SSO: &str = "sso";

/// Starts a challenge: with the app if the user has one, otherwise with a code sent by mail. At the login to an entity
/// without a mail server the user sets up the app.
pub async fn challenge(
    app: &App,
    permit: &Permit<Change>,
    purpose: Purpose,
    user_id: &str,
    by_sso: bool,
) -> Result<Challenge> {
    let first_step = if by_sso { BY_SSO } else { "" };
    let now = app.clock.now();
    let factor_ref = format!("{}.{}", app.codes.secret()?, permit.scope().entity);
    let expires = stamp(now + SignedDuration::from_secs(GOOD_FOR));
    if confirmed_authenticator(app, permit, user_id).await?.is_some() {
        app.store.store_code(permit, &factor_ref, user_id, &purpose.totp_marker(), first_step, &expires).await?;
        return Ok(Challenge { factor_ref, method: "totp", masked_to: None, enrolment: None, expires_in: GOOD_FOR });
    }
    let can_mail = app.settings.demo || app.store.mail_server(permit).await?.is_some();
    if purpose == Purpose::LogIn && !can_mail {
        return enrolment(app, permit, factor_ref, user_id, first_step).await;
    }
    count_mails(app, permit, purpose, user_id, now).await?;
    let (mail, name, language) = app.store.staff_address(permit, user_id).await?.ok_or(Refusal::LoginFailed)?;
    let code = app.codes.digits()?;
    let hash = mailed_hash(app, purpose, &factor_ref, &code);
    app.store.store_code(permit, &factor_ref, user_id, &hash, first_step, &expires).await?;
    let minutes = messages::minutes(app, &language, GOOD_FOR);
    let values = [
        ("otp", code.as_str()),
        ("expiresIn", minutes.as_str()),
        ("userName", name.as_str()),
        ("partyName", name.as_str()),
        ("customerName", name.as_str()),
    ];
    messages::send(app, permit, "OtpCode", &language, (Channel::Mail, &mail), &values).await?;
    let masked_to = Some(mask(&mail));
    Ok(Challenge { factor_ref, method: "mail", masked_to, enrolment: None, expires_in: GOOD_FOR })
}

async fn enrolment(
    app: &App,
    permit: &Permit<Change>,
    factor_ref: String,
    user_id: &str,
    first_step: &str,
) -> Result<Challenge> {
    let expires = stamp(app.clock.now() + SignedDuration::from_secs(ENROL_FOR));
    let secret = authenticator::new_secret(app, permit, user_id).await?;
    app.store.store_code(permit, &factor_ref, user_id, ENROL_MARKER, first_step, &expires).await?;
    Ok(Challenge { factor_ref, method: "enrol", masked_to: None, enrolment: Some(secret), expires_in: ENROL_FOR })
}

/// Uses a label of its own, so that a customer's code is never accepted.
fn mailed_hash(app: &App, purpose: Purpose, factor_ref: &str, code: &str) -> String {
    app.codes.hash(&format!("staff|{}|{factor_ref}", purpose.name()), code)
}

async fn confirmed_authenticator(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<Option<Authenticator>> {
    Ok(app.store.authenticator(permit, user_id).await?.filter(|one| one.is_confirmed))
}

async fn count_mails(
    app: &App,
    permit: &Permit<Change>,
    purpose: Purpose,
    user_id: &str,
    now: Timestamp,
) -> Result<()> {
    let limits = [
        (format!("{} mail again {user_id}", purpose.name()), 1, RESEND_AFTER),
        (format!("{} mail {user_id}", purpose.name()), CODES_AN_HOUR, AN_HOUR),
    ];
    for (subject, most, seconds) in limits {
        let until = stamp(now + SignedDuration::from_secs(seconds));
        let refusal = Refusal::TooManyTries { retry_after_seconds: seconds.unsigned_abs() };
        app.store.count_login_try(permit, &[(subject, most)], &stamp(now), &until, refusal).await?;
    }
    Ok(())
}

/// A challenge to be answered.
pub struct PendingChallenge {
    purpose: Purpose,
    factor_ref: String,
    hash: String,
    pub user_id: String,
    /// Another system proved the first step.
    pub by_sso: bool,
    /// The user's own permit.
    pub permit: Permit<Change>,
}

/// Loads a challenge. The attempt is counted before anything is checked.
pub async fn load_challenge(app: &App, purpose: Purpose, factor_ref: &str) -> Result<PendingChallenge> {
    let entity = factor_ref.rsplit_once('.').map(|(_, entity)| entity).ok_or(Refusal::OtpInvalid)?;
    let country = app.store.country_of(&system::public_names(), entity).await?.ok_or(Refusal::OtpInvalid)?;
    let asking = system::identity(&country, entity, "system:factor");
    let now = app.clock.now();
    let tried = app.store.try_code(&asking, factor_ref, MAX_TRIES, &stamp(now)).await?;
    let (user_id, hash, by_sso) = (tried.user_id, tried.hash, tried.purpose == BY_SSO);
    let permit = system::identity(&country, entity, &user_id);
    Ok(PendingChallenge { purpose, factor_ref: factor_ref.to_owned(), hash, user_id, by_sso, permit })
}

/// The user of an answered challenge.
pub struct Verified {
    pub user_id: String,
    /// The user's own permit.
    pub permit: Permit<Change>,
    /// Of an app that was set up with this challenge; shown only once.
    pub recovery_codes: Option<Vec<String>>,
}

/// Verifies the code.
pub async fn verify_challenge(app: &App, challenge: PendingChallenge, code: &str) -> Result<Verified> {
    let PendingChallenge { purpose, factor_ref, hash, user_id, permit, .. } = challenge;
    let now = app.clock.now();
    let wrong = [(format!("factor {user_id}"), MAX_WRONG)];
    let until = stamp(now + SignedDuration::from_secs(LOCKED_SECONDS as i64));
    let refusal = Refusal::TooManyTries { retry_after_seconds: LOCKED_SECONDS };
    app.store.count_login_try(&permit, &wrong, &stamp(now), &until, refusal).await?;
    let code = code.trim();
    let mut recovery_codes = None;
    if hash == ENROL_MARKER && purpose == Purpose::LogIn {
        recovery_codes = Some(authenticator::confirm_code(app, &permit, &user_id, code, now).await?);
    } else if hash == purpose.totp_marker() {
        check_app_code(app, &permit, &user_id, code, now).await?;
    } else if !bool::from(mailed_hash(app, purpose, &factor_ref, code).as_bytes().ct_eq(hash.as_bytes())) {
        return Err(Refusal::OtpInvalid.into());
    }
    app.store.use_code(&permit, &factor_ref, &stamp(now)).await?;
    app.store.clear_login_tries(&permit, &wrong).await?;
    Ok(Verified { user_id, permit, recovery_codes })
}

/// Accepts a code of the app or a recovery code.
async fn check_app_code(app: &App, permit: &Permit<Change>, user_id: &str, code: &str, now: Timestamp) -> Result<()> {
    let own = confirmed_authenticator(app, permit, user_id).await?.ok_or(Refusal::OtpInvalid)?;
    if code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()) {
        let step = authenticator::step_of(app, permit, user_id, &own, code, now).await?.ok_or(Refusal::OtpInvalid)?;
        return app.store.spend_step(permit, user_id, step).await;
    }
    app.store.spend_recovery_code(permit, user_id, &authenticator::recovery_hash(app, user_id, code)).await
}
