//! Whoever parses: another process with limits, or, in tests, this one.

mod answer;
mod in_process;
mod subprocess;

pub use answer::{Task, perform};
pub(crate) use answer::{read_picture, write_picture};
pub use in_process::InProcess;
pub use subprocess::Subprocess;

/// Most bytes of a file that is parsed at all.
pub const MOST_BYTES: u64 = 200 * 1024 * 1024;
