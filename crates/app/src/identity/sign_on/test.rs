//! Lets an administrator test the stored SSO settings before anybody depends on them.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::sso::Protocol;
use jiff::SignedDuration;
use ports::ProbeFault;
use serde_json::{Value, json};
use store::audit::stamp;
use store::{Batch, Entry};

use crate::{App, Result};

/// The number of tests per minute: the form must not become a port scanner.
const MAX_TESTS: i64 = 10;
const WINDOW_SECONDS: u64 = 60;

/// Contacts the directory or provider with the stored settings and secret; unsaved input is not used. The response is a
/// fixed code, never text from the other system.
pub async fn test_sign_on(app: &App, permit: &Permit<Change>, app_code: &str) -> Result<Value> {
    let now = app.clock.now();
    let until = stamp(now + SignedDuration::from_secs(WINDOW_SECONDS as i64));
    let refusal = Refusal::TooManyTries { retry_after_seconds: WINDOW_SECONDS };
    let tries = [(format!("sso test {}", permit.actor()), MAX_TESTS)];
    app.store.count_login_try(permit, &tries, &stamp(now), &until, refusal).await?;
    let outcome = match app.store.sso_server(permit, app_code).await? {
        None => "notUsable",
        Some(server) => outcome_code(match server.protocol {
            Protocol::Ldap => app.sign_on.directory.probe(&server).await,
            Protocol::Oidc => app.sign_on.provider.probe(&server).await,
        }),
    };
    let detail = json!({ "outcome": outcome });
    let entry = Entry { action: "sso-test", resource: "ssoconfiguration", key: app_code.to_owned(), detail };
    app.store.commit(permit, Batch::audited(entry)).await?;
    Ok(json!({ "outcome": outcome }))
}

fn outcome_code(outcome: Result<(), ProbeFault>) -> &'static str {
    let Err(fault) = outcome else { return "ok" };
    tracing::warn!(?fault, "the test of a sign-on server failed");
    match fault {
        ProbeFault::NotListed(_) => "notListed",
        ProbeFault::ClearText(_) => "clearText",
        ProbeFault::Unreachable(_) => "silent",
        ProbeFault::Account => "account",
        ProbeFault::Base => "base",
        ProbeFault::Answer(_) => "answer",
    }
}
