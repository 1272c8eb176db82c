use std::time::Duration;

use store::requests::FileRecord;
use tokio::time::Instant;

use super::{RecordedFile, file_fault, open, remove_file, storage_id, stored_of};
use crate::context::Pass;
use crate::{App, Error, Result, installation};

/// Records held in memory at a time.
const PAGE: u32 = 100;
/// A pass starts no further file after this time.
const MAX_PASS: Duration = Duration::from_secs(60);

/// Encrypts the files that were stored in plain. A file that cannot be read is reported and stays as it is.
pub async fn encrypt_plain(app: &App, pass: &mut Pass) -> Result<()> {
    installation::check(app).await?;
    let (started, mut last) = (Instant::now(), None);
    loop {
        let page = app.store.plain_files(last.as_ref(), PAGE).await?;
        for record in &page {
            if pass.is_stopping() || started.elapsed() > MAX_PASS {
                return Ok(());
            }
            let key = format!("{}/{}/{}", record.entity, record.txn_ref_no, record.file_id);
            pass.count(&key, encrypt(app, record).await)?;
        }
        last = match page.into_iter().next_back() {
            Some(record) => Some(record),
            None => return Ok(()),
        };
    }
}

/// Writes an encrypted copy, refers the record to it, and then removes the plain file. After an interruption at any
/// point the record refers to a complete file, and `sweep-files` removes the other one.
async fn encrypt(app: &App, record: &FileRecord) -> Result<bool> {
    let stored = stored_of(record);
    let context = stored.context.clone();
    let size = u64::try_from(record.size).unwrap_or(0);
    let plain = open(app, &RecordedFile { stored, size, sha256: record.sha256.clone() }).await?;
    let id = storage_id()?;
    let written = app.files.put(&id, &context, plain.pieces).await.map_err(Error::internal)?;
    let Some(sealed_key) = written.sealed_key else {
        app.files.delete(&id).await.map_err(file_fault)?;
        return Err(Error::internal("the document store does not encrypt"));
    };
    // After an error the record may refer to either file, so both stay.
    if !app.store.switch_file(record, &id, &sealed_key).await? {
        app.files.delete(&id).await.map_err(file_fault)?;
        return Ok(false);
    }
    remove_file(app, &record.storage_id).await?;
    Ok(true)
}
