use std::future::Future;
use std::pin::Pin;

use domain::drive::Drive;

use crate::Pieces;

/// A document on its way to a drive.
pub struct DriveFile {
    /// One folder below the drive, created if needed.
    pub folder: String,
    pub name: String,
    pub size: u64,
    pub pieces: Pieces<'static>,
}

/// The error is a text for administrators.
pub type DriveFuture<'a> = Pin<Box<dyn Future<Output = Result<(), String>> + Send + 'a>>;

/// Copies documents to the drives of entities.
pub trait Drives: Send + Sync {
    /// Replaces a file of the same name.
    fn put<'a>(&'a self, drive: &'a Drive, file: DriveFile) -> DriveFuture<'a>;
}

/// Reaches no drive.
pub struct NoDrives;

impl Drives for NoDrives {
    fn put<'a>(&'a self, _: &'a Drive, _: DriveFile) -> DriveFuture<'a> {
        Box::pin(std::future::ready(Err("drives are not reached from here".to_owned())))
    }
}
