//! The trash of the document store. Files that no record names wait there, so that a wrong database destroys nothing.

use std::collections::HashSet;

use futures_util::TryStreamExt;
use jiff::{SignedDuration, Timestamp};
use ports::{FileFault, FilePlace, TrashedFile};
use store::Store;

use super::{file_fault, is_journal};
use crate::context::Pass;
use crate::{App, Result};

const BATCH_SIZE: usize = 500;
/// How long a file stays in the trash.
pub const DAYS_IN_TRASH: i64 = 7;

/// What one place holds besides what the database names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leftovers {
    /// The files that were looked at.
    pub stored: u64,
    /// Those of them that no record names.
    pub unknown: Vec<String>,
}

/// Looks through the files stored before this time. The journal of purges needs no record.
pub async fn leftovers(store: &Store, place: &dyn FilePlace, before: Timestamp) -> Result<Leftovers> {
    let mut found = Leftovers::default();
    let mut all = place.older_than(before).try_chunks(BATCH_SIZE);
    while let Some(some) = all.try_next().await.map_err(|broken| file_fault(broken.1))? {
        let named = store.named_files(&some).await?;
        let documents = some.into_iter().filter(|id| !is_journal(id)).collect::<Vec<_>>();
        found.stored += documents.len() as u64;
        found.unknown.extend(documents.into_iter().filter(|id| !named.contains(id)));
    }
    Ok(found)
}

/// Moves files to the trash. Each name is in the audit log before its file is moved.
pub(crate) async fn fill(app: &App, place: &dyn FilePlace, ids: &[String], pass: &mut Pass) -> Result<()> {
    let now = app.clock.now();
    for some in ids.chunks(BATCH_SIZE) {
        if pass.is_stopping() {
            return Ok(());
        }
        app.store.note_files("trash", &place.name(), some).await?;
        for id in some {
            app.previews.remove(id).await;
            let moved = place.discard(id, now).await;
            if moved.is_ok() {
                tracing::info!(file = id, place = place.name(), "moved a file that no record names to the trash");
            }
            count(pass, id, moved);
        }
    }
    Ok(())
}

/// Brings back what a record names by now, and destroys what was moved to the trash long enough ago.
pub(crate) async fn tidy(app: &App, place: &dyn FilePlace, pass: &mut Pass) -> Result<()> {
    let until = app.clock.now() - SignedDuration::from_hours(24 * DAYS_IN_TRASH);
    for some in list(place).await?.chunks(BATCH_SIZE) {
        if pass.is_stopping() {
            return Ok(());
        }
        let named = named(&app.store, some).await?;
        let (back, others): (Vec<&TrashedFile>, Vec<_>) = some.iter().partition(|file| named.contains(&file.id));
        let old = others.into_iter().filter(|file| file.moved_on < until).collect::<Vec<_>>();
        app.store.note_files("restore-trash", &place.name(), &ids(&back)).await?;
        for file in back {
            let back = place.recover(file).await;
            if back.is_ok() {
                tracing::info!(file = file.id, place = place.name(), "brought a file back from the trash");
            }
            count(pass, &file.id, back);
        }
        app.store.note_files("empty-trash", &place.name(), &ids(&old)).await?;
        for file in old {
            let gone = place.destroy(file).await;
            if gone.is_ok() {
                tracing::info!(file = file.id, place = place.name(), "destroyed a file of the trash");
            }
            count(pass, &file.id, gone);
        }
    }
    Ok(())
}

/// Brings back files that were moved to the trash since a time, or all; with `is_named` only those that a record names.
/// Returns how many came back.
pub async fn restore(app: &App, since: Option<Timestamp>, is_named: bool) -> Result<u64> {
    crate::installation::check(app).await?;
    let mut restored = 0;
    for place in &app.places {
        let mut files = list(place.as_ref()).await?;
        files.retain(|file| since.is_none_or(|since| file.moved_on >= since));
        for some in files.chunks(BATCH_SIZE) {
            let named = if is_named { named(&app.store, some).await? } else { HashSet::new() };
            let back = some.iter().filter(|file| !is_named || named.contains(&file.id)).collect::<Vec<_>>();
            app.store.note_files("restore-trash", &place.name(), &ids(&back)).await?;
            for file in back {
                match place.recover(file).await {
                    Ok(()) => restored += 1,
                    // A sweep brought it back meanwhile.
                    Err(FileFault::Missing) => {}
                    Err(fault) => return Err(file_fault(fault)),
                }
            }
        }
    }
    Ok(restored)
}

/// All files in the trash of a place, the oldest first.
pub async fn list(place: &dyn FilePlace) -> Result<Vec<TrashedFile>> {
    let mut files: Vec<TrashedFile> = place.trash().try_collect().await.map_err(file_fault)?;
    files.sort_by(|one, other| (one.moved_on, &one.id).cmp(&(other.moved_on, &other.id)));
    Ok(files)
}

async fn named(store: &Store, files: &[TrashedFile]) -> Result<HashSet<String>> {
    store.named_files(&ids(&files.iter().collect::<Vec<_>>())).await
}

fn ids(files: &[&TrashedFile]) -> Vec<String> {
    files.iter().map(|file| file.id.clone()).collect()
}

fn count(pass: &mut Pass, id: &str, done: Result<(), FileFault>) {
    match done {
        Ok(()) => pass.report.done += 1,
        // Withdrawn or moved meanwhile.
        Err(FileFault::Missing) => pass.report.skipped += 1,
        Err(fault) => pass.fail(id, fault.to_string()),
    }
}
