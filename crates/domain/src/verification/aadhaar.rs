//! Aadhaar numbers in a text. Only the last four of the twelve digits may be shown.

use super::checksum::Checksum;
use super::page_text::stripped;
use super::{Area, DocumentText, PageText, UnreadPage, Word};

const DIGITS: usize = 12;
/// The first digits, which are covered.
const COVERED: usize = 8;
/// Added around the digits, in parts of their height: recognised boxes are tight.
const MARGIN: f32 = 0.15;

/// A part of a page to be covered.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Covered {
    pub file_id: String,
    pub page: u32,
    pub area: Area,
}

/// All of a page.
const WHOLE_PAGE: Area = [0.0, 0.0, 1.0, 1.0];

impl Covered {
    /// True when nothing of the page is shown, because it was not read.
    pub fn is_whole_page(&self) -> bool {
        self.area == WHOLE_PAGE
    }
}

/// The places of the first eight digits of all Aadhaar numbers in a document, and the pages that may have others.
pub fn covered_areas(text: &DocumentText) -> Vec<Covered> {
    let whole = |one: &UnreadPage| Covered { file_id: one.file_id.clone(), page: one.page, area: WHOLE_PAGE };
    text.pages.iter().flat_map(on_page).chain(text.unread.iter().map(whole)).collect()
}

fn on_page(page: &PageText) -> Vec<Covered> {
    let mut all = Vec::new();
    for start in 0..page.words.len() {
        for (word, digits) in number_at(&page.words, start) {
            let area = digits_area(&page.words[word], digits);
            all.push(Covered { file_id: page.file_id.clone(), page: page.page, area });
        }
    }
    all
}

/// The digits of a word: where they begin, and the digits. Only words that are one number, and perhaps a label before
/// it, count.
fn digits_of(word: &Word) -> Option<(usize, String)> {
    let text = stripped(&word.text);
    let label = text.chars().take_while(|letter| !letter.is_ascii_digit()).count();
    let digits: String = text.chars().skip(label).take_while(char::is_ascii_digit).collect();
    let is_rest_plain = text.chars().skip(label + digits.len()).all(|letter| letter.is_ascii_punctuation());
    (!digits.is_empty() && is_rest_plain).then_some((label, digits))
}

/// The words of an Aadhaar number that begins here, each with the number of its digits to be covered.
fn number_at(words: &[Word], start: usize) -> Vec<(usize, usize)> {
    let mut parts: Vec<(usize, String)> = Vec::new();
    let length = |parts: &[(usize, String)]| parts.iter().map(|(_, digits)| digits.len()).sum::<usize>();
    for (at, word) in words.iter().enumerate().skip(start) {
        let Some((label, digits)) = digits_of(word) else { break };
        if label > 0 && !parts.is_empty() {
            break;
        }
        parts.push((at, digits));
        if length(&parts) >= DIGITS || word.ends_line {
            break;
        }
    }
    let number: String = parts.iter().map(|(_, digits)| digits.as_str()).collect();
    if number.len() != DIGITS || number.starts_with(['0', '1']) {
        return Vec::new();
    }
    // A digit that was misread makes the checksum wrong; three groups of four still tell.
    let groups: Vec<usize> = parts.iter().map(|(_, digits)| digits.len()).collect();
    let is_longer = words
        .get(start + parts.len())
        .and_then(digits_of)
        .is_some_and(|(label, next)| label == 0 && next.len() == 4)
        || start.checked_sub(1).and_then(|before| digits_of(&words[before])).is_some_and(|(_, next)| next.len() == 4);
    let is_grouped = groups == [4, 4, 4] && !is_longer;
    if !is_grouped && !Checksum::Verhoeff.is_right(&number) {
        return Vec::new();
    }
    let mut left = COVERED;
    let mut covered = Vec::new();
    for (at, digits) in parts {
        let own = digits.len().min(left);
        left -= own;
        if own > 0 {
            covered.push((at, own));
        }
    }
    covered
}

/// The area of the first digits of a word.
fn digits_area(word: &Word, digits: usize) -> Area {
    let [left, top, width, height] = word.area;
    let written = word.text.chars().count().max(1);
    // Up to the last digit that is covered, with the label before it and the separators between.
    let mut count = 0;
    let end = word.text.chars().position(|letter| {
        count += usize::from(letter.is_ascii_digit());
        count == digits
    });
    let part = end.map_or(1.0, |end| (end + 1) as f32 / written as f32);
    let margin = height * MARGIN;
    [left - margin, top - margin, width * part + margin, height + 2.0 * margin]
}

