//! Documents of requests: each use case checks the step with the domain, and requests store it.
//!
//! - `receive`: uploads, whole or in pieces, are checked, hashed, stored and scanned for malware.
//! - `verify`: files are read, Aadhaar numbers located, and the text compared with the rule.
//! - `show`: files as a caller may see them, previews and masked copies, copies for drives.
//! - here: what people do with documents (submit, review, remark), the review queue, and the sweep of files.

mod queue;
mod receive;
mod remark;
mod review;
mod show;
mod submit;
mod sweep;
mod verify;

pub use queue::{QueuePage, QueueQuery, queue, read_queue_query};
pub use receive::{
    NewUpload, Progress, UploadMemory, UploadState, abandon, append, begin, intake, note_refused, scan_waiting, stage,
    state, unstage,
};
pub use remark::{add as add_remark, remarks};
pub use review::review;
pub(crate) use show::content_of;
pub use show::{
    Content, Inspections, Showing, ShownFile, content, documents, is_read, newest_files, original,
    original_only_reason, page, share_waiting, shown_file, thumbnail,
};
pub use submit::submit;
pub use sweep::{is_too_many, sweep};
pub(crate) use verify::sample_view;
pub use verify::{add_sample, read_samples, remove_sample, samples, verify_waiting};
