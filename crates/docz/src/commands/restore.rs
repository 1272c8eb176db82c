use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, ensure};

use super::backup::{MANIFEST, POSTGRES, hash_of, postgres_tool};
use super::file_copies;
use crate::cli::Place;
use crate::config::Config;
use crate::wiring;

/// Only into what is empty, and only what is whole; then the audit chain is checked.
pub async fn run(place: &Place, from: &Path) -> anyhow::Result<ExitCode> {
    let config = Config::of(place.clone())?;
    let manifest =
        fs::read_to_string(from.join(MANIFEST)).with_context(|| format!("{} has no manifest", from.display()))?;
    let manifest: serde_json::Value = serde_json::from_str(&manifest).context("the manifest cannot be read")?;
    let name = manifest["file"].as_str().context("the manifest names no file")?;
    let source = from.join(Path::new(name).file_name().context("the manifest names no file")?);
    ensure!(manifest["sha256"].as_str() == Some(&hash_of(&source)?), "the copy is damaged: its hash is another");
    let list = from.join(file_copies::LIST);
    ensure!(manifest["filesSha256"].as_str() == Some(&hash_of(&list)?), "the list of documents is damaged");
    ensure!(config.root_key_file.exists(), "put the root key at {} first", config.root_key_file.display());
    let target = config.database_file();
    match &config.database_url {
        None => {
            ensure!(name != POSTGRES, "this is a copy of a PostgreSQL database");
            ensure!(!target.exists(), "{} exists already: restore into an empty folder", target.display());
        }
        Some(_) => ensure!(name == POSTGRES, "this is a copy of an SQLite database"),
    }
    // Documents without a record do no harm; a record without its document would.
    let documents = file_copies::bring_back(from, &wiring::open_files(&config)?).await?;
    match &config.database_url {
        None => {
            fs::create_dir_all(&config.data)?;
            fs::copy(&source, &target)?;
        }
        Some(url) => {
            // It stops at the first thing that is there already, and then nothing is restored at all.
            postgres_tool(
                "pg_restore",
                &["--exit-on-error", "--single-transaction", "--no-owner", "--dbname="],
                &source,
                url,
            )?;
        }
    }
    let store = wiring::open_store(&config).await?;
    let verdict = store.verify_audit(&domain::access::system::audit_reader()).await?;
    ensure!(verdict.faults.is_empty(), "restored, but the audit log has faults: run docz audit verify");
    println!("Restored with {documents} documents; {} audit entries were checked.", verdict.entries);
    Ok(ExitCode::SUCCESS)
}
