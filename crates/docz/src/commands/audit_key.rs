use std::process::ExitCode;

use crate::cli::Place;
use crate::config::Config;
use crate::wiring;

/// Prints what an auditor compares with the fingerprint in a certificate or a pack.
pub async fn run(place: Place) -> anyhow::Result<ExitCode> {
    let store = wiring::open_store(&Config::of(place)?).await?;
    for (country, entity, public_key) in store.public_keys().await? {
        println!("{country}/{entity} {}", app::evidence::fingerprint(&public_key));
    }
    Ok(ExitCode::SUCCESS)
}
