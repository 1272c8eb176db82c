//! Aadhaar numbers in a text. Only the last four of the twelve digits may be shown.

mod numbers;
mod token;

use std::ops::Range;

use super::checksum::Checksum;
use super::document_text::{Area, Covered, DocumentText, PageText, UnreadPage, WHOLE_PAGE, Word, meets};
use super::normal_form::stripped;
use super::rule::{Evidence, KeywordType, RuleDetail};
pub use numbers::has_label;
use numbers::{CoveredWord, covered_words, is_vertical};
use token::{COVERED, DIGITS};

/// Added around the digits, in parts of their height: recognised boxes are tight.
const MARGIN: f32 = 0.15;
/// Added after the last covered digit of a word that goes on, in letters: letters differ in width.
const LETTER_MARGIN: f32 = 0.25;

/// The version of the search. Documents that an older one searched are searched again, and not shown before.
/// Even: what was located without recognition has the odd number below it.
pub const LOCATOR_VERSION: i64 = 2;

/// The version of a search that could recognise pictures, or could not because no program for it is installed.
pub fn locator_version(can_recognise: bool) -> i64 {
    if can_recognise { LOCATOR_VERSION } else { LOCATOR_VERSION - 1 }
}

/// True when a rule looks for an Aadhaar number: a mask of twelve digits with its check digit.
pub fn is_expected_by(rule: &[RuleDetail]) -> bool {
    let mask = |detail: &RuleDetail| detail.mask.clone().filter(|_| detail.keyword_type == KeywordType::Mask);
    rule.iter().filter_map(mask).any(|mask| stripped(&mask).eq_ignore_ascii_case("999999999999#verhoeff"))
}

/// What was found among the words of a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Numbers {
    /// The places of the first eight digits.
    pub areas: Vec<Area>,
    /// True when one of them is an Aadhaar number, and not only something like one.
    pub is_certain: bool,
}

/// The Aadhaar numbers among the words of a page. `is_expected`: near misses count too. `is_upright`: the words run
/// from left to right; otherwise all of a word is covered.
pub fn numbers(words: &[Word], is_expected: bool, is_upright: bool) -> Numbers {
    let found = covered_words(words, is_expected || has_label(words));
    let area = |one: &CoveredWord| digits_area(&words[one.word], one.first..one.last + 1, is_upright);
    Numbers { areas: found.iter().map(area).collect(), is_certain: found.iter().any(|one| one.is_certain) }
}

/// What is not shown of a text: what was located in its files, the first eight digits of all numbers among its words,
/// and the pages that may have others.
pub fn covered_areas(text: &DocumentText) -> Vec<Covered> {
    let cover = |file_id: &str, page: u32, area: Area| Covered { file_id: file_id.to_owned(), page, area };
    let on_page = |page: &PageText| -> Vec<Covered> {
        let areas = numbers(&page.words, false, true).areas.into_iter();
        areas.map(|area| cover(&page.file_id, page.page, area)).collect()
    };
    let whole = |one: &UnreadPage| cover(&one.file_id, one.page, WHOLE_PAGE);
    let found = text.pages.iter().flat_map(on_page).chain(text.unread.iter().map(whole));
    text.covered.iter().cloned().chain(found).collect()
}

/// Evidence that was stored before numbers were located there: digits in covered places are masked, but for the last
/// four of a number.
pub fn mask_evidence(evidence: &mut [Evidence], covered: &[Covered]) {
    for one in evidence {
        let (Some(found), Some(area)) = (&mut one.found, one.area) else { continue };
        let is_here = |cover: &&Covered| Some(&cover.file_id) == one.file_id.as_ref() && Some(cover.page) == one.page;
        if covered.iter().filter(is_here).any(|cover| meets(cover.area, area)) {
            *found = masked_digits(found);
        }
    }
}

fn masked_digits(text: &str) -> String {
    let is_counted = |letter: char| letter.is_numeric() || letter == 'X';
    let count = text.chars().filter(|letter| is_counted(*letter)).count();
    let shown_from = if count == DIGITS { COVERED } else { count };
    let mut seen = 0;
    let mask = |letter: char| {
        seen += usize::from(is_counted(letter));
        if letter.is_numeric() && seen <= shown_from { 'X' } else { letter }
    };
    text.chars().map(mask).collect()
}

/// The area of the covered characters of a word.
fn digits_area(word: &Word, covered: Range<usize>, is_upright: bool) -> Area {
    let [left, top, width, height] = word.area;
    let written = word.text.chars().count().max(1) as f32;
    let margin = height * MARGIN;
    let is_placed = is_upright && !is_vertical(word);
    let start = if is_placed { width * covered.start as f32 / written } else { 0.0 };
    let is_whole = !is_placed || covered.end as f32 >= written;
    let end = if is_whole { width + margin } else { width * (covered.end as f32 + LETTER_MARGIN) / written };
    [left + start - margin, top - margin, end - start + margin, height + 2.0 * margin]
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
        if is_digit(last + 1) {
            places.push(last + 1)
        } else if is_digit(last + 2) && stripped(&letters[last + 1].to_string()).is_empty() {
            places.push(last + 2)
        } else {
            return Some(places);
        }
    }
}

#[cfg(test)]
mod tests;
