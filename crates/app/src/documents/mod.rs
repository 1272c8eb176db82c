//! Documents as bytes, from a stranger's upload to what is kept.

mod content;
pub mod intake;
mod look;
mod remark;
mod review;
mod stage;
mod submit;

pub use content::{Content, content, documents, newest_files, open};
pub use look::preview;
pub use remark::{add as add_remark, remarks};
pub use review::{REASONS, review};
pub use stage::{stage, unstage};
pub use submit::submit;

use look::look;
use ports::FileFault;

use crate::Error;

/// What trouble with the document store means to the caller.
pub fn file_fault(fault: FileFault) -> Error {
    match fault {
        FileFault::Cut(_) => domain::Refusal::BadRequest("the file was cut short").into(),
        FileFault::Unavailable(_) => Error::Unavailable(fault.to_string()),
        // A record names a file that is not there, or we made a bad id: our fault.
        FileFault::BadId | FileFault::Missing | FileFault::Exists => Error::internal(fault),
    }
}
