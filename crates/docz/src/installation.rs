//! Decides whether the database, the root key and the documents belong together, before anything is created or
//! migrated.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use app::files::is_journal;
use app::installation::describe;
use futures_util::TryStreamExt;
use jiff::Timestamp;
use ports::{FileFault, FilePlace};
use store::{Look, Store};

use crate::config::Config;
use crate::files::DocumentStores;
use crate::root_key;

pub type Places = Vec<Arc<dyn FilePlace>>;

const BATCH_SIZE: usize = 500;
const NEXT_STEP: &str = "Nothing was changed: check the data folder, database_url and files_url";
const MEANT: &str = "If a new installation is meant, run docz serve or docz migrate once with --new-installation";

/// Reads a database without creating or changing anything.
pub async fn look(config: &Config) -> anyhow::Result<Look> {
    match &config.database_url {
        Some(url) => Look::at_postgres(url, config.network.pool.timeout).await.context("PostgreSQL cannot be opened"),
        None => Look::at_sqlite(&config.database_file()).await.context("SQLite cannot be opened"),
    }
}

/// A database and its documents that belong together.
pub struct Judged {
    pub installation_id: String,
    /// The places that may be claimed. The others did not answer, so nobody knows whose they are.
    pub answered: Places,
}

/// The id of this installation, or why the database must not be used with these documents.
pub async fn judge(config: &Config, places: &Places) -> anyhow::Result<Judged> {
    let (look, name) = (look(config).await?, config.database_name());
    let owners = owners(places).await;
    if look.is_new() {
        judge_new(config, places, owners).await?;
        return Ok(Judged { installation_id: uuid::Uuid::new_v4().to_string(), answered: places.clone() });
    }
    let known = Known::Look(&look);
    let (mut answered, mut unclaimed) = (Places::new(), Places::new());
    let mut id = look.installation_id.clone();
    for (place, owner) in places.iter().zip(owners) {
        let owner = match owner {
            Ok(owner) => owner,
            // A server starts without its bucket. Work that removes files compares again.
            Err(fault) if look.installation_id.is_some() => {
                tracing::warn!(place = place.name(), %fault, "it is unknown to which installation the \
                    documents belong");
                continue;
            }
            Err(fault) => return Err(fault).with_context(|| first_claim(place.as_ref())),
        };
        let is_fitting = match (&id, &owner) {
            (Some(id), Some(owner)) if id != owner => false,
            (Some(_), Some(_)) if look.installation_id.is_some() => true,
            // Before the ids, or a place that was just configured.
            _ => content(place.as_ref(), &known).await? != Content::Foreign,
        };
        ensure!(is_fitting, "{}", mismatch((&name, look.installation_id.as_deref()), place.as_ref(), owner.as_deref()));
        let owners = if owner.is_some() { &mut answered } else { &mut unclaimed };
        owners.push(place.clone());
        id = id.or(owner);
    }
    let installation_id = id.unwrap_or_else(|| uuid::Uuid::new_v4().to_string());
    let needs_documents = look.names_files && !config.is_restoring && !unclaimed.is_empty();
    if !needs_documents || is_any_stored(&[&answered[..], &unclaimed].concat(), &known).await? {
        answered.append(&mut unclaimed);
    }
    // The documents may be in the place that does not answer, so a new one waits for it.
    ensure!(
        unclaimed.is_empty() || answered.len() + unclaimed.len() < places.len(),
        "{}",
        without_documents(&name, &installation_id, &unclaimed)
    );
    Ok(Judged { installation_id, answered })
}

