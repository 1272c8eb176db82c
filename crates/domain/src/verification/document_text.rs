//! The recognised text of a document, and the parts of its pages that are covered.

use serde::{Deserialize, Serialize};

/// Left edge, top edge, width and height, in parts of the page.
pub type Area = [f32; 4];

/// A word on a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Word {
    pub text: String,
    pub area: Area,
    /// True for the last word of a line.
    #[serde(default)]
    pub ends_line: bool,
}

/// The words of one page, in reading order. An image page read in two languages occurs once per language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageText {
    pub file_id: String,
    pub page: u32,
    pub words: Vec<Word>,
}

/// The recognised text of a version.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DocumentText {
    pub pages: Vec<PageText>,
    /// Pages that were left out, or not read to the end: what is on them is unknown.
    #[serde(default)]
    pub unread: Vec<UnreadPage>,
    /// What was located in the pictures of the pages and is not shown.
    #[serde(default)]
    pub covered: Vec<Covered>,
    /// False when a page could not be read or was left out.
    pub is_complete: bool,
}

/// A page of a file that was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadPage {
    pub file_id: String,
    pub page: u32,
}

/// Fewer letters and digits than this are noise.
const FEWEST_CHARACTERS: usize = 8;

impl DocumentText {
    /// A typed text as one page. Its words have no place on it.
    pub fn typed(text: &str) -> DocumentText {
        let line = |line: &str| {
            let mut words: Vec<Word> = line
                .split_whitespace()
                .map(|word| Word { text: word.to_owned(), area: Area::default(), ends_line: false })
                .collect();
            if let Some(last) = words.last_mut() {
                last.ends_line = true;
            }
            words
        };
        let page = PageText { file_id: String::new(), page: 1, words: text.lines().flat_map(line).collect() };
        DocumentText { pages: vec![page], is_complete: true, ..DocumentText::default() }
    }

    pub fn is_usable(&self) -> bool {
        let words = self.pages.iter().flat_map(|page| &page.words);
        let characters = words.flat_map(|word| word.text.chars()).filter(|character| character.is_alphanumeric());
        characters.take(FEWEST_CHARACTERS).count() == FEWEST_CHARACTERS
    }
}

/// A part of a page to be covered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Covered {
    pub file_id: String,
    pub page: u32,
    pub area: Area,
}

/// All of a page.
pub const WHOLE_PAGE: Area = [0.0, 0.0, 1.0, 1.0];

impl Covered {
    /// True when nothing of the page is shown, because it was not read.
    pub fn is_whole_page(&self) -> bool {
        self.area == WHOLE_PAGE
    }
}

pub(super) fn meets([left, top, width, height]: Area, other: Area) -> bool {
    let is_apart = other[0] > left + width || left > other[0] + other[2];
    !is_apart && other[1] <= top + height && top <= other[1] + other[3]
}

/// The smallest area that holds both.
pub(super) fn united(one: Area, other: Area) -> Area {
    let (left, top) = (one[0].min(other[0]), one[1].min(other[1]));
    let (right, bottom) = ((one[0] + one[2]).max(other[0] + other[2]), (one[1] + one[3]).max(other[1] + other[3]));
    [left, top, right - left, bottom - top]
}
