use std::io::Read;
use std::process::ExitCode;

use anyhow::{Context, bail};
use app::wording::Voice;
use domain::access::system;

use crate::cli::Place;
use crate::config::Config;
use crate::wiring;

pub async fn run(place: Place, country: &str, entity: &str, user: &str) -> anyhow::Result<ExitCode> {
    let app = wiring::open_app(&Config::of(place)?).await?;
    eprintln!("Password for {user} of {entity} (end with Enter and Ctrl D):");
    let mut password = String::new();
    std::io::stdin().take(1000).read_to_string(&mut password).context("no password could be read")?;
    let password = password.trim_end_matches(['\r', '\n']).to_owned();
    if let Err(message) = domain::password::check(&password) {
        bail!("{}", app.wording.say(Voice::ENGLISH, &message));
    }
    let hash = app.passwords.hash(password).await?;
    let permit = system::identity(country, entity, "system:command-line");
    let now = store::audit::stamp(app.clock.now());
    app.store.set_password(&permit, user, &hash, &now).await.context("the password was not set")?;
    println!("The password of {user} was set and his sessions were ended.");
    Ok(ExitCode::SUCCESS)
}
