use std::process::ExitCode;

use store::RootKey;

use crate::config::Config;
use crate::locations::Locations;
use crate::{data_lock, root_key, wiring};

/// The next key is on disk before the database needs it, and replaces the old one afterwards; the next start completes
/// an interrupted rotation.
pub async fn run(place: Locations) -> anyhow::Result<ExitCode> {
    let config = Config::of(place)?;
    let _lock = data_lock::take(&config, "keys rotate")?;
    let store = wiring::open_store(&config).await?;
    let next = RootKey::generate();
    let path = root_key::next_path(&config.root_key_file);
    // The database uses the current key, so a rotation that ended here left a key that nothing needs.
    if path.exists() {
        std::fs::remove_file(&path)?;
    }
    root_key::write(&path, &next)?;
    let count = store.rotate_root(&next).await?;
    root_key::promote(&config.root_key_file)?;
    println!("The keys of {count} entities are wrapped with a new root key. Everyone has to log in again.");
    println!(
        "Keep a copy of {} apart from the backups: without it the server does not start, and what is sealed cannot \
         be read.",
        config.root_key_file.display()
    );
    Ok(ExitCode::SUCCESS)
}