/// The text with Aadhaar numbers masked: `XXXX XXXX 1234`.
pub fn masked(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut shown = letters.clone();
    let mut start = 0;
    while start < letters.len() {
        let Some(places) = digits_from(&letters, start) else {
            start += 1;
            continue;
        };
        let number: String = places.iter().map(|at| letters[*at]).collect();
        // Groups of four, or a right checksum: any account number may have twelve digits.
        let is_grouped = places.len() == DIGITS && places[4] - places[3] == 2 && places[8] - places[7] == 2;
        let is_aadhaar = is_grouped || Checksum::Verhoeff.is_right(&number);
        if is_aadhaar && number.len() == DIGITS && !number.starts_with(['0', '1']) {
            places.iter().take(COVERED).for_each(|at| shown[*at] = 'X');
        }
        start = places.last().map_or(start, |last| last + 1);
    }
    shown.into_iter().collect()
}

/// The places of the digits of a number that begins here; single separators may stand between them.
fn digits_from(letters: &[char], start: usize) -> Option<Vec<usize>> {
    let is_digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    if !is_digit(start) {
        return None;
    }
    let mut places = vec![start];
    loop {
        let last = places[places.len() - 1];
        match () {
            () if is_digit(last + 1) => places.push(last + 1),
            () if is_digit(last + 2) && stripped(&letters[last + 1].to_string()).is_empty() => places.push(last + 2),
            () => return Some(places),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of a line, each ten wide for every letter of a hundred.
    fn page(words: &[&str]) -> DocumentText {
        let mut left = 0.0;
        let words = words
            .iter()
            .map(|text| {
                let width = text.chars().count() as f32 / 100.0;
                let word = Word { text: (*text).to_owned(), area: [left, 0.5, width, 0.02], ends_line: false };
                left += width + 0.01;
                word
            })
            .collect();
        let page = PageText { file_id: "f".to_owned(), page: 1, words };
        DocumentText { pages: vec![page], unread: Vec::new(), is_complete: true }
    }

    fn right_edges(words: &[&str]) -> Vec<f32> {
        covered_areas(&page(words)).iter().map(|one| ((one.area[0] + one.area[2]) * 1000.0).round() / 1000.0).collect()
    }

    #[test]
    fn the_first_eight_digits_are_covered() {
        assert_eq!(right_edges(&["2345", "6789", "0124"]), [0.04, 0.09]);
        assert_eq!(right_edges(&["234567890124"]), [0.08]);
        assert_eq!(right_edges(&["2345-6789-0124"]), [0.09]);
        assert_eq!(right_edges(&["No:234567890124"]), [0.11]);
        assert_eq!(right_edges(&["23456789", "0124"]), [0.08]);
    }

    #[test]
    fn a_misread_number_in_groups_is_covered_too() {
        assert_eq!(right_edges(&["2345", "6789", "0125"]).len(), 2);
        assert!(right_edges(&["234567890125"]).is_empty(), "any account number looks like this");
    }

    #[test]
    fn other_numbers_are_left_alone() {
        for words in [
            &["4111", "1111", "1111", "1111"][..],
            &["1234", "5678", "9012"],
            &["98410", "30001"],
            &["2345", "6789"],
            &["2345", "of", "6789", "0124"],
        ] {
            assert!(right_edges(words).is_empty(), "{words:?}");
        }
    }

    #[test]
    fn texts_show_the_last_four_digits() {
        assert_eq!(masked("2345 6789 0124"), "XXXX XXXX 0124");
        assert_eq!(masked("Aadhaar 234567890124."), "Aadhaar XXXXXXXX0124.");
        assert_eq!(masked("2345-6789-0124 and ABCDE1234F"), "XXXX-XXXX-0124 and ABCDE1234F");
        assert_eq!(masked("4111 1111 1111 1111"), "4111 1111 1111 1111");
        assert_eq!(masked("234567890125"), "234567890125", "not an Aadhaar number");
        assert_eq!(masked(""), "");
    }
}
