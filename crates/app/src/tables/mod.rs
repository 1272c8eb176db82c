//! Tables as CSV and XLSX, for export and import.
//!
//! - `write` and `read`: one table in either format.
//! - `formula`: cells that a spreadsheet would run.

mod formula;
mod read;
mod write;

pub(crate) use formula::{disarm, rearm};
pub use read::{Line, MAX_BYTES, Sheet, read};
pub use write::{Format, Table};
