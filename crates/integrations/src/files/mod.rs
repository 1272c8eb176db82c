//! Where documents are kept: a folder of this machine, or memory. What is elsewhere (S3) comes in through OpenDAL too.

mod durable;
mod folder;
mod memory;

#[cfg(test)]
mod tests;

pub(crate) use durable::{Reserve, make_folder};
pub use folder::FilesFolder;
pub use memory::FilesMemory;
