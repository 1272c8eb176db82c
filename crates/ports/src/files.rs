use std::future::Future;
use std::io;
use std::ops::Range;
use std::pin::Pin;

use bytes::Bytes;
use futures_util::Stream;
use jiff::Timestamp;

/// A file on its way, a piece at a time; never whole in memory.
pub type Pieces<'a> = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send + 'a>>;
/// Storage ids, one by one.
pub type Ids<'a> = Pin<Box<dyn Stream<Item = Result<String, FileFault>> + Send + 'a>>;
pub type Filing<'a, T> = Pin<Box<dyn Future<Output = Result<T, FileFault>> + Send + 'a>>;

/// Why a file could not be kept or given.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// Not an id that we would make.
    #[error("not a storage id")]
    BadId,
    #[error("no such file")]
    Missing,
    /// Nothing is ever written over.
    #[error("the file is there already")]
    Exists,
    /// Whoever sends the file stopped; nothing is kept of it.
    #[error("the file was cut short: {0}")]
    Cut(#[source] io::Error),
    /// Down, full or broken.
    #[error("the document store: {0}")]
    Unavailable(String),
}

/// What a file belongs to. An implementation that encrypts binds the bytes to it, so that one file cannot be put in
/// another's place. There is no version in it: a file is kept before it is handed in, and gets its version then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileContext {
    pub country: String,
    pub entity: String,
    pub txn_ref_no: String,
    pub document: u32,
    pub file_id: String,
}

/// What a record has to remember of a kept file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Bytes as they were sent; what is stored may be longer.
    pub size: u64,
    /// The file's own key, sealed; `None` where files are stored as they are.
    pub sealed_key: Option<String>,
}

/// A kept file, as its record names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    pub id: String,
    pub context: FileContext,
    pub sealed_key: Option<String>,
}

/// All bytes of a file.
pub const WHOLE: Range<u64> = 0..u64::MAX;

/// A file to be read.
pub struct OpenFile {
    /// Bytes of the whole file, as they were sent; whatever range of it is read.
    pub size: u64,
    pub pieces: Pieces<'static>,
}

/// Where documents are kept, under random ids that say nothing.
pub trait Files: Send + Sync {
    /// Keeps a file. When this says so the file survives a power loss; until then there is nothing under its id, and
    /// giving up half way leaves nothing.
    fn put<'a>(&'a self, id: &'a str, context: &'a FileContext, pieces: Pieces<'a>) -> Filing<'a, Kept>;

    /// Reads the bytes of a range, as far as the file goes.
    fn open<'a>(&'a self, file: &'a StoredFile, range: Range<u64>) -> Filing<'a, OpenFile>;

    /// Takes a file away; one that is not there is gone already.
    fn delete<'a>(&'a self, id: &'a str) -> Filing<'a, ()>;

    /// Every file that was kept before this moment: for sweeping those that no record names.
    fn older_than(&self, before: Timestamp) -> Ids<'_>;

    /// Drops what a process that died left half written before this moment; says how many.
    fn drop_unfinished(&self, before: Timestamp) -> Filing<'_, u64>;
}

/// Small letters and digits, as many as make guessing hopeless and a path impossible.
pub fn is_storage_id(id: &str) -> bool {
    (16..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
}

/// Where no store was given, nothing is taken: a file that only memory holds would be lost.
pub struct NoFiles;

fn none<'a, T: Send + 'a>() -> Filing<'a, T> {
    Box::pin(std::future::ready(Err(FileFault::Unavailable("there is none".to_owned()))))
}

impl Files for NoFiles {
    fn put<'a>(&'a self, _: &'a str, _: &'a FileContext, _: Pieces<'a>) -> Filing<'a, Kept> {
        none()
    }

    fn open<'a>(&'a self, _: &'a StoredFile, _: Range<u64>) -> Filing<'a, OpenFile> {
        none()
    }

    fn delete<'a>(&'a self, _: &'a str) -> Filing<'a, ()> {
        none()
    }

    fn older_than(&self, _: Timestamp) -> Ids<'_> {
        Box::pin(futures_util::stream::empty())
    }

    fn drop_unfinished(&self, _: Timestamp) -> Filing<'_, u64> {
        none()
    }
}
