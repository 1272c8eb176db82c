//! Files of a document: detected type, safe name, limits for unpacking.

pub mod container;
pub mod file_name;
pub mod file_type;

pub use file_type::FileType;

use crate::named_enum::named_enum;

named_enum! {
    /// What the scan for malware found in a file.
    pub enum Scan {
        Clean = "clean",
        Infected = "infected",
        NotScanned = "notScanned",
    }
}
