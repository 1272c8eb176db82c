use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use domain::document::FileType;
use domain::verification::{Area, Word};

/// A file whose words are wanted.
#[derive(Debug, Clone)]
pub struct UnreadFile {
    pub kind: FileType,
    pub bytes: Bytes,
    /// The number of its pages, if known.
    pub pages: Option<u32>,
    /// True when an Aadhaar number is expected: the search goes on longer, and near misses count.
    pub expects_number: bool,
    /// False when no rule will be compared with the words: English is enough to locate numbers.
    pub needs_words: bool,
}

/// The words of a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FileText {
    /// Page numbers from 1 with the words of the page. A page read in two languages occurs twice.
    pub pages: Vec<(u32, Vec<Word>)>,
    /// Pages that were left out, or not read to the end: what is on them is unknown.
    pub unread: Vec<u32>,
    /// Pages with the parts of them that have covered digits of Aadhaar numbers. Covered, a page was read again.
    pub covered: Vec<(u32, Area)>,
    /// True when an Aadhaar number was located, and not only something like one.
    pub has_number: bool,
    /// True when pictures could not be recognised, because no program for it is installed.
    pub lacks_recognition: bool,
    /// False when a page could not be read or was left out.
    pub is_complete: bool,
}

pub type TextFuture<'a> = Pin<Box<dyn Future<Output = Result<FileText, String>> + Send + 'a>>;

/// Recognises the words of untrusted files.
pub trait TextReader: Send + Sync {
    /// Reads a file. One that cannot be read has no words; an error means that another try may succeed.
    fn read(&self, file: UnreadFile) -> TextFuture<'_>;

    /// False while no program is installed that recognises pictures.
    fn can_recognise(&self) -> bool {
        true
    }
}

/// Reads nothing, for when no reader is configured.
pub struct NoTextReader;

impl TextReader for NoTextReader {
    fn read(&self, _: UnreadFile) -> TextFuture<'_> {
        Box::pin(std::future::ready(Ok(FileText::default())))
    }
}
