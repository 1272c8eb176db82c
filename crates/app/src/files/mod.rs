//! Stored files: encrypted, with a record each. Nothing here knows whether a caller may see one.
//!
//! - `read` compares a file with its record on the way; `check` does so for all files.
//! - `file_keys` and `encrypt`: the key of each file, and files from before there were keys.
//! - [`trash`] keeps files that no record names for a while.
//! - [`inspection_queue`] limits how many files are parsed at the same time.

mod check;
mod encrypt;
mod file_keys;
pub mod inspection_queue;
mod read;
pub mod trash;

pub use check::{FileDamage, check_files};
pub use encrypt::encrypt_plain;
pub use file_keys::EntityFileKeys;
pub(crate) use read::{Damage, is_damage, recorded};
pub use read::{RecordedFile, open, read_fault};

use domain::Refusal;
use domain::access::Scope;
use domain::document::FileType;
use domain::message::Message;
use ports::{FileContext, FileFault, InspectFault, StoredFile};
use store::requests::{FileRecord, FileRow};

use crate::{App, Error, Result};

pub const MIB: u64 = 1024 * 1024;

/// The owner of a document's file.
pub(crate) fn context(scope: &Scope, txn_ref_no: &str, document: u32, file_id: &str) -> FileContext {
    FileContext {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        txn_ref_no: txn_ref_no.to_owned(),
        document,
        file_id: file_id.to_owned(),
    }
}

/// The stored file of a record.
pub(crate) fn stored(scope: &Scope, txn_ref_no: &str, file: &FileRow) -> StoredFile {
    let context = context(scope, txn_ref_no, file.document, &file.file_id);
    StoredFile { id: file.storage_id.clone(), context, sealed_key: file.sealed_key.clone() }
}

/// The stored file of a record of any entity.
pub(crate) fn stored_of(record: &FileRecord) -> StoredFile {
    let context = FileContext {
        country: record.country.clone(),
        entity: record.entity.clone(),
        txn_ref_no: record.txn_ref_no.clone(),
        document: record.document,
        file_id: record.file_id.clone(),
    };
    StoredFile { id: record.storage_id.clone(), context, sealed_key: record.sealed_key.clone() }
}

/// Maps a fault of the document store to an error for the caller.
pub fn file_fault(fault: FileFault) -> Error {
    match fault {
        FileFault::Cut(_) => Refusal::BadRequest("the file was cut short").into(),
        FileFault::Damaged => Refusal::DocumentDamaged.into(),
        FileFault::Unavailable(_) => Error::Unavailable(fault.to_string()),
        // A record refers to a missing file, or we created a bad id: an internal error.
        FileFault::BadId | FileFault::Missing | FileFault::Exists => Error::internal(fault),
    }
}

/// Deletes a stored file and its rendered pages.
pub(crate) async fn remove_file(app: &App, storage_id: &str) -> Result<()> {
    app.previews.remove(storage_id).await;
    app.files.delete(storage_id).await.map_err(file_fault)
}

/// Maps a parsing fault to an error for the caller.
pub fn inspect_fault(kind: FileType, fault: &InspectFault) -> Error {
    match fault {
        InspectFault::Unreadable | InspectFault::NoPicture => Refusal::UnsupportedFormat.into(),
        InspectFault::TooMuch if kind.is_picture() => Refusal::TooLarge(Message::plain("imageTooLarge")).into(),
        InspectFault::TooMuch => Refusal::TooLarge(Message::plain("tooLarge")).into(),
        InspectFault::Active => Refusal::field("file", Message::plain("fileActive")).into(),
        InspectFault::Mixed => Refusal::field("file", Message::plain("fileMixed")).into(),
        InspectFault::NoSuchPage => Refusal::NotFound.into(),
        InspectFault::Unavailable(_) => Error::Unavailable(fault.to_string()),
    }
}

/// 160 random bits as lowercase letters and digits.
pub(crate) fn storage_id() -> Result<String> {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(Error::internal)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Begins the storage id of each part of the journal; no document has such an id.
pub(crate) const JOURNAL: &str = "purgejournal";

/// True for a part of the journal, which no record refers to.
pub fn is_journal(storage_id: &str) -> bool {
    storage_id.starts_with(JOURNAL)
}
