use std::process::ExitCode;

use anyhow::Context;
use app::administrators::{NewAdministrator, create_administrator};

use super::reset_password::{describe_error, read_password};
use crate::cli::AnotherAdmin;
use crate::config::Config;
use crate::locations::Locations;
use crate::wiring;

pub async fn run(place: Locations, other: AnotherAdmin) -> anyhow::Result<ExitCode> {
    let app = wiring::open_app(&Config::of(place)?).await?.app;
    let password = read_password(&app, &other.user)?;
    let new = NewAdministrator {
        country: other.country,
        entity: other.entity,
        user: other.user,
        mail: other.mail,
        mobile: other.mobile,
        like: other.like,
        password,
    };
    create_administrator(&app, &new)
        .await
        .map_err(|error| describe_error(&app, error))
        .context("the administrator was not created")?;
    println!("{} was created like {} and chooses another password at the first login.", new.user, new.like);
    Ok(ExitCode::SUCCESS)
}
