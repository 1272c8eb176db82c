//! Lets users set up and remove an authenticator app.

use domain::Refusal;
use domain::access::{Actor, Change, Permit, system};
use jiff::Timestamp;
use serde_json::{Value, json};
use store::audit::stamp;
use store::second_factor::Authenticator;
use totp_rs::{Builder, Secret, Totp};

use super::policy::needs_second_factor;
use crate::identity::check_password;
use crate::identity::qr::qr_picture;
use crate::{App, Error, Result};

const ISSUER: &str = "Docz";
const SECRET_BYTES: usize = 20;
const RECOVERY_CODES: usize = 10;
/// Letters and digits that cannot be confused on paper.
const PAPER_ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

fn own_permit(actor: &Actor) -> Permit<Change> {
    system::identity(&actor.scope.country, &actor.scope.entity, &actor.user_id)
}

fn label(user_id: &str) -> String {
    format!("secondfactor.{user_id}")
}

/// Whether the user has a second factor, and whether one is required.
pub async fn status(app: &App, actor: &Actor) -> Result<Value> {
    let permit = own_permit(actor);
    let enrolled = app.store.authenticator(&permit, &actor.user_id).await?.is_some_and(|one| one.is_confirmed);
    Ok(json!({
        "enrolled": enrolled,
        "required": needs_second_factor(app, &permit, &actor.user_id).await?,
        "recoveryCodesLeft": app.store.recovery_codes_left(&permit, &actor.user_id).await?,
    }))
}

/// Creates a secret for the app. It is not required at login until its first code is confirmed.
pub async fn enrol(app: &App, actor: &Actor, password: &str) -> Result<Value> {
    let permit = own_permit(actor);
    check_password(app, &permit, &actor.user_id, ("password", password)).await?;
    new_secret(app, &permit, &actor.user_id).await
}

/// A new secret as the app reads it. The user is proven already.
pub(super) async fn new_secret(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<Value> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(Error::internal)?;
    let totp = totp(bytes, &permit.scope().entity, user_id)?;
    let secret = totp.secret().to_base32();
    let sealed = app.store.seal(permit.scope(), &label(user_id), &secret).await?;
    app.store.enrol_authenticator(permit, user_id, &sealed, &stamp(app.clock.now())).await?;
    let address = totp.to_url().map_err(Error::internal)?;
    Ok(json!({ "secret": secret, "uri": address, "qr": qr_picture(&address)? }))
}

/// Confirms the app with its first code. The recovery codes are shown only once.
pub async fn confirm(app: &App, actor: &Actor, code: &str) -> Result<Value> {
    let permit = own_permit(actor);
    let now = app.clock.now();
    let attempts = count_attempt(app, &permit, format!("factor first {}", actor.user_id), now).await?;
    let codes = confirm_code(app, &permit, &actor.user_id, code.trim(), now).await?;
    app.store.clear_login_tries(&permit, &attempts).await?;
    Ok(json!({ "recoveryCodes": codes }))
}

/// The recovery codes of an app whose first code is right. The caller has counted the attempt.
pub(super) async fn confirm_code(
    app: &App,
    permit: &Permit<Change>,
    user_id: &str,
    code: &str,
    now: Timestamp,
) -> Result<Vec<String>> {
    let waiting = app.store.authenticator(permit, user_id).await?.filter(|one| !one.is_confirmed);
    let waiting = waiting.ok_or(Refusal::OtpInvalid)?;
    let step = step_of(app, permit, user_id, &waiting, code, now).await?.ok_or(Refusal::OtpInvalid)?;
    let (codes, hashes) = recovery_codes(app, user_id)?;
    app.store.confirm_authenticator(permit, user_id, step, &stamp(now), &hashes).await?;
    Ok(codes)
}

/// Replaces the recovery codes. It requires a current code from the app, so an open session or the old codes are not
/// enough.
pub async fn renew(app: &App, actor: &Actor, code: &str) -> Result<Value> {
    let permit = own_permit(actor);
    let now = app.clock.now();
    let attempts = count_attempt(app, &permit, format!("factor renew {}", actor.user_id), now).await?;
    let confirmed = app.store.authenticator(&permit, &actor.user_id).await?.filter(|one| one.is_confirmed);
    let confirmed = confirmed.ok_or(Refusal::OtpInvalid)?;
    let step = step_of(app, &permit, &actor.user_id, &confirmed, code.trim(), now).await?.ok_or(Refusal::OtpInvalid)?;
    let (codes, hashes) = recovery_codes(app, &actor.user_id)?;
    app.store.renew_recovery_codes(&permit, &actor.user_id, step, &hashes).await?;
    app.store.clear_login_tries(&permit, &attempts).await?;
    Ok(json!({ "recoveryCodes": codes }))
}

/// Allows ten wrong codes per half hour.
async fn count_attempt(
    app: &App,
    permit: &Permit<Change>,
    subject: String,
    now: Timestamp,
) -> Result<[(String, i64); 1]> {
    let attempts = [(subject, 10)];
    let until = stamp(now + jiff::SignedDuration::from_mins(30));
    let refusal = Refusal::TooManyTries { retry_after_seconds: 1800 };
    app.store.count_login_try(permit, &attempts, &stamp(now), &until, refusal).await?;
    Ok(attempts)
}

/// New recovery codes, and the hashes to store.
fn recovery_codes(app: &App, user_id: &str) -> Result<(Vec<String>, Vec<String>)> {
    let codes = (0..RECOVERY_CODES).map(|_| recovery_code()).collect::<Result<Vec<_>>>()?;
    let hashes = codes.iter().map(|code| recovery_hash(app, user_id, code)).collect();
    Ok((codes, hashes))
}

pub async fn remove(app: &App, actor: &Actor, password: &str) -> Result<()> {
    let permit = own_permit(actor);
    check_password(app, &permit, &actor.user_id, ("password", password)).await?;
    app.store.remove_authenticator(&permit, &actor.user_id).await
}

/// The time step of a code that is valid now, or half a minute earlier or later.
pub(super) async fn step_of(
    app: &App,
    permit: &Permit<Change>,
    user_id: &str,
    own: &Authenticator,
    code: &str,
    now: Timestamp,
) -> Result<Option<i64>> {
    let secret = app.store.unseal(permit.scope(), &label(user_id), own.secret.open()).await?;
    let secret =
        Secret::try_from_base32(&secret).map_err(|_| Error::internal("the authenticator secret is not base32"))?;
    let totp = totp(secret, &permit.scope().entity, user_id)?;
    let seconds = u64::try_from(now.as_second()).unwrap_or(0);
    Ok(totp.check(code, seconds).and_then(|step| i64::try_from(step).ok()))
}

fn totp(secret: impl Into<Secret>, entity: &str, user_id: &str) -> Result<Totp> {
    // Neither may contain a colon, which separates them in the URL.
    let account = format!("{entity} {user_id}").replace(':', " ");
    let builder = Builder::new().with_secret(secret).with_account_name(account).with_issuer(Some(ISSUER));
    builder.build().map_err(Error::internal)
}

fn recovery_code() -> Result<String> {
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes).map_err(Error::internal)?;
    let mut text: String = bytes.iter().map(|byte| char::from(PAPER_ALPHABET[usize::from(byte % 32)])).collect();
    text.insert(5, '-');
    Ok(text)
}

/// Hashes the code without dashes, blanks and case, as users may type them differently.
pub(super) fn recovery_hash(app: &App, user_id: &str, code: &str) -> String {
    let bare: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    app.codes.hash(&format!("recovery|{user_id}"), &bare.to_ascii_lowercase())
}
