use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use crate::config::Config;
use crate::locations::Locations;
use crate::{data_lock, wiring};

/// Creates the demo entities and, if requested, more requests.
pub async fn run(place: Locations, requests: u64, tenants: u32) -> anyhow::Result<ExitCode> {
    let config = Config::of(place)?;
    let _lock = data_lock::take(&config, "seed")?;
    let app = wiring::open_app(&config).await?.app;
    if app::demo::fill(&app).await? {
        let made = app::seed::fill(&app).await?;
        println!("The demo entities NGB and KALVI were created with {made} requests.");
    } else if requests == 0 {
        println!("Nothing was done: the database already has entities.");
    }
    if requests > 0 {
        app::seed::fill_bulk(&app, requests, tenants, |done| show(done, requests)).await?;
        println!("\n{requests} requests were added to NGB over {tenants} tenants.");
    }
    Ok(ExitCode::SUCCESS)
}

/// A progress bar on a terminal, an occasional line otherwise.
fn show(done: u64, all: u64) {
    let mut out = std::io::stdout();
    if out.is_terminal() {
        let filled = (done * 40 / all) as usize;
        let _ = write!(out, "\r[{}{}] {done} of {all}", "#".repeat(filled), "-".repeat(40 - filled));
        let _ = out.flush();
    } else if done.is_multiple_of(10_000) || done == all {
        let _ = writeln!(out, "{done} of {all}");
    }
}
