use std::future::Future;
use std::io;
use std::ops::Range;
use std::pin::Pin;

use bytes::Bytes;
use futures_util::Stream;
use jiff::Timestamp;
use zeroize::Zeroizing;

/// The bytes of a file as a stream of chunks, never whole in memory.
pub type Pieces<'a> = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send + 'a>>;
/// A stream of storage ids.
pub type Ids<'a> = Pin<Box<dyn Stream<Item = Result<String, FileFault>> + Send + 'a>>;
pub type FileFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, FileFault>> + Send + 'a>>;

/// Why a file could not be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// Not a well-formed storage id.
    #[error("not a storage id")]
    BadId,
    #[error("no such file")]
    Missing,
    /// Files are never overwritten.
    #[error("the file is there already")]
    Exists,
    /// The sender stopped; nothing of the file is stored.
    #[error("the upload was interrupted: {0}")]
    Cut(#[source] io::Error),
    /// The stored bytes or the file's key were changed, cut or exchanged.
    #[error("the stored file is damaged")]
    Damaged,
    /// Down, full or broken.
    #[error("the document store: {0}")]
    Unavailable(String),
}

/// The owner of a file. An implementation that encrypts binds the bytes to it, so that one file cannot replace another.
/// It has no version because a file is stored before submission, and submission assigns the version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileContext {
    pub country: String,
    pub entity: String,
    pub txn_ref_no: String,
    pub document: u32,
    pub file_id: String,
}

/// The properties of a newly stored file that its record must keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenFile {
    /// The size as sent; the stored size may be larger.
    pub size: u64,
    /// The file's own key, encrypted; `None` where files are stored in plain.
    pub sealed_key: Option<String>,
}

/// A stored file, as its record identifies it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    pub id: String,
    pub context: FileContext,
    pub sealed_key: Option<String>,
}

/// All bytes of a file.
pub const WHOLE: Range<u64> = 0..u64::MAX;

/// A file opened for reading.
pub struct OpenFile {
    /// The size of the whole file as sent, whatever range is read.
    pub size: u64,
    pub pieces: Pieces<'static>,
}

/// Storage for documents, under random ids.
pub trait Files: Send + Sync {
    /// Stores a file. After success the file survives a power loss; before that nothing is visible under its id, and an
    /// aborted call leaves nothing behind.
    fn put<'a>(&'a self, id: &'a str, context: &'a FileContext, pieces: Pieces<'a>) -> FileFuture<'a, WrittenFile>;

    /// Reads a range of bytes, limited to the file's size.
    fn open<'a>(&'a self, file: &'a StoredFile, range: Range<u64>) -> FileFuture<'a, OpenFile>;

    /// Deletes a file; a missing file is not an error.
    fn delete<'a>(&'a self, id: &'a str) -> FileFuture<'a, ()>;

    /// Every file stored before this time, to find files that no record refers to.
    fn older_than(&self, before: Timestamp) -> Ids<'_>;

    /// Deletes unfinished uploads from before this time and returns their number.
    fn drop_unfinished(&self, before: Timestamp) -> FileFuture<'_, u64>;
}

/// A file in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrashedFile {
    pub id: String,
    pub moved_on: Timestamp,
    /// The stored size.
    pub size: u64,
}

/// A stream of files in the trash.
pub type TrashedFiles<'a> = Pin<Box<dyn Stream<Item = Result<TrashedFile, FileFault>> + Send + 'a>>;

/// One place of documents, a folder or a bucket: the installation that it belongs to, and its trash.
pub trait FilePlace: Files {
    /// For operators: the path, or the bucket with its address.
    fn name(&self) -> String;

    /// The id of the installation whose documents these are; `None` if the place is new or older than the ids.
    fn owner(&self) -> FileFuture<'_, Option<String>>;

    /// Writes the id into a place that has none.
    fn claim<'a>(&'a self, installation_id: &'a str) -> FileFuture<'a, ()>;

    /// Moves a file to the trash. After an interruption at any point it is in one of the two, or in both.
    fn discard<'a>(&'a self, id: &'a str, now: Timestamp) -> FileFuture<'a, ()>;

    fn trash(&self) -> TrashedFiles<'_>;

    /// Moves a file from the trash back to its place.
    fn recover<'a>(&'a self, file: &'a TrashedFile) -> FileFuture<'a, ()>;

    /// Deletes a file in the trash.
    fn destroy<'a>(&'a self, file: &'a TrashedFile) -> FileFuture<'a, ()>;
}

/// Encrypts the keys of files with the key of their entity.
pub trait FileKeys: Send + Sync {
    fn seal<'a>(&'a self, context: &'a FileContext, key: &'a [u8; 32]) -> FileFuture<'a, String>;

    /// [`FileFault::Damaged`] when the key was changed or belongs to another file.
    fn open<'a>(&'a self, context: &'a FileContext, sealed: &'a str) -> FileFuture<'a, Zeroizing<[u8; 32]>>;
}

/// Lowercase letters and digits: too many to guess, and no path separators.
pub fn is_storage_id(id: &str) -> bool {
    (16..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
}

/// Refuses every file, for when no storage is configured.
pub struct NoFiles;

fn none<'a, T: Send + 'a>() -> FileFuture<'a, T> {
    Box::pin(std::future::ready(Err(FileFault::Unavailable("no document store is configured".to_owned()))))
}

impl Files for NoFiles {
    fn put<'a>(&'a self, _: &'a str, _: &'a FileContext, _: Pieces<'a>) -> FileFuture<'a, WrittenFile> {
        none()
    }

    fn open<'a>(&'a self, _: &'a StoredFile, _: Range<u64>) -> FileFuture<'a, OpenFile> {
        none()
    }

    fn delete<'a>(&'a self, _: &'a str) -> FileFuture<'a, ()> {
        none()
    }

    fn older_than(&self, _: Timestamp) -> Ids<'_> {
        Box::pin(futures_util::stream::empty())
    }

    fn drop_unfinished(&self, _: Timestamp) -> FileFuture<'_, u64> {
        none()
    }
}
