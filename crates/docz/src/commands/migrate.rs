use std::process::ExitCode;

use crate::config::Config;
use crate::locations::Locations;
use crate::{data_lock, wiring};

pub async fn run(place: Locations, is_new_installation: bool) -> anyhow::Result<ExitCode> {
    let config = Config { is_new_installation, ..Config::of(place)? };
    let _lock = data_lock::take(&config, "migrate")?;
    wiring::open_store(&config).await?;
    println!("The schema is at version {}.", store::SCHEMA_VERSION);
    Ok(ExitCode::SUCCESS)
}
