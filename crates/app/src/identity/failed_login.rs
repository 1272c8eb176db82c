//! Records failed logins: who, when, from where and why, never the typed password. Rate limits apply first, and a
//! locked login is recorded only once.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::login::{Outcome, masked};
use jiff::SignedDuration;
use store::audit::stamp;
use store::failed_login::{FailedLogin, MOST};

use super::location::{known_zone, location_of};
use crate::{App, Error, Result};

/// The duration of a lock, during which it is recorded once.
const LOCKED_SECONDS: i64 = 30 * 60;
const TRIM_EVERY: u64 = 64;

/// The origin of a call; set by the server, never by a body.
#[derive(Debug, Clone, Default)]
pub struct CallOrigin {
    pub ip_address: String,
    pub device: String,
    /// As reported by the device.
    pub time_zone: Option<String>,
}

/// The user to record a failed login for.
pub(super) enum LoginSubject<'a> {
    /// Typed, nothing proven.
    Typed(&'a str),
    /// Proven by a password, a code or an identity provider.
    Staff(&'a str),
    Customer(&'a str),
}

/// Returns the outcome unchanged and records a refusal.
pub(super) async fn record_refusal<T>(
    app: &App,
    permit: &Permit<Change>,
    subject: LoginSubject<'_>,
    from: &CallOrigin,
    outcome: Result<T>,
) -> Result<T> {
    if let Err(Error::Refused(refusal)) = &outcome
        && let Some(ending) = Outcome::of(refusal)
        && let Err(error) = write(app, permit, &subject, from, ending).await
    {
        tracing::error!(%error, "a failed login could not be recorded");
    }
    outcome
}

async fn write(
    app: &App,
    permit: &Permit<Change>,
    subject: &LoginSubject<'_>,
    from: &CallOrigin,
    outcome: Outcome,
) -> Result<()> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let now = app.clock.now();
    let (LoginSubject::Typed(typed) | LoginSubject::Staff(typed) | LoginSubject::Customer(typed)) = *subject;
    if outcome == Outcome::Locked && !is_first_in_lock(app, permit, typed, now).await? {
        return Ok(());
    }
    let known = match subject {
        LoginSubject::Customer(_) => Some((typed.to_owned(), "C".to_owned(), String::new())),
        _ => app.store.staff_by_any_case(permit, typed).await?,
    };
    let is_known = known.is_some();
    let (user_id, user_type, tenant) = known.unwrap_or_else(|| (masked(typed), String::new(), String::new()));
    let zone = from.time_zone.as_deref().and_then(known_zone);
    let address = from.ip_address.parse::<IpAddr>().ok();
    let entry = FailedLogin {
        login_id: uuid::Uuid::now_v7().to_string(),
        at: stamp(now),
        user_id,
        user_type,
        tenant,
        ip_address: from.ip_address.clone(),
        device: from.device.clone(),
        time_zone: zone.map(str::to_owned),
        place: address.and_then(|address| location_of(address, zone, None)),
        outcome: if outcome == Outcome::WrongPassword && !is_known { Outcome::UnknownUser } else { outcome },
    };
    app.store.write_failed_login(permit, &entry).await?;
    if WRITTEN.fetch_add(1, Ordering::Relaxed).is_multiple_of(TRIM_EVERY) {
        app.store.trim_failed_logins(permit, MOST).await?;
    }
    Ok(())
}

/// True for the first refusal within a lock.
async fn is_first_in_lock(app: &App, permit: &Permit<Change>, typed: &str, now: jiff::Timestamp) -> Result<bool> {
    let user: String = typed.to_ascii_lowercase().chars().take(100).collect();
    let until = stamp(now + SignedDuration::from_secs(LOCKED_SECONDS));
    let again = Refusal::TooManyTries { retry_after_seconds: 0 };
    match app.store.count_login_try(permit, &[(format!("locked {user}"), 1)], &stamp(now), &until, again).await {
        Ok(()) => Ok(true),
        Err(Error::Refused(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
