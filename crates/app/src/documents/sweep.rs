use futures_util::TryStreamExt;
use jiff::Timestamp;

use super::{file_fault, remove_file};
use crate::{App, Result};

const AT_ONCE: usize = 500;

/// Takes away files that no record names: of uploads that broke off between file and record, and of what was taken back.
/// Only those kept before this moment, so that none is on its way. Gives back how many.
pub async fn sweep(app: &App, before: Timestamp) -> Result<u64> {
    let mut all = app.files.older_than(before).try_chunks(AT_ONCE);
    let mut swept = 0;
    while let Some(some) = all.try_next().await.map_err(|broken| file_fault(broken.1))? {
        let named = app.store.named_files(&some).await?;
        for id in some.iter().filter(|id| !named.contains(*id)) {
            remove_file(app, id).await?;
            swept += 1;
        }
    }
    sweep_previews(app).await?;
    Ok(swept)
}

/// A page that was being rendered while its file was removed is left behind.
async fn sweep_previews(app: &App) -> Result<()> {
    for some in app.previews.storage_ids().chunks(AT_ONCE) {
        let named = app.store.named_files(some).await?;
        for id in some.iter().filter(|id| !named.contains(*id)) {
            app.previews.remove(id).await;
        }
    }
    Ok(())
}
