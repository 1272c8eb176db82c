use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use app::files::trash;
use integrations::files::FilesFolder;
use ports::Files;
use store::Keys;

use super::backup::{MANIFEST, POSTGRES, hash_of, postgres_tool, root_key_check};
use super::{file_copies, file_report, place_report};
use crate::config::Config;
use crate::files::DocumentStores;
use crate::installation::Copy;
use crate::locations::Locations;
use crate::unfinished_restore::{self, Earlier};
use crate::{data_lock, installation, private, root_key, wiring};

const GOING_ON: &str = "Going on with a restore that was not completed.";

/// Restores only a complete backup into an empty place, then verifies the audit chain.
pub async fn run(place: &Locations, from: &Path, purged: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let config = Config { is_restoring: true, ..Config::of(place.clone())? };
    let _lock = data_lock::take(&config, "restore")?;
    let Backup { source, hash, copy } = checked_backup(&config, from)?;
    let target = config.database_file();
    // Documents first: a document without a record is harmless, a record without its document is not.
    let stores = DocumentStores::open(&config)?;
    let mut earlier = unfinished_restore::earlier(&config, &hash)?;
    if config.database_url.is_some() {
        earlier = look_at_postgres(&config, &copy, earlier).await?;
    } else if earlier == Earlier::Nothing {
        ensure_absent(&target)?;
    }
    installation::judge_copy(&copy, &stores.places()).await?;
    if earlier == Earlier::Nothing {
        unfinished_restore::begin(&config, &hash)?;
    }
    let files = stores.all;
    let documents = file_copies::restore(from, files.as_ref()).await?;
    restore_database(&config, &source, &target, earlier == Earlier::Placed).await?;
    unfinished_restore::placed(&config, &hash)?;
    let app = wiring::open_app(&config).await?.app;
    let store = app.store.clone();
    let verdict = store.verify_audit(&domain::access::system::audit_reader()).await?;
    ensure!(verdict.faults.is_empty(), "restored, but the audit log has faults: run docz audit verify");
    println!("Restored with {documents} documents; {} audit entries were checked.", verdict.entries);
    replay(&app, files.as_ref(), purged).await?;
    trash::restore(&app, None, true).await?;
    unfinished_restore::end(&config)?;
    place_report::print_unknown_after_restore(&config, &store, &app.places).await?;
    let files = wiring::sealed(files, &store);
    let damaged = file_report::print(&store, files.as_ref(), &store::audit::now(), &app.places).await?;
    Ok(if damaged == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A complete backup.
struct Backup {
    source: PathBuf,
    /// Of the database.
    hash: String,
    copy: Copy,
}

/// Checks the backup against its manifest, and that it fits the configured database and key.
fn checked_backup(config: &Config, from: &Path) -> anyhow::Result<Backup> {
    let manifest =
        fs::read_to_string(from.join(MANIFEST)).with_context(|| format!("{} has no manifest", from.display()))?;
    let manifest: serde_json::Value = serde_json::from_str(&manifest).context("the manifest cannot be read")?;
    let name = manifest["file"].as_str().context("the manifest names no file")?;
    let source = from.join(Path::new(name).file_name().context("the manifest names no file")?);
    let hash = hash_of(&source)?;
    ensure!(manifest["sha256"].as_str() == Some(&hash), "the copy is damaged: its hash differs");
    let list = from.join(file_copies::LIST);
    ensure!(manifest["filesSha256"].as_str() == Some(&hash_of(&list)?), "the list of documents is damaged");
    check_key(config, &manifest)?;
    let is_sqlite = config.database_url.is_none();
    ensure!(!is_sqlite || name != POSTGRES, "this is a copy of a PostgreSQL database");
    ensure!(is_sqlite || name == POSTGRES, "this is a copy of an SQLite database");
    let installation_id = manifest["installation"].as_str().map(str::to_owned);
    Ok(Backup { source, hash, copy: Copy { installation_id, documents: file_copies::listed(from)? } })
}

/// `is_placed`: an earlier attempt restored the database already.
async fn restore_database(config: &Config, source: &Path, target: &Path, is_placed: bool) -> anyhow::Result<()> {
    if is_placed {
        println!("{GOING_ON}");
    }
    let Some(url) = &config.database_url else {
        if !is_placed {
            set_log_aside(target)?;
            place_database(source, target)?;
        }
        return Ok(());
    };
    if !is_placed {
        store::before_restore(url, config.network.pool.timeout).await?;
        // Stops at the first existing object, and then restores nothing.
        let options = ["--exit-on-error", "--single-transaction", "--no-owner", "--dbname="];
        postgres_tool("pg_restore", &options, source, url).context(
            "nothing was restored into the database; correct the cause, and run the same docz restore again",
        )?;
    }
    Ok(store::after_restore(url, config.network.pool.timeout).await?)
}

/// How far an earlier attempt came, by what the database holds: one that was killed after `pg_restore` could not note
/// it.
/// Before anything is noted, a database that is not empty is refused, because `pg_restore` would stop at it.
async fn look_at_postgres(config: &Config, copy: &Copy, earlier: Earlier) -> anyhow::Result<Earlier> {
    let (look, name) = (installation::look(config).await?, config.database_name());
    match earlier {
        Earlier::Nothing => {
            ensure!(
                !look.has_schema,
                "{name} is not empty, and nothing was changed: create an empty database for the copy"
            );
            Ok(Earlier::Nothing)
        }
        _ if !look.has_schema => Ok(Earlier::Begun),
        _ => {
            let is_copy = look.installation_id == copy.installation_id;
            ensure!(is_copy, "{name} holds another installation: run the same docz restore with an empty database");
            Ok(Earlier::Placed)
        }
    }
}

/// An empty file is as good as none.
fn ensure_absent(target: &Path) -> anyhow::Result<()> {
    let is_empty = fs::metadata(target).map_or(true, |found| found.len() == 0);
    ensure!(is_empty, "{} exists already: restore into an empty folder", target.display());
    Ok(())
}

/// The log of a database that is gone would be applied to the restored one.
fn set_log_aside(target: &Path) -> anyhow::Result<()> {
    let log = target.with_extension("sqlite-wal");
    if log.exists() {
        let end = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
        fs::rename(&log, target.with_extension(format!("sqlite-wal.before-{end}")))?;
    }
    Ok(())
}

/// Purges again what was purged after the backup: the journal is beside the documents that were in use since.
async fn replay(app: &app::App, files: &dyn Files, purged: &[PathBuf]) -> anyhow::Result<()> {
    for at in purged {
        ensure!(at.is_dir(), "{} is not a folder", at.display());
    }
    let folders: Vec<FilesFolder> = purged.iter().map(|at| FilesFolder::open(at)).collect::<Result<_, _>>()?;
    let places: Vec<&dyn Files> = std::iter::once(files).chain(folders.iter().map(|at| at as &dyn Files)).collect();
    match app::retention::replay(app, &places).await.context("purges could not be repeated; do not start the server")? {
        0 => println!("No purges after the backup are known."),
        requests => println!("Documents of {requests} requests were purged after the backup, and are purged again."),
    }
    Ok(())
}

/// Checks before any write that the root key fits the backup.
fn check_key(config: &Config, manifest: &serde_json::Value) -> anyhow::Result<()> {
    let path = config.root_key_file.display();
    let key =
        root_key::read(&config.root_key_file)?.with_context(|| format!("the root key must be at {path} first"))?;
    let check = manifest["rootKeyCheck"].as_str().context("the manifest does not name its root key")?;
    ensure!(
        check == root_key_check(&Keys::new(key)),
        "this copy needs another root key than {path}; nothing was restored"
    );
    Ok(())
}

/// The final name only ever holds a complete database.
fn place_database(source: &Path, target: &Path) -> anyhow::Result<()> {
    let part = target.with_extension("restoring");
    let _ = fs::remove_file(&part);
    let mut copy = private::create(&part)?;
    std::io::copy(&mut fs::File::open(source)?, &mut copy)?;
    copy.sync_all()?;
    fs::rename(&part, target)?;
    if let Some(folder) = target.parent() {
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}
