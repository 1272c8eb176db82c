//! Parses what strangers sent. Pure functions on bytes with limits of their own; `docz inspect` runs them in a process that
//! has nothing to lose.

mod active;
mod mixed;
mod office;
mod pdf;
mod pictures;
mod sheet;
mod tiff_pages;

use domain::document::FileType;
use ports::{FileFacts, InspectFault, Picture};

pub use sheet::rows;

/// Most pixels of a picture, asked before it is decoded.
pub const MOST_PIXELS: u64 = 40_000_000;
/// What a page is drawn at, at most.
pub const MOST_WIDTH: u32 = 2000;
pub const MOST_HEIGHT: u32 = 4000;

/// Does it hold what its type says, and nothing else?
pub fn look(kind: FileType, bytes: Vec<u8>) -> Result<FileFacts, InspectFault> {
    let is_mixed = mixed::is_mixed(kind, &bytes);
    let facts = match kind {
        FileType::Pdf => pdf::look(bytes),
        FileType::Docx | FileType::Xlsx => office::look(kind, &bytes),
        _ => pictures::look(kind, bytes),
    }?;
    if is_mixed { Err(InspectFault::Mixed) } else { Ok(facts) }
}

/// A page (from 1) at most this wide.
pub fn picture(kind: FileType, bytes: Vec<u8>, page: u32, width: u32) -> Result<Picture, InspectFault> {
    let width = width.clamp(1, MOST_WIDTH);
    match kind {
        FileType::Pdf => pdf::picture(bytes, page, width),
        FileType::Docx | FileType::Xlsx => Err(InspectFault::NoPicture),
        _ => pictures::picture(kind, bytes, page, width),
    }
}
