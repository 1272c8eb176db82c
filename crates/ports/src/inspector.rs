use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use domain::document::FileType;
use domain::verification::Area;

use crate::files::Pieces;

/// Properties of a parsed file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileFacts {
    /// Unknown for office files and password-protected PDFs.
    pub pages: Option<u32>,
    /// Pixels of a picture, points of a PDF's first page.
    pub width: Option<u32>,
    pub height: Option<u32>,
    /// A PDF that needs a password.
    pub is_protected: bool,
}

/// One rendered page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub content_type: &'static str,
    pub bytes: Bytes,
    /// Of the whole file.
    pub pages: u32,
    /// True when something of the page is not in the picture: a part that cannot be drawn, or a further frame.
    pub is_partial: bool,
}

/// A part of a page to be covered, as parts of its width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cover {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Cover {
    /// The part of an area that is on the page.
    pub fn of(area: Area) -> Cover {
        let [left, top, width, height] = area.map(f64::from);
        let [x, right] = [left, left + width].map(|part| part.clamp(0.0, 1.0));
        let [y, bottom] = [top, top + height].map(|part| part.clamp(0.0, 1.0));
        Cover { x, y, width: right - x, height: bottom - y }
    }
}

/// Limits of a sheet: rows below the header, and columns.
pub const MAX_ROWS: usize = 5000;
pub const MAX_COLUMNS: usize = 200;

/// Cells of a sheet as texts.
pub type Rows = Vec<Vec<String>>;

/// Why a file was refused or could not be rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InspectFault {
    /// Not a file of this type, or damaged, or it crashes its parser.
    #[error("not a file of this type")]
    Unreadable,
    /// Too many pixels, entries, bytes or rows.
    #[error("the file exceeds a limit")]
    TooMuch,
    /// A PDF with a script, a program or attached files.
    #[error("the file has active content")]
    Active,
    /// Two files in one: a picture that is also an archive, a PDF with data after its end.
    #[error("two files in one")]
    Mixed,
    #[error("no such page")]
    NoSuchPage,
    /// This type cannot be rendered, or the file needs a password.
    #[error("no picture of this file")]
    NoPicture,
    /// Too busy, or the stream of bytes stopped.
    #[error("the inspector: {0}")]
    Unavailable(String),
}

pub type InspectFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, InspectFault>> + Send + 'a>>;

/// Parses untrusted files in isolation.
pub trait Inspector: Send + Sync {
    /// Parses a file and checks that its content matches its type.
    fn inspect<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> InspectFuture<'a, FileFacts>;

    /// Renders a page (from 1) at most this wide.
    fn picture<'a>(&'a self, kind: FileType, file: Pieces<'a>, page: u32, width: u32) -> InspectFuture<'a, Picture>;

    /// A picture as PNG with its transparency, scaled down to a size for logos and banners.
    fn png<'a>(&'a self, kind: FileType, file: Pieces<'a>) -> InspectFuture<'a, Picture>;

    /// A rendered page as JPEG, with these parts covered.
    fn cover<'a>(&'a self, kind: FileType, page: Pieces<'a>, covers: &'a [Cover]) -> InspectFuture<'a, Picture>;

    /// The cells of a workbook's first sheet.
    fn rows<'a>(&'a self, file: Pieces<'a>) -> InspectFuture<'a, Rows>;
}

/// Refuses every file, for when no inspector is configured.
pub struct NoInspector;

fn unavailable<'a, T: Send + 'a>() -> InspectFuture<'a, T> {
    Box::pin(std::future::ready(Err(InspectFault::Unavailable("no inspector is configured".to_owned()))))
}

impl Inspector for NoInspector {
    fn inspect<'a>(&'a self, _: FileType, _: Pieces<'a>) -> InspectFuture<'a, FileFacts> {
        unavailable()
    }

    fn picture<'a>(&'a self, _: FileType, _: Pieces<'a>, _: u32, _: u32) -> InspectFuture<'a, Picture> {
        unavailable()
    }

    fn png<'a>(&'a self, _: FileType, _: Pieces<'a>) -> InspectFuture<'a, Picture> {
        unavailable()
    }

    fn cover<'a>(&'a self, _: FileType, _: Pieces<'a>, _: &'a [Cover]) -> InspectFuture<'a, Picture> {
        unavailable()
    }

    fn rows<'a>(&'a self, _: Pieces<'a>) -> InspectFuture<'a, Rows> {
        unavailable()
    }
}
