//! Storage for documents: a local folder, or memory. S3 would be added through OpenDAL as well.

mod durable;
mod folder;
mod memory;

#[cfg(test)]
mod tests;

pub(crate) use durable::{Reserve, make_folder};
pub use folder::FilesFolder;
pub use memory::FilesMemory;
