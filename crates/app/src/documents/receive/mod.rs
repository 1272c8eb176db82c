//! How a file comes in. A plain upload and the last piece of a resumable one take the same path:
//! [`stage`] asks the domain whether an upload is allowed now, `intake` checks name, first bytes, size
//! and hash while it stores, `scan` looks for malware, and the store records the file as staged.
//! `resumable` keeps the pieces until then, and `upload_memory` limits what waits in memory.
//! A job scans what arrived while the scanner was away.

pub mod intake;
mod refused;
mod resumable;
pub(super) mod scan;
pub(super) mod stage;
mod upload_memory;

pub use refused::note_refused;
pub(super) use resumable::sweep as sweep_uploads;
pub use resumable::{NewUpload, Progress, UploadState, abandon, append, begin, state};
pub use scan::scan_waiting;
pub use stage::{stage, unstage};
pub use upload_memory::UploadMemory;
