use futures_util::TryStreamExt;
use ports::{FileFault, Files, WHOLE};
use sha2::{Digest, Sha256};
use store::Store;
use store::requests::FileRecord;

use super::read::{Damage, hex};
use super::stored_record;
use crate::Result;

/// Records held in memory at a time.
const PAGE: u32 = 500;

/// A stored file that differs from its record.
pub struct FileDamage {
    pub record: FileRecord,
    /// `is missing`, `has another size`, `has other content`, `cannot be read`
    pub what: String,
}

/// Compares every file record with the stored file: existence, size and hash. Only records from before the given time
/// are checked. Returns how many were compared.
pub async fn check_files(
    store: &Store,
    files: &dyn Files,
    before: &str,
    mut report: impl FnMut(FileDamage),
) -> Result<u64> {
    let (mut compared, mut last) = (0, None);
    loop {
        let page = store.file_records(last.as_ref(), PAGE).await?;
        for record in page.iter().filter(|record| record.uploaded_on.as_str() < before) {
            compared += 1;
            if let Some(damage) = damage(store, files, record).await? {
                report(FileDamage { record: record.clone(), what: damage.to_string() });
            }
        }
        last = match page.into_iter().next_back() {
            Some(record) => Some(record),
            None => return Ok(compared),
        };
    }
}

async fn damage(store: &Store, files: &dyn Files, record: &FileRecord) -> Result<Option<Damage>> {
    let mut opened = match files.open(&stored_record(record), WHOLE).await {
        Ok(opened) => opened,
        Err(FileFault::Missing | FileFault::BadId) => {
            // A staged file may have been withdrawn in the meantime, which deletes the record first.
            let named = store.named_files(std::slice::from_ref(&record.storage_id)).await?;
            return Ok(named.contains(&record.storage_id).then_some(Damage::Missing));
        }
        Err(_) => return Ok(Some(Damage::Unreadable)),
    };
    if i64::try_from(opened.size) != Ok(record.size) {
        return Ok(Some(Damage::Size));
    }
    let mut hash = Sha256::new();
    loop {
        match opened.pieces.try_next().await {
            Ok(Some(piece)) => hash.update(&piece),
            Ok(None) => break,
            Err(_) => return Ok(Some(Damage::Unreadable)),
        }
    }
    Ok((hex(hash) != record.sha256).then_some(Damage::Content))
}
