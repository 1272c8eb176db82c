use futures_util::TryStreamExt;
use jiff::Timestamp;

use super::{file_fault, remove_file, resumable, rule_samples};
use crate::jobs::Pass;
use crate::retention::is_journal;
use crate::{App, Result};

const BATCH_SIZE: usize = 500;

/// Deletes abandoned uploads, old samples of rules, files without a record (interrupted uploads, withdrawn files) and unfinished files from
/// before the given time. A file that cannot be deleted is reported.
pub async fn sweep(app: &App, before: Timestamp, pass: &mut Pass) -> Result<()> {
    resumable::sweep(app, before, pass).await?;
    rule_samples::remove_old(app, pass).await?;
    let mut all = app.files.older_than(before).try_chunks(BATCH_SIZE);
    while let Some(some) = all.try_next().await.map_err(|broken| file_fault(broken.1))? {
        let named = app.store.named_files(&some).await?;
        for id in some.iter().filter(|id| !named.contains(*id) && !is_journal(id)) {
            if pass.is_stopping() {
                return Ok(());
            }
            match remove_file(app, id).await {
                Ok(()) => pass.report.done += 1,
                Err(fault) => pass.fail(id, fault.to_string()),
            }
        }
    }
    pass.report.done += app.files.drop_unfinished(before).await.map_err(file_fault)?;
    sweep_previews(app).await
}

/// Removes pages that were rendered while their file was deleted.
async fn sweep_previews(app: &App) -> Result<()> {
    for some in app.previews.storage_ids().chunks(BATCH_SIZE) {
        let named = app.store.named_files(some).await?;
        for id in some.iter().filter(|id| !named.contains(*id)) {
            app.previews.remove(id).await;
        }
    }
    Ok(())
}
