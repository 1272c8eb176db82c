//! An administrator tries out what he has set up, before anybody depends on it.

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::sso::Protocol;
use jiff::SignedDuration;
use ports::ProbeFault;
use serde_json::{Value, json};
use store::audit::stamp;
use store::{Batch, Entry};

use crate::{App, Result};

/// So many tests, then a minute of rest: a form is not a tool to knock on doors with.
const AT_ONCE: i64 = 10;
const REST_SECONDS: u64 = 60;

/// Asks the directory or provider as it is stored, secret and all; what is typed and not yet saved is not sent
/// anywhere. The answer is one of a few words, never what the other side said.
pub async fn test_sign_on(app: &App, permit: &Permit<Change>, app_code: &str) -> Result<Value> {
    let now = app.clock.now();
    let until = stamp(now + SignedDuration::from_secs(REST_SECONDS as i64));
    let refusal = Refusal::TooManyTries { retry_after_seconds: REST_SECONDS };
    let tries = [(format!("sso test {}", permit.actor()), AT_ONCE)];
    app.store.count_login_try(permit, &tries, &stamp(now), &until, refusal).await?;
    let outcome = match app.store.sso_server(permit, app_code).await? {
        None => "notUsable",
        Some(server) => told(match server.protocol {
            Protocol::Ldap => app.sign_on.directory.probe(&server).await,
            Protocol::Oidc => app.sign_on.provider.probe(&server).await,
        }),
    };
    let detail = json!({ "outcome": outcome });
    let entry = Entry { action: "sso-test", resource: "ssoconfiguration", key: app_code.to_owned(), detail };
    app.store.commit(permit, Batch::audited(entry)).await?;
    Ok(json!({ "outcome": outcome }))
}

fn told(outcome: Result<(), ProbeFault>) -> &'static str {
    let Err(fault) = outcome else { return "ok" };
    tracing::warn!(?fault, "a sign-on server was tested and cannot be asked");
    match fault {
        ProbeFault::NotListed(_) => "notListed",
        ProbeFault::Unreachable(_) => "silent",
        ProbeFault::Account => "account",
        ProbeFault::Base => "base",
        ProbeFault::Answer(_) => "answer",
    }
}
