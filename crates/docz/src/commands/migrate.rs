use std::process::ExitCode;

use crate::cli::Place;
use crate::config::Config;
use crate::wiring;

pub async fn run(place: Place) -> anyhow::Result<ExitCode> {
    wiring::open_store(&Config::of(place)?).await?;
    println!("The schema is at version {}.", store::SCHEMA_VERSION);
    Ok(ExitCode::SUCCESS)
}
