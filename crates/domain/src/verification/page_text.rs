use unicode_normalization::UnicodeNormalization;

use super::aadhaar::Covered;
use super::covered::replaced;
use super::{Area, PageText};

/// Characters without a shape, which recognised texts contain at random.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}')
}

/// The form in which texts and keywords are compared.
pub(super) fn normalised(text: &str) -> String {
    text.nfkc().filter(|character| !is_invisible(*character)).collect()
}

/// Characters that people put between the groups of a number.
pub(super) const SEPARATORS: &str = r"\s\x{2010}-\x{2013}/.\-";

/// The text without separators.
pub(super) fn stripped(text: &str) -> String {
    let is_separator =
        |character: char| character.is_whitespace() || matches!(character, '\u{2010}'..='\u{2013}' | '/' | '.' | '-');
    text.chars().filter(|character| !is_separator(*character)).collect()
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub file_id: String,
    pub page: u32,
    pub area: Area,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    pub text: String,
    pub place: Place,
}

/// A page as one text, with the place of each word in it. Covered digits are replaced.
pub(super) struct Searchable<'a> {
    page: &'a PageText,
    pub text: String,
    /// The same with an X for every covered digit, for evidence.
    shown: String,
    /// The end of each word in both texts.
    ends: Vec<usize>,
}

impl<'a> Searchable<'a> {
    pub fn new(page: &'a PageText, covered: &[Covered], most_words: usize) -> Searchable<'a> {
        let (mut text, mut shown, mut ends) = (String::new(), String::new(), Vec::with_capacity(page.words.len()));
        for (word, letters) in page.words.iter().zip(replaced(page, covered)).take(most_words) {
            text.extend(letters.iter().map(|letter| letter.searched));
            shown.extend(letters.iter().map(|letter| letter.shown()));
            ends.push(text.len());
            let space = if word.ends_line { '\n' } else { ' ' };
            text.push(space);
            shown.push(space);
        }
        Searchable { page, text, shown, ends }
    }

    /// The words between two positions of the text.
    pub fn found(&self, start: usize, end: usize) -> Option<Found> {
        let first = self.ends.partition_point(|at| *at <= start);
        let last = self.ends.partition_point(|at| *at < end);
        let words = self.page.words.get(first..=last.min(self.page.words.len().checked_sub(1)?))?;
        let area = words.iter().map(|word| word.area).reduce(united)?;
        let text = self.shown.get(start..end)?.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(Found { text, place: Place { file_id: self.page.file_id.clone(), page: self.page.page, area } })
    }
}

fn united(one: Area, other: Area) -> Area {
    let (left, top) = (one[0].min(other[0]), one[1].min(other[1]));
    let (right, bottom) = ((one[0] + one[2]).max(other[0] + other[2]), (one[1] + one[3]).max(other[1] + other[3]));
    [left, top, right - left, bottom - top]
}

/// True when the text before and after is not part of the same word. Latin words have to match as a whole (`PAN` is not
/// in `COMPANY`); Indian scripts append endings to a word.
pub(super) fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let is_latin = |character: Option<char>| character.is_some_and(|character| character.is_ascii_alphanumeric());
    let joins = |inner: Option<char>, outer: Option<char>| is_latin(inner) && is_latin(outer);
    let (before, inside, after) = (&text[..start], &text[start..end], &text[end..]);
    !joins(inside.chars().next(), before.chars().next_back())
        && !joins(inside.chars().next_back(), after.chars().next())
}
