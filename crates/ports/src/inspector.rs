use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use domain::document::FileType;

use crate::files::Pieces;

/// What a file turns out to be when it is parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileFacts {
    /// Unknown of office files, and of a PDF that asks for a password.
    pub pages: Option<u32>,
    /// Of a picture in pixels, of a PDF's first page in points.
    pub width: Option<u32>,
    pub height: Option<u32>,
    /// A PDF that only opens with a password.
    pub is_protected: bool,
}

/// One page to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub content_type: &'static str,
    pub bytes: Bytes,
    /// Of the whole file.
    pub pages: u32,
}

/// Most rows of a sheet below its header, and most columns.
pub const MOST_ROWS: usize = 5000;
pub const MOST_COLUMNS: usize = 200;

/// Cells of a sheet as texts.
pub type Rows = Vec<Vec<String>>;

/// Why a file tells nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InspectFault {
    /// Not a file of this type, or a broken one, or one that breaks its reader.
    #[error("not a file of this type")]
    Unreadable,
    /// More pixels, entries, bytes or rows than are looked at.
    #[error("more than is looked at")]
    TooMuch,
    /// A PDF with a script, a program or attached files.
    #[error("a file that does something by itself")]
    Active,
    /// Two files in one: a picture that is also an archive, a PDF with a page behind its end.
    #[error("two files in one")]
    Mixed,
    #[error("no such page")]
    NoSuchPage,
    /// Of this type, or behind this password, nothing is shown.
    #[error("no picture of this file")]
    NoPicture,
    /// Too busy, or the bytes stopped coming.
    #[error("the inspector: {0}")]
    Unavailable(String),
}

pub type Inspecting<'a, T> = Pin<Box<dyn Future<Output = Result<T, InspectFault>> + Send + 'a>>;

/// Whoever parses what strangers sent, at a safe distance.
pub trait Inspector: Send + Sync {
    /// Parses a file: does it hold what its type says?
    fn look<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> Inspecting<'a, FileFacts>;

    /// A page (from 1) as a picture of at most this width.
    fn picture<'a>(&'a self, kind: FileType, file: Pieces<'a>, page: u32, width: u32) -> Inspecting<'a, Picture>;

    /// The cells of a workbook's first sheet.
    fn rows<'a>(&'a self, file: Pieces<'a>) -> Inspecting<'a, Rows>;
}

/// Where nobody was given who could parse, nothing is believed.
pub struct NoInspector;

fn nobody<'a, T: Send + 'a>() -> Inspecting<'a, T> {
    Box::pin(std::future::ready(Err(InspectFault::Unavailable("there is none".to_owned()))))
}

impl Inspector for NoInspector {
    fn look<'a>(&'a self, _: FileType, _: Pieces<'a>) -> Inspecting<'a, FileFacts> {
        nobody()
    }

    fn picture<'a>(&'a self, _: FileType, _: Pieces<'a>, _: u32, _: u32) -> Inspecting<'a, Picture> {
        nobody()
    }

    fn rows<'a>(&'a self, _: Pieces<'a>) -> Inspecting<'a, Rows> {
        nobody()
    }
}
