use std::process::ExitCode;

use crate::config::Config;
use crate::locations::Locations;
use crate::wiring;

/// Prints what an auditor compares with the fingerprint in a certificate or a pack.
pub async fn run(place: Locations) -> anyhow::Result<ExitCode> {
    let store = wiring::open_store(&Config::of(place)?).await?;
    for (country, entity, public_key) in store.public_keys().await? {
        println!("{country}/{entity} {}", app::evidence::fingerprint(&public_key));
    }
    Ok(ExitCode::SUCCESS)
}
