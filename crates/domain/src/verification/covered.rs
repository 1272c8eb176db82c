//! Replaces covered digits before anything is searched. What is searched depends only on what is shown, and on whether
//! the check digit of a number is right, so no rule can ask for a covered digit.

use super::checksum::verhoeff;
use super::document_text::{Area, Covered, PageText, Word, meets};
use super::normal_form::normalised;

/// Stands for a covered digit. Masks and expressions for any digit still fit.
const NEUTRAL: char = '9';
/// The covered digits of a number, and those shown after them.
const COVERED: usize = 8;
const SHOWN: usize = 4;

/// A letter of a word, as it is searched.
pub(super) struct Letter {
    pub searched: char,
    is_covered: bool,
}

impl Letter {
    pub fn shown(&self) -> char {
        if self.is_covered { 'X' } else { self.searched }
    }
}

/// The letters of each word of a page.
pub(super) fn replaced(page: &PageText, covered: &[Covered]) -> Vec<Vec<Letter>> {
    let is_here = |one: &&Covered| one.file_id == page.file_id && one.page == page.page;
    let areas: Vec<Area> = covered.iter().filter(is_here).map(|one| one.area).collect();
    let mut words: Vec<Vec<Letter>> = page.words.iter().map(|word| letters(word, &areas)).collect();
    let is_counted = |letter: &&mut Letter| letter.is_covered || letter.searched.is_alphanumeric();
    replace(&mut words.iter_mut().flatten().filter(is_counted).collect::<Vec<_>>());
    words
}

fn letters(word: &Word, areas: &[Area]) -> Vec<Letter> {
    let text: Vec<char> = normalised(&word.text).chars().collect();
    let [_, _, width, height] = word.area;
    // The place of a letter is only known in a word that is written from left to right.
    let is_placed = text.len() == word.text.chars().count() && (height <= width || text.len() < 2);
    // A label may stand before a number.
    let first = text.iter().position(|letter| letter.is_numeric()).unwrap_or(text.len());
    let letter = |(at, letter): (usize, &char)| {
        let is_hidden = |area: &Area| if is_placed { holds(*area, cell(word, at)) } else { meets(*area, word.area) };
        let is_covered = at >= first && letter.is_alphanumeric() && areas.iter().any(is_hidden);
        Letter { searched: *letter, is_covered }
    };
    text.iter().enumerate().map(letter).collect()
}

/// The place of one letter of a word.
fn cell(word: &Word, at: usize) -> Area {
    let [left, top, width, height] = word.area;
    let one = width / word.text.chars().count().max(1) as f32;
    [left + at as f32 * one, top, one, height]
}

/// How far the middle of a letter reaches, in parts of its width. Areas are wider than their digits by less than the
/// rest.
const MIDDLE: f32 = 0.3;

/// True when the middle of a letter is in the area, or nearly: two readings of a page differ a little.
fn holds(area: Area, [left, top, width, height]: Area) -> bool {
    meets(area, [left + width * (1.0 - MIDDLE) / 2.0, top + height / 2.0, width * MIDDLE, 0.0])
}

/// The last covered digit of a number is chosen so that its check digit stays right, or wrong.
fn replace(letters: &mut [&mut Letter]) {
    let written: Vec<Option<u32>> = letters.iter().map(|letter| letter.searched.to_digit(10)).collect();
    for letter in letters.iter_mut().filter(|letter| letter.is_covered) {
        letter.searched = NEUTRAL;
    }
    for start in 0..(letters.len() + 1).saturating_sub(COVERED + SHOWN) {
        let end = start + COVERED + SHOWN;
        if (start > 0 && letters[start - 1].is_covered) || !is_number(&letters[start..end]) {
            continue;
        }
        let was_right = is_right(&written[start..end]);
        let mut number: Vec<Option<u32>> = letters[start..end].iter().map(|one| one.searched.to_digit(10)).collect();
        let fitting = ('0'..=NEUTRAL).rev().find(|digit| {
            number[COVERED - 1] = digit.to_digit(10);
            is_right(&number) == was_right
        });
        letters[start + COVERED - 1].searched = fitting.unwrap_or(NEUTRAL);
    }
}

fn is_number(letters: &[&mut Letter]) -> bool {
    let (covered, shown) = letters.split_at(COVERED);
    covered.iter().all(|letter| letter.is_covered)
        && shown.iter().all(|letter| !letter.is_covered && letter.searched.is_ascii_digit())
}

fn is_right(digits: &[Option<u32>]) -> bool {
    let digits: Option<Vec<usize>> = digits.iter().map(|digit| digit.map(|digit| digit as usize)).collect();
    digits.is_some_and(|digits| verhoeff(&digits))
}

#[cfg(test)]
mod tests;
