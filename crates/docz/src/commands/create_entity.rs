use std::process::ExitCode;

use anyhow::Context;
use app::entities::{NewEntity, create};

use super::reset_password::{describe_error, read_password};
use crate::cli::{FirstAdmin, Place};
use crate::config::Config;
use crate::wiring;

pub async fn run(place: Place, first: FirstAdmin) -> anyhow::Result<ExitCode> {
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
    println!("The first login asks {} to set up an authenticator app (not in a demo).", new.admin);
    Ok(ExitCode::SUCCESS)
}
