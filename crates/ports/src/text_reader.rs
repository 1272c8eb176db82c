use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use domain::document::FileType;
use domain::verification::Word;

/// The words of a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FileText {
    /// Page numbers from 1 with the words of the page. A page read in two languages occurs twice.
    pub pages: Vec<(u32, Vec<Word>)>,
    /// Pages that were left out, or not read to the end: what is on them is unknown.
    pub unread: Vec<u32>,
    /// False when a page could not be read or was left out.
    pub is_complete: bool,
}

pub type TextFuture<'a> = Pin<Box<dyn Future<Output = Result<FileText, String>> + Send + 'a>>;

/// Recognises the words of untrusted files.
pub trait TextReader: Send + Sync {
    /// Reads a file with this number of pages, if known. A file that cannot be read has no words; an error means that
    /// another try may succeed.
    fn read(&self, kind: FileType, file: Bytes, pages: Option<u32>) -> TextFuture<'_>;
}

/// Reads nothing, for when no reader is configured.
pub struct NoTextReader;

impl TextReader for NoTextReader {
    fn read(&self, _: FileType, _: Bytes, _: Option<u32>) -> TextFuture<'_> {
        Box::pin(std::future::ready(Ok(FileText::default())))
    }
}
