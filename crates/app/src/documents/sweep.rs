use jiff::Timestamp;

use super::receive::sweep_uploads;
use super::verify::remove_old_samples;
use crate::context::Pass;
use crate::files::{file_fault, trash};
use crate::{App, Result, installation};

const BATCH_SIZE: usize = 500;
/// More files than this, and a larger part of all files, are moved only when an operator says so: usually the database
/// is the wrong one.
const MANY_FILES: u64 = 20;
const LARGE_PERCENT: u64 = 1;

/// Moves files without a record (interrupted uploads, withdrawn files) to the trash, and removes abandoned uploads, old
/// samples of rules and unfinished files, all from before the given time. Everything is counted before the first file
/// is moved.
pub async fn sweep(app: &App, before: Timestamp, pass: &mut Pass) -> Result<()> {
    installation::check(app).await?;
    let mut found = Vec::new();
    for place in &app.places {
        found.push(trash::leftovers(&app.store, place.as_ref(), before).await?);
    }
    let stored = found.iter().map(|place| place.stored).sum::<u64>();
    let unknown = found.iter().map(|place| place.unknown.len() as u64).sum::<u64>();
    if is_too_many(unknown, stored) && !pass.is_amount_accepted {
        pass.fail("files", refusal(unknown, stored));
        return Ok(());
    }
    // It only removes what this database names and nobody continues after a day; an older database names no others.
    sweep_uploads(app, before, pass).await?;
    remove_old_samples(app, pass).await?;
    for (place, found) in app.places.iter().zip(&found) {
        trash::fill(app, place.as_ref(), &found.unknown, pass).await?;
        trash::tidy(app, place.as_ref(), pass).await?;
        pass.report.done += place.drop_unfinished(before).await.map_err(file_fault)?;
    }
    sweep_previews(app).await
}

pub fn is_too_many(unknown: u64, stored: u64) -> bool {
    unknown > MANY_FILES && unknown * 100 > stored * LARGE_PERCENT
}

fn refusal(unknown: u64, stored: u64) -> String {
    format!(
        "{unknown} of {stored} stored files are not named by any record of this database, and nothing was moved. \
         Is it an older copy? If not, run: docz jobs run sweep-files --accept-amount"
    )
}

/// Removes pages that were rendered while their file was deleted. They are drawn again when somebody needs them.
async fn sweep_previews(app: &App) -> Result<()> {
    for some in app.previews.storage_ids().chunks(BATCH_SIZE) {
        let named = app.store.named_files(some).await?;
        for id in some.iter().filter(|id| !named.contains(*id)) {
            app.previews.remove(id).await;
        }
    }
    Ok(())
}
