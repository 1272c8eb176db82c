use std::process::ExitCode;

use anyhow::Context;
use app::entities::{NewEntity, create};

use super::reset_password::{describe_error, read_password};
use crate::cli::FirstAdmin;
use crate::config::Config;
use crate::locations::Locations;
use crate::wiring;

pub async fn run(place: Locations, first: FirstAdmin) -> anyhow::Result<ExitCode> {
    let app = wiring::open_app(&Config::of(place)?).await?.app;
    let password = read_password(&app, &first.admin)?;
    let new = NewEntity {
        country: first.country,
        code: first.entity,
        entity_type: first.entity_type,
        name: first.name,
        state: first.state,
        time_zone: first.time_zone,
        mail: first.mail,
        mobile: first.mobile,
        admin: first.admin,
        password,
    };
    create(&app, &new).await.map_err(|error| describe_error(&app, error)).context("the entity was not created")?;
    println!("{} ({}) was created; {} may log in and continue with Entity Master.", new.name, new.code, new.admin);
    if domain::four_eyes::is_on(&new.entity_type, None) {
        println!(
            "Four-eyes is on: roles of administration and review, single sign-on and targets need two administrators. \
             Add the second one with\n  docz admin create-administrator --entity {} --user <user> --mail <mail> \
             --mobile <mobile> --like {}",
            new.code, new.admin
        );
    }
    println!("The first login asks {} to set up an authenticator app (not in a demo).", new.admin);
    Ok(ExitCode::SUCCESS)
}
