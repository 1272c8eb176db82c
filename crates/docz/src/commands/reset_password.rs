use std::io::Read;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use app::wording::Locale;
use app::{App, Error};
use domain::Refusal;
use domain::access::system;

use crate::config::Config;
use crate::locations::Locations;
use crate::wiring;

pub async fn run(
    place: Locations,
    country: &str,
    entity: &str,
    user: &str,
    remove_second_factor: bool,
) -> anyhow::Result<ExitCode> {
    let app = wiring::open_app(&Config::of(place)?).await?.app;
    let hash = app.passwords.hash(read_password(&app, user)?).await?;
    let permit = system::identity(country, entity, "system:command-line");
    let now = store::audit::stamp(app.clock.now());
    app.store.set_password(&permit, user, &hash, &now).await.context("the password was not set")?;
    println!("The password of {user} is set, and all sessions of {user} have ended.");
    if remove_second_factor {
        match app.store.remove_authenticator(&permit, user).await {
            Err(Error::Refused(Refusal::NotFound)) => println!("{user} had no authenticator app."),
            outcome => {
                outcome.context("the authenticator app was not removed")?;
                println!("The authenticator app of {user} is removed.");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Read from standard input, so that it appears in no shell history or process list.
pub fn read_password(app: &App, user: &str) -> anyhow::Result<String> {
    eprintln!("Password for {user} (end with Enter and Ctrl D):");
    let mut password = String::new();
    std::io::stdin().take(1000).read_to_string(&mut password).context("no password could be read")?;
    let password = password.trim_end_matches(['\r', '\n']).to_owned();
    match domain::password::check(&password) {
        Ok(()) => Ok(password),
        Err(message) => bail!("{}", app.wording.render(Locale::ENGLISH, &message)),
    }
}

/// The message of a refusal, with its field.
pub fn describe_error(app: &App, error: Error) -> anyhow::Error {
    match error {
        Error::Refused(Refusal::Invalid(errors)) => {
            let line = |error: &domain::refusal::FieldError| {
                format!("{}: {}", error.field, app.wording.render(Locale::ENGLISH, &error.message))
            };
            anyhow!("{}", errors.iter().map(line).collect::<Vec<_>>().join("; "))
        }
        other => other.into(),
    }
}
