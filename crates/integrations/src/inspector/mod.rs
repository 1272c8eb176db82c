//! Inspectors: a separate process with limits, or this process in tests.

mod answer;
mod in_process;
mod subprocess;

pub use answer::{Task, perform};
pub(crate) use answer::{read_picture, write_picture};
pub use in_process::InProcess;
pub use subprocess::Subprocess;

/// The maximum size of a file that is parsed.
pub const MAX_BYTES: u64 = 200 * 1024 * 1024;
