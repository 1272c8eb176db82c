use std::process::{Command, ExitCode};

use crate::cli::Place;
use crate::config::Config;
use crate::wiring;

/// Says of each thing whether it is there, and what is lost without it.
pub async fn run(place: Place) -> anyhow::Result<ExitCode> {
    let config = Config::of(place)?;
    println!("data folder   {}", config.data.display());
    println!("database      {}", if config.database_url.is_some() { "PostgreSQL" } else { "SQLite" });
    let store = match wiring::open_store(&config).await {
        Ok(store) => store,
        Err(error) => {
            println!("FAIL          {error:#}");
            return Ok(ExitCode::FAILURE);
        }
    };
    store.ping().await?;
    println!("ok            schema {}, the root key fits", store::SCHEMA_VERSION);
    let tools = [
        ("tesseract", "--version", "texts in pictures cannot be read; verdicts are Unreadable"),
        ("clamdscan", "--version", "uploads cannot be scanned for malware"),
    ];
    for (program, flag, without) in tools {
        match Command::new(program).arg(flag).output() {
            Ok(output) if output.status.success() => println!("ok            {program}"),
            _ => println!("missing       {program}: {without}"),
        }
    }
    Ok(ExitCode::SUCCESS)
}
