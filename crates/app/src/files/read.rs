//! Reads stored files. A file that differs from its record is never delivered as if it were intact.

use std::io;

use bytes::{Bytes, BytesMut};
use domain::Refusal;
use domain::access::{Reach, RequestAccess, Scope};
use futures_util::{TryStreamExt, stream};
use ports::{FileContext, FileFault, OpenFile, Pieces, StoredFile, WHOLE};
use sha2::{Digest, Sha256};
use store::requests::FileRow;

use super::{file_fault, stored, stored_of};
use crate::{App, Error, Result};

/// Files up to this size are verified before the first byte is sent.
const VERIFY_FIRST_BYTES: u64 = 1024 * 1024;

/// How a stored file differs from its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Damage {
    #[error("is missing")]
    Missing,
    #[error("has another size")]
    Size,
    #[error("has other content")]
    Content,
    #[error("cannot be read")]
    Unreadable,
}

/// A stored file with the size and hash of its record.
#[derive(Clone)]
pub struct RecordedFile {
    pub stored: StoredFile,
    pub size: u64,
    pub sha256: String,
}

pub(crate) fn recorded<Kind>(access: &RequestAccess<Kind>, txn_ref_no: &str, file: &FileRow) -> RecordedFile {
    RecordedFile {
        stored: stored(access.permit().scope(), txn_ref_no, file),
        size: u64::try_from(file.size).unwrap_or(0),
        sha256: file.sha256.clone(),
    }
}

/// Opens the file of a record. The size is checked at once. Every chunk of an encrypted file proves itself and its
/// place; the hash of a plain one is checked before its last chunk. So a reader of a large damaged file gets an error
/// instead of the end.
pub async fn open(app: &App, file: &RecordedFile) -> Result<OpenFile> {
    let opened = match open_current(app, &file.stored).await? {
        Ok(opened) if opened.size != file.size => return Err(report_damage(&file.stored, Damage::Size)),
        Ok(opened) => opened,
        Err(FileFault::Missing | FileFault::Damaged) if is_purged(app, &file.stored).await? => {
            return Err(Refusal::Purged.into());
        }
        Err(FileFault::Missing) => return Err(report_damage(&file.stored, Damage::Missing)),
        Err(FileFault::Damaged) => return Err(report_damage(&file.stored, Damage::Content)),
        Err(fault) => return Err(file_fault(fault)),
    };
    let pieces = match file.stored.sealed_key {
        Some(_) => reported(opened.pieces, file.stored.clone()),
        None => verified(opened.pieces, file.stored.clone(), file.sha256.clone()),
    };
    if file.size > VERIFY_FIRST_BYTES {
        return Ok(OpenFile { size: file.size, pieces });
    }
    let whole = pieces.try_collect::<BytesMut>().await.map_err(|error| read_fault(&error))?.freeze();
    Ok(OpenFile { size: file.size, pieces: Box::pin(stream::once(std::future::ready(Ok(whole)))) })
}

/// A plain file may have been replaced by its encrypted copy after its record was read.
async fn open_current(app: &App, file: &StoredFile) -> Result<std::result::Result<OpenFile, FileFault>> {
    let opened = app.files.open(file, WHOLE).await;
    if !matches!(opened, Err(FileFault::Missing)) || file.sealed_key.is_some() {
        return Ok(opened);
    }
    let FileContext { country, entity, txn_ref_no, file_id, .. } = &file.context;
    let scope = Scope { country: country.clone(), entity: entity.clone(), tenants: Reach::Every };
    match app.store.current_place(&scope, txn_ref_no, file_id).await? {
        Some(record) if record.storage_id != file.id => Ok(app.files.open(&stored_of(&record), WHOLE).await),
        _ => Ok(opened),
    }
}

/// True when the file was destroyed after its record was read.
async fn is_purged(app: &App, file: &StoredFile) -> Result<bool> {
    let FileContext { country, entity, txn_ref_no, file_id, .. } = &file.context;
    let scope = Scope { country: country.clone(), entity: entity.clone(), tenants: Reach::Every };
    Ok(app.store.current_place(&scope, txn_ref_no, file_id).await?.is_none_or(|record| record.is_purged))
}

/// Maps an error while reading a file to an error for the caller.
pub fn read_fault(error: &io::Error) -> Error {
    if is_damage(error) {
        Refusal::DocumentDamaged.into()
    } else {
        file_fault(FileFault::Unavailable(error.to_string()))
    }
}

pub(crate) fn is_damage(error: &io::Error) -> bool {
    let inner = error.get_ref();
    inner.is_some_and(|inner| inner.is::<Damage>() || matches!(inner.downcast_ref(), Some(FileFault::Damaged)))
}

/// Reports a chunk that is not what was stored.
fn reported(pieces: Pieces<'static>, stored: StoredFile) -> Pieces<'static> {
    Box::pin(pieces.inspect_err(move |error| {
        if is_damage(error) {
            let _ = report_damage(&stored, Damage::Content);
        }
    }))
}

struct Reading {
    pieces: Pieces<'static>,
    /// The chunk before the one read last.
    held: Option<Bytes>,
    hash: Option<Sha256>,
}

/// Passes the chunks on with a delay of one, so that the last is held back until the hash is known.
fn verified(pieces: Pieces<'static>, stored: StoredFile, sha256: String) -> Pieces<'static> {
    let start = Reading { pieces, held: None, hash: Some(Sha256::new()) };
    Box::pin(stream::try_unfold((start, stored, sha256), async |(mut reading, stored, sha256)| {
        while let Some(hash) = &mut reading.hash {
            match reading.pieces.try_next().await? {
                Some(piece) => {
                    hash.update(&piece);
                    if let Some(before) = reading.held.replace(piece) {
                        return Ok(Some((before, (reading, stored, sha256))));
                    }
                }
                None => {
                    let found = reading.hash.take().map(|hash| hex::encode(hash.finalize()));
                    if found.as_ref() != Some(&sha256) {
                        let _ = report_damage(&stored, Damage::Content);
                        return Err(io::Error::other(Damage::Content));
                    }
                }
            }
        }
        Ok(reading.held.take().map(|last| (last, (reading, stored, sha256))))
    }))
}

/// Reports the damage to the operator; the caller only learns that the document is not available.
fn report_damage(file: &StoredFile, damage: Damage) -> Error {
    let at = &file.context;
    metrics::counter!("docz_damaged_documents_total").increment(1);
    tracing::error!(
        country = at.country,
        entity = at.entity,
        txn_ref_no = at.txn_ref_no,
        document = at.document,
        file = at.file_id,
        "a stored document {damage}: run docz doctor --files"
    );
    Refusal::DocumentDamaged.into()
}
