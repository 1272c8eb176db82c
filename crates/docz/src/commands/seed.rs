use std::process::ExitCode;

use crate::cli::Place;
use crate::config::Config;
use crate::wiring;

pub async fn run(place: Place) -> anyhow::Result<ExitCode> {
    let app = wiring::open_app(&Config::of(place)?).await?.app;
    match app::demo::fill(&app).await? {
        true => println!("The demo entities NGB and KALVI were made."),
        false => println!("Nothing was done: there are entities already."),
    }
    Ok(ExitCode::SUCCESS)
}
