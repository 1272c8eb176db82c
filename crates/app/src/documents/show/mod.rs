//! Files as a caller may see them. `showing` decides: whole, covered, or as the original only.
//! `content` finds the file of a document for the caller; nothing else here checks access.
//! `preview` renders a page once, with what is covered in black, and keeps the picture.
//! `masking` makes masked copies, a `picture_pdf` of covered pages among them.
//! `share` copies accepted documents to the entity's drive, as they are shown.

mod content;
mod masking;
mod picture_pdf;
mod preview;
mod share;
mod showing;

pub(crate) use content::content_of;
pub use content::{Content, content, documents, newest_files};
pub use masking::{ShownFile, is_read, original, original_only_reason, shown_file};
pub use preview::{Inspections, page, thumbnail};
pub use share::share_waiting;
pub use showing::Showing;
