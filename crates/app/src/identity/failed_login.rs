//! A login that did not succeed is written down: who, when, from where, how it ended; never what was typed as a
//! password. Limits come first, so whoever is held back by one is written down once.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::login::{Outcome, masked};
use jiff::SignedDuration;
use store::audit::stamp;
use store::failed_login::{FailedLogin, MOST};

use super::place::{known_zone, place_of};
use crate::{App, Error, Result};

/// A lock lasts this long, and is told of once in that time.
const LOCKED_SECONDS: i64 = 30 * 60;
const TRIM_EVERY: u64 = 64;

/// Where a call came from; set by the server, never by a body.
#[derive(Debug, Clone, Default)]
pub struct From {
    pub ip_address: String,
    pub device: String,
    /// As the device told it.
    pub time_zone: Option<String>,
}

/// Whom a failed login is written down for.
pub(super) enum Who<'a> {
    /// Typed by somebody who has proven nothing.
    Typed(&'a str),
    /// Proven by a password, a code or somebody else.
    Staff(&'a str),
    Customer(&'a str),
}

/// Passes an outcome on, and writes down what was refused.
pub(super) async fn noted<T>(
    app: &App,
    permit: &Permit<Change>,
    who: Who<'_>,
    from: &From,
    outcome: Result<T>,
) -> Result<T> {
    if let Err(Error::Refused(refusal)) = &outcome
        && let Some(ending) = Outcome::of(refusal)
        && let Err(error) = write(app, permit, &who, from, ending).await
    {
        tracing::error!(%error, "a failed login could not be written down");
    }
    outcome
}

async fn write(app: &App, permit: &Permit<Change>, who: &Who<'_>, from: &From, outcome: Outcome) -> Result<()> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let now = app.clock.now();
    let (Who::Typed(typed) | Who::Staff(typed) | Who::Customer(typed)) = *who;
    if outcome == Outcome::Locked && !is_first(app, permit, typed, now).await? {
        return Ok(());
    }
    let known = match who {
        Who::Customer(_) => Some((typed.to_owned(), "C".to_owned(), String::new())),
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
        place: address.and_then(|address| place_of(address, zone, None)),
        outcome: if outcome == Outcome::WrongPassword && !is_known { Outcome::UnknownUser } else { outcome },
    };
    app.store.write_failed_login(permit, &entry).await?;
    if WRITTEN.fetch_add(1, Ordering::Relaxed).is_multiple_of(TRIM_EVERY) {
        app.store.trim_failed_logins(permit, MOST).await?;
    }
    Ok(())
}

/// Is this the first time in this lock that somebody is told to wait?
async fn is_first(app: &App, permit: &Permit<Change>, typed: &str, now: jiff::Timestamp) -> Result<bool> {
    let user: String = typed.to_ascii_lowercase().chars().take(100).collect();
    let until = stamp(now + SignedDuration::from_secs(LOCKED_SECONDS));
    let again = Refusal::TooManyTries { retry_after_seconds: 0 };
    match app.store.count_login_try(permit, &[(format!("locked {user}"), 1)], &stamp(now), &until, again).await {
        Ok(()) => Ok(true),
        Err(Error::Refused(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
