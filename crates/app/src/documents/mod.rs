//! Files of documents: upload, storage, review and preview.

mod check_files;
mod content;
mod encrypt;
mod file_keys;
mod file_reading;
pub mod inspection_queue;
pub mod intake;
mod locate;
mod masking;
mod picture_pdf;
pub mod preview;
mod queue;
mod read;
mod readings;
mod remark;
mod resumable;
mod review;
mod rule_samples;
mod scan;
mod share;
mod showing;
mod stage;
mod submit;
mod sweep;
pub mod trash;
mod upload_memory;
mod verify;

pub use check_files::{FileDamage, check_files};
pub(crate) use content::content_of;
pub use content::{Content, content, documents, newest_files};
pub use encrypt::encrypt_plain;
pub use file_keys::EntityFileKeys;
pub use masking::{ShownFile, is_read, original, original_only_reason, shown_file};
pub use preview::Inspections;
pub use preview::page;
pub use queue::{QueuePage, QueueQuery, queue, read_queue_query};
pub use read::{RecordedFile, open, read_fault};
pub use remark::{add as add_remark, remarks};
pub use resumable::{NewUpload, Progress, UploadState, abandon, append, begin, state};
pub use review::review;
pub(crate) use rule_samples::sample_view;
pub use rule_samples::{add_sample, read_samples, remove_sample, samples};
pub use scan::scan_waiting;
pub use share::share_waiting;
pub(crate) use share::{add_shares, for_effects as shares_for};
pub use showing::Showing;
pub use stage::{stage, unstage};
pub use submit::submit;
pub use sweep::{is_too_many, sweep};
pub use verify::verify_waiting;

use domain::Refusal;
use domain::access::Scope;
use domain::document::FileType;
use domain::message::Message;
use ports::{FileContext, FileFault, InspectFault, StoredFile};
use store::requests::{FileRecord, FileRow};

use crate::{App, Error, Result};

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
fn stored(scope: &Scope, txn_ref_no: &str, file: &FileRow) -> StoredFile {
    let context = context(scope, txn_ref_no, file.document, &file.file_id);
    StoredFile { id: file.storage_id.clone(), context, sealed_key: file.sealed_key.clone() }
}

/// The stored file of a record of any entity.
fn stored_of(record: &FileRecord) -> StoredFile {
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
