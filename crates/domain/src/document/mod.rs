//! Files of a document: detected type, safe name, limits for unpacking.

pub mod container;
pub mod file_name;
pub mod file_type;

pub use file_type::FileType;
