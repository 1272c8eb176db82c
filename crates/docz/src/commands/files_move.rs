use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, ensure};
use app::installation::check_places;
use futures_util::TryStreamExt;
use ports::{FileFault, Files};

use super::file_copies;
use crate::config::Config;
use crate::files::{DocumentStores, StoreKind};
use crate::locations::Locations;
use crate::wiring;

/// Moves every document, while the server runs. A document is removed from its old place only when the copy was read
/// back with the same size and hash, so an interrupted run can simply be started again.
pub async fn run(place: Locations, to: StoreKind) -> anyhow::Result<ExitCode> {
    let config = Config::of(place)?;
    let store = wiring::open_store(&config).await?;
    let stores = DocumentStores::open(&config)?;
    // Stricter than a start: what is moved is deleted, so both places must answer.
    check_places(&store, &stores.places()).await?;
    let s3: Arc<dyn Files> = stores.s3.context("there is no section [files.s3] in docz.toml")?;
    let (from, target) = match to {
        StoreKind::S3 => (stores.folder as Arc<dyn Files>, s3),
        StoreKind::Folder => (s3, stores.folder as Arc<dyn Files>),
    };
    let mut moved: u64 = 0;
    let mut all = from.older_than(jiff::Timestamp::MAX);
    while let Some(id) = all.try_next().await? {
        match move_one(from.as_ref(), target.as_ref(), &id).await {
            Ok(()) => moved += 1,
            Err(error) if matches!(error.downcast_ref(), Some(FileFault::Missing)) => {}
            Err(error) => return Err(error.context(format!("document {id} cannot be moved; {moved} were moved"))),
        }
    }
    println!("{moved} documents were moved and compared.");
    if config.files.kind != to {
        println!(
            "New documents still go to the old place: set files.kind in docz.toml, restart every server, and run \
             this again."
        );
    }
    Ok(ExitCode::SUCCESS)
}

async fn move_one(from: &dyn Files, target: &dyn Files, id: &str) -> anyhow::Result<()> {
    let (sent, is_new) = match file_copies::one(from, target, id).await {
        // An earlier run got this far.
        Err(FileFault::Exists) => (file_copies::digest(from, id).await?, false),
        sent => (sent?, true),
    };
    let found = file_copies::digest(target, id).await?;
    if sent != found && is_new {
        target.delete(id).await?;
    }
    ensure!(sent == found, "the copy differs");
    from.delete(id).await?;
    Ok(())
}
