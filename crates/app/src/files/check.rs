use domain::access::{Reach, Scope};
use futures_util::TryStreamExt;
use ports::{FileFault, Files, WHOLE};
use sha2::{Digest, Sha256};
use store::Store;
use store::requests::FileRecord;

use super::{Damage, is_damage, stored_of};
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
    let mut page = store.sample_records().await?;
    loop {
        for record in page.iter().filter(|record| record.uploaded_on.as_str() < before) {
            compared += 1;
            if let Some(damage) = damage(store, files, record).await? {
                report(FileDamage { record: record.clone(), what: damage.to_string() });
            }
        }
        page = store.file_records(last.as_ref(), PAGE).await?;
        if page.is_empty() {
            return Ok(compared);
        }
        last = page.last().cloned();
    }
}

/// The damage of a file, unless it was withdrawn or purged in the meantime, which changes the record first.
async fn damage(store: &Store, files: &dyn Files, record: &FileRecord) -> Result<Option<Damage>> {
    let Some(found) = compare(files, record).await? else { return Ok(None) };
    let scope = Scope { country: record.country.clone(), entity: record.entity.clone(), tenants: Reach::Every };
    let current = store.current_place(&scope, &record.txn_ref_no, &record.file_id).await?;
    let is_same = |now: FileRecord| !now.is_purged && now.storage_id == record.storage_id;
    Ok(current.is_some_and(is_same).then_some(found))
}

async fn compare(files: &dyn Files, record: &FileRecord) -> Result<Option<Damage>> {
    let mut opened = match files.open(&stored_of(record), WHOLE).await {
        Ok(opened) => opened,
        Err(FileFault::Missing | FileFault::BadId) => return Ok(Some(Damage::Missing)),
        Err(FileFault::Damaged) => return Ok(Some(Damage::Content)),
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
            Err(error) if is_damage(&error) => return Ok(Some(Damage::Content)),
            Err(_) => return Ok(Some(Damage::Unreadable)),
        }
    }
    Ok((hex::encode(hash.finalize()) != record.sha256).then_some(Damage::Content))
}
