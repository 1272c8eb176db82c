//! What was read in one file.

use domain::verification::{Covered, DocumentText, UnreadPage, WHOLE_PAGE};

/// What was read in a file.
#[derive(Debug, Default)]
pub(crate) struct FileReading {
    pub text: DocumentText,
    /// An Aadhaar number was expected and not found.
    pub lacks_number: bool,
    /// Pictures could not be recognised.
    pub lacks_recognition: bool,
}

impl FileReading {
    /// The numbers and the pages that were not read.
    pub fn without_words(&self) -> FileReading {
        let DocumentText { unread, covered, is_complete, .. } = &self.text;
        let (unread, covered) = (unread.clone(), covered.clone());
        let text = DocumentText { pages: Vec::new(), unread, covered, is_complete: *is_complete };
        FileReading { text, ..*self }
    }
}

pub(crate) fn hidden_page(page: &UnreadPage) -> Covered {
    Covered { file_id: page.file_id.clone(), page: page.page, area: WHOLE_PAGE }
}
