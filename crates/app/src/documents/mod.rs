//! Documents as bytes, from a stranger's upload to what is kept.

mod check_files;
mod content;
pub mod intake;
pub mod preview;
mod read;
mod remark;
mod review;
pub mod shares;
mod stage;
mod submit;
mod sweep;

pub use check_files::{FileDamage, check_files};
pub use content::{Content, content, documents, newest_files, open};
pub use preview::Inspections;
pub use preview::page;
pub use read::{Recorded, read_fault};
pub use remark::{add as add_remark, remarks};
pub use review::review;
pub use stage::{stage, unstage};
pub use submit::submit;
pub use sweep::sweep;

use domain::Refusal;
use domain::access::Scope;
use domain::document::FileType;
use domain::message::Message;
use ports::{FileContext, FileFault, InspectFault, StoredFile};
use store::requests::FileRow;

use crate::{App, Error, Result};

/// What a file of a document belongs to.
pub(crate) fn context(scope: &Scope, txn_ref_no: &str, document: u32, file_id: &str) -> FileContext {
    FileContext {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        txn_ref_no: txn_ref_no.to_owned(),
        document,
        file_id: file_id.to_owned(),
    }
}

/// Where the bytes of a record's file are.
fn stored(scope: &Scope, txn_ref_no: &str, file: &FileRow) -> StoredFile {
    let context = context(scope, txn_ref_no, file.document, &file.file_id);
    StoredFile { id: file.storage_id.clone(), context, sealed_key: file.sealed_key.clone() }
}

/// What trouble with the document store means to the caller.
pub fn file_fault(fault: FileFault) -> Error {
    match fault {
        FileFault::Cut(_) => Refusal::BadRequest("the file was cut short").into(),
        FileFault::Unavailable(_) => Error::Unavailable(fault.to_string()),
        // A record names a file that is not there, or we made a bad id: our fault.
        FileFault::BadId | FileFault::Missing | FileFault::Exists => Error::internal(fault),
    }
}

/// Takes a kept file away, and the pages that were rendered of it.
pub(crate) async fn remove_file(app: &App, storage_id: &str) -> Result<()> {
    app.previews.remove(storage_id).await;
    app.files.delete(storage_id).await.map_err(file_fault)
}

/// What trouble with parsing a file means to the caller.
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
