//! A document as bytes: what kind of file it is, what it may be called, how large it may unpack.

pub mod container;
pub mod file_name;
pub mod file_type;

pub use file_type::FileType;
