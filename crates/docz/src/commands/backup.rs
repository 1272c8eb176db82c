use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use app::clock_guard::ClockGuard;
use app::jobs::{LEASE, hold};
use domain::clock::TOLERANCE;
use integrations::clock::SystemClock;
use integrations::files::FilesFolder;
use serde_json::json;
use sha2::{Digest, Sha256};
use store::audit::stamp;
use store::jobs::JobLease;
use store::{Keys, Store};

use super::{file_copies, file_report};
use crate::config::Config;
use crate::files::DocumentStores;
use crate::locations::Locations;
use crate::{private, wiring};

pub const MANIFEST: &str = "manifest.json";
pub const SQLITE: &str = "docz.sqlite";
pub const POSTGRES: &str = "docz.pgdump";

/// Makes a consistent copy while the server runs. The root key is not included, because it must be kept elsewhere.
pub async fn run(place: Locations, to: &Path) -> anyhow::Result<ExitCode> {
    let config = Config::of(place)?;
    ensure!(!to.exists(), "{} exists already", to.display());
    let store = wiring::open_store(&config).await?;
    let guard = ClockGuard::new(store.clone(), Arc::new(SystemClock));
    let holder = hold_encryption(&store, &guard).await?;
    // On a thread of its own, because copying a database does not let other work of its thread run.
    let (from, to) = (store.clone(), to.to_owned());
    let copied = tokio::spawn(async move { copy(&config, &from, &to).await });
    let Some(holder) = holder else { return copied.await? };
    let renew = || async { store.renew_job(ENCRYPT, &holder, &stamp(shared_now(&guard).await? + LEASE)).await };
    let copied = hold(copied, renew).await.context("the job that encrypts documents ran during the backup")?;
    store.release_job(ENCRYPT, &holder).await?;
    copied?
}

const ENCRYPT: &str = "encrypt";

/// Waits for the job that encrypts old documents and keeps it from running: it replaces files, and a backup needs those
/// that its copy of the database names.
async fn hold_encryption(store: &Store, guard: &ClockGuard) -> anyhow::Result<Option<String>> {
    let holder = format!("backup-{}", std::process::id());
    while !store.plain_files(None, 1).await?.is_empty() {
        let now = shared_now(guard).await?;
        let lease = JobLease {
            holder: &holder,
            now: &stamp(now),
            until: &stamp(now + LEASE),
            latest_end: &stamp(now + LEASE + TOLERANCE),
            latest_due: None,
        };
        if store.take_job(ENCRYPT, &lease).await? {
            return Ok(Some(holder));
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(None)
}

/// The time by which servers share jobs.
async fn shared_now(guard: &ClockGuard) -> app::Result<jiff::Timestamp> {
    guard.measure().await?;
    Ok(guard.shared(jiff::Timestamp::now()))
}

async fn copy(config: &Config, store: &Store, to: &Path) -> anyhow::Result<ExitCode> {
    let begun = store::audit::now();
    private::folder(to)?;
    let name = match &config.database_url {
        None => {
            store.copy_to(&to.join(SQLITE))?;
            SQLITE
        }
        Some(url) => {
            private::create(&to.join(POSTGRES))?;
            postgres_tool("pg_dump", &["--format=custom", "--no-owner", "--file"], &to.join(POSTGRES), url)
                .with_context(|| format!("no copy was made; remove {} and try again", to.display()))?;
            POSTGRES
        }
    };
    let stores = DocumentStores::open(config)?;
    let documents = file_copies::copy(stores.all.as_ref(), to).await?;
    let manifest = json!({
        "file": name, "sha256": hash_of(&to.join(name))?, "files": file_copies::LIST,
        "filesSha256": hash_of(&to.join(file_copies::LIST))?, "schema": store::SCHEMA_VERSION,
        "madeOn": store::audit::now(),
        "rootKeyCheck": root_key_check(store.keys()), "installation": store.installation_id().await?,
    });
    writeln!(private::create(&to.join(MANIFEST))?, "{manifest:#}")?;
    println!("The database and {documents} documents were copied to {}.", to.display());
    println!(
        "Documents and secrets in it are encrypted; names, addresses and remarks are not: keep it as safe as the \
         original."
    );
    println!(
        "The root key is not in the copy: keep {} elsewhere, because nothing can be restored without it.",
        config.root_key_file.display()
    );
    let copies = wiring::sealed(Arc::new(FilesFolder::open(&to.join(file_copies::FOLDER))?), store);
    match file_report::print(store, copies.as_ref(), &begun, &stores.places()).await? {
        0 => Ok(ExitCode::SUCCESS),
        _ => {
            println!("The copy is kept and holds everything that could be copied.");
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Distinguishes root keys without revealing anything about them.
pub fn root_key_check(keys: &Keys) -> String {
    hex::encode(*keys.derive("backup-check"))
}

pub fn hash_of(path: &Path) -> anyhow::Result<String> {
    let mut file = fs::File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut hash = Sha256::new();
    let mut piece = vec![0; 64 * 1024];
    loop {
        match file.read(&mut piece)? {
            0 => break,
            length => hash.update(&piece[..length]),
        }
    }
    Ok(hex::encode(hash.finalize()))
}

/// Runs a PostgreSQL tool. The connection settings are passed in the environment, where other users cannot see them.
pub fn postgres_tool(program: &str, arguments: &[&str], file: &Path, url: &str) -> anyhow::Result<()> {
    let mut command = std::process::Command::new(program);
    command.args(arguments).arg(file).envs(crate::config::postgres_environment(url)?);
    let status = command.status().with_context(|| format!("{program} is not installed"))?;
    ensure!(status.success(), "{program} failed, for the reason above");
    Ok(())
}
