//! Storage for documents: a local folder, an S3 bucket, or memory; and encryption in front of any of them.

mod durable;
mod folder;
mod folder_place;
mod memory;
mod places;
mod s3;
mod s3_http;
mod sealed;
mod trash;

#[cfg(test)]
mod tests;

pub(crate) use durable::{Reserve, make_folder};
pub use folder::FilesFolder;
pub use memory::FilesMemory;
pub use places::FilePlaces;
pub use s3::{FilesS3, S3Settings};
pub(crate) use s3::{operator, upload};
pub use sealed::SealedFiles;
