//! Tables that leave the policy or come in, as CSV and as XLSX.

mod read;
mod write;

pub use read::{Line, MAX_BYTES, Sheet, read};
pub use write::{Format, Table};
