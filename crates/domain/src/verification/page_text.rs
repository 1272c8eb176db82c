use super::covered::replaced;
use super::document_text::{Area, Covered, PageText, united};

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
