//! Tables as CSV and XLSX, for export and import.

mod read;
mod write;

pub use read::{Line, MAX_BYTES, Sheet, read};
pub use write::{Format, Table};