async fn is_any_stored(places: &Places, known: &Known<'_>) -> anyhow::Result<bool> {
    for place in places {
        if content(place.as_ref(), known).await? == Content::Known {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A disk that is not mounted and a wrong folder of a bucket look like new places.
fn without_documents(database: &str, installation_id: &str, unclaimed: &Places) -> String {
    let names = unclaimed.iter().map(|place| place.name()).collect::<Vec<_>>().join(" and ");
    format!(
        "{database} names documents, but none of them is stored, and the {names} is new and empty. {NEXT_STEP}, and \
         whether the disk is mounted. If the documents are lost, write {installation_id} into a file named \
         installation there, and start again"
    )
}

fn first_claim(place: &dyn FilePlace) -> String {
    format!(
        "the {} does not answer, and it must at the first start with it. {NEXT_STEP}, and start again",
        place.name()
    )
}

/// A new database is created only where nothing shows that there was another one.
async fn judge_new(
    config: &Config,
    places: &Places,
    owners: Vec<Result<Option<String>, FileFault>>,
) -> anyhow::Result<()> {
    let mut found = Vec::new();
    for (place, owner) in places.iter().zip(owners) {
        match owner.with_context(|| first_claim(place.as_ref()))? {
            Some(id) => found.push(format!("the {} belongs to installation {id}", place.name())),
            None if holds_files(place.as_ref()).await? => found.push(format!("the {} holds documents", place.name())),
            None => {}
        }
    }
    if root_key::read(&config.root_key_file)?.is_some() && !config.is_new_installation {
        found.push(format!("there is a root key at {}", config.root_key_file.display()));
    }
    ensure!(
        found.is_empty(),
        "{} is new or empty and has no installation, but {}. {NEXT_STEP}, or restore a backup with docz \
         restore. {MEANT}",
        config.database_name(),
        found.join(", and ")
    );
    Ok(())
}

/// With --new-installation the documents of another installation are kept in a folder beside the new one. A bucket is
/// not renamed: another folder in it can be configured.
pub async fn set_aside(config: &Config, documents: &DocumentStores) -> anyhow::Result<bool> {
    // Only then, because a bucket that does not answer stops no other command.
    if !config.is_new_installation {
        return Ok(false);
    }
    let is_bucket_free = match &documents.s3 {
        Some(s3) => is_free(s3.as_ref()).await?,
        None => true,
    };
    let is_meant = is_bucket_free && look(config).await?.is_new();
    if !is_meant || is_free(documents.folder.as_ref()).await? {
        return Ok(false);
    }
    let folder = config.files_folder()?;
    let mut aside = folder.clone().into_os_string();
    aside.push(format!(".before-{}", Timestamp::now().strftime("%Y%m%dT%H%M%SZ")));
    let aside = PathBuf::from(aside);
    std::fs::rename(&folder, &aside).with_context(|| {
        format!("{} holds documents and cannot be renamed: name another folder with files_url", folder.display())
    })?;
    println!("The documents that were in {} are kept in {}.", folder.display(), aside.display());
    Ok(true)
}

/// Stores the id where it is missing; false when a place did not answer.
pub async fn claim(store: &Store, places: &Places) -> anyhow::Result<bool> {
    let mut is_complete = true;
    let id = store.installation_id().await?.context("the database has no installation")?;
    for place in places {
        match place.claim(&id).await {
            Ok(()) => {}
            // As in `judge`.
            Err(FileFault::Unavailable(fault)) => {
                tracing::warn!(place = place.name(), fault, "the installation cannot be written beside the documents");
                is_complete = false;
            }
            Err(fault) => return Err(fault).with_context(|| place.name()),
        }
    }
    Ok(is_complete)
}

/// Compares and claims places that did not answer at the start, until it succeeded.
pub async fn claim_later(config: &Config, store: &Store, places: &Places, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        match claim_answered(config, store, places).await {
            Ok(true) => return tracing::info!("all places of documents belong to this installation"),
            Ok(false) => {}
            Err(error) => tracing::error!(error = format!("{error:#}"), "a place of documents cannot be claimed"),
        }
    }
}

async fn claim_answered(config: &Config, store: &Store, places: &Places) -> anyhow::Result<bool> {
    let judged = judge(config, places).await?;
    Ok(claim(store, &judged.answered).await? && judged.answered.len() == places.len())
}

/// A copy that is restored: its installation, and the documents in it.
pub struct Copy {
    /// `None` in a copy from before the ids.
    pub installation_id: Option<String>,
    pub documents: HashSet<String>,
}

/// Refuses a copy beside the documents of another installation.
pub async fn judge_copy(copy: &Copy, places: &Places) -> anyhow::Result<()> {
    for (place, owner) in places.iter().zip(owners(places).await) {
        let owner = owner.with_context(|| place.name())?;
        let is_fitting = match (&copy.installation_id, &owner) {
            (Some(id), Some(owner)) => id == owner,
            _ => content(place.as_ref(), &Known::Copy(copy)).await? != Content::Foreign,
        };
        let name = ("the copy", copy.installation_id.as_deref());
        ensure!(is_fitting, "{}", mismatch(name, place.as_ref(), owner.as_deref()));
    }
    Ok(())
}

fn mismatch(database: (&str, Option<&str>), place: &dyn FilePlace, owner: Option<&str>) -> String {
    let found = describe(database, (&place.name(), owner));
    let documents = if database.1.is_some() && owner.is_some() { "" } else { ", and it holds other documents" };
    format!("{found}{documents}. {NEXT_STEP}. docz doctor shows what belongs together")
}

async fn owners(places: &Places) -> Vec<Result<Option<String>, FileFault>> {
    let mut owners = Vec::new();
    for place in places {
        owners.push(place.owner().await);
    }
    owners
}

enum Known<'a> {
    Look(&'a Look),
    Copy(&'a Copy),
}

impl Known<'_> {
    async fn names_any(&self, ids: &[String]) -> anyhow::Result<bool> {
        match self {
            Known::Look(look) => Ok(look.names_any(ids).await?),
            Known::Copy(copy) => Ok(ids.iter().any(|id| copy.documents.contains(id))),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Empty,
    /// At least one document is known.
    Known,
    Foreign,
}

async fn content(place: &dyn FilePlace, known: &Known<'_>) -> anyhow::Result<Content> {
    let mut is_empty = true;
    let mut all = place.older_than(Timestamp::MAX).try_chunks(BATCH_SIZE);
    while let Some(some) = all.try_next().await.map_err(|broken| broken.1).with_context(|| place.name())? {
        is_empty &= some.iter().all(|id| is_journal(id));
        if known.names_any(&some).await? {
            return Ok(Content::Known);
        }
    }
    Ok(if is_empty { Content::Empty } else { Content::Foreign })
}

/// True when the place holds nothing of another installation.
async fn is_free(place: &dyn FilePlace) -> anyhow::Result<bool> {
    Ok(place.owner().await.with_context(|| place.name())?.is_none() && !holds_files(place).await?)
}

async fn holds_files(place: &dyn FilePlace) -> anyhow::Result<bool> {
    Ok(place.older_than(Timestamp::MAX).try_next().await.with_context(|| place.name())?.is_some())
}
