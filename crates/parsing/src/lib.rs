//! Parses untrusted files, and works on the pixels of pages. Pure functions on bytes with their own limits;
//! `docz inspect` runs them in a process without privileges. A crate of its own, because it alone is optimised in
//! builds for tests.

mod active;
mod mixed;
mod office;
mod pdf;
mod pictures;
pub mod raster;
mod sheet;
mod tiff_pages;

use domain::document::FileType;
use ports::{FileFacts, InspectFault, Picture};

pub use pictures::{cover, png};
pub use sheet::rows;

/// The maximum number of pixels, checked before decoding.
pub const MAX_PIXELS: u64 = 40_000_000;
/// The maximum size of a rendered page.
pub const MAX_WIDTH: u32 = 2000;
pub const MAX_HEIGHT: u32 = 4000;

/// Checks that the content matches the type, and contains nothing else.
pub fn inspect(kind: FileType, bytes: Vec<u8>) -> Result<FileFacts, InspectFault> {
    let is_mixed = mixed::is_mixed(kind, &bytes);
    let facts = match kind {
        FileType::Pdf => pdf::inspect(bytes),
        FileType::Docx | FileType::Xlsx => office::inspect(kind, &bytes),
        _ => pictures::inspect(kind, bytes),
    }?;
    if is_mixed { Err(InspectFault::Mixed) } else { Ok(facts) }
}

/// Renders a page (from 1) at most this wide.
pub fn picture(kind: FileType, bytes: Vec<u8>, page: u32, width: u32) -> Result<Picture, InspectFault> {
    let width = width.clamp(1, MAX_WIDTH);
    match kind {
        FileType::Pdf => pdf::picture(bytes, page, width),
        FileType::Docx | FileType::Xlsx => Err(InspectFault::NoPicture),
        _ => pictures::picture(kind, bytes, page, width),
    }
}
