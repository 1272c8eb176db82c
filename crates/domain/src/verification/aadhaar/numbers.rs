//! Aadhaar numbers among the words of a page: in groups, over lines and columns, and with digits that were misread.

use super::token::{COVERED, DIGITS, Token, is_noise, tokens};
use crate::verification::checksum::Checksum;
use crate::verification::document_text::Word;

/// Groups of one number are this close, in widths of a letter.
const CLOSE: f32 = 4.0;
/// Groups in boxes or columns of a row.
const NEAR: f32 = 14.0;
/// Lines of one number are this close, in heights of a line.
const NEXT_LINE: f32 = 4.0;
/// What cards and letters call the number, in the scripts that text layers have.
const LABELS: &[&str] = &["aadh", "adhaa", "uidai", "ஆதார", "आधार", "ఆధార", "ಆಧಾರ", "ആധാര", "আধার", "આધાર"];

/// The first digits of a word, which are covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CoveredWord {
    pub word: usize,
    /// The places of the first and the last covered character.
    pub first: usize,
    pub last: usize,
    /// False for a near miss, which may be another number.
    pub is_certain: bool,
}

/// True when a word says what the number is.
pub fn has_label(words: &[Word]) -> bool {
    words.iter().any(|word| {
        let text = word.text.to_lowercase();
        LABELS.iter().any(|label| text.contains(label))
    })
}

/// How a word follows another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Close,
    Near,
    NextLine,
}

/// The words to be covered. `is_expected`: the page is one on which a number is likely, so near misses count.
pub(super) fn covered_words(words: &[Word], is_expected: bool) -> Vec<CoveredWord> {
    let tokens: Vec<Vec<Token>> = words.iter().enumerate().map(|(at, word)| tokens(at, word)).collect();
    let reading: Vec<usize> = (0..words.len()).filter(|at| !is_noise(&words[*at])).collect();
    let mut all = Vec::new();
    for order in [by_rows(words, &reading), reading] {
        let search = Search { words, items: items(&order, &tokens), is_expected };
        for start in 0..search.items.len() {
            all.extend(search.number_at(start));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The words in this order with their digits. One with several numbers occurs once for each.
fn items<'a>(order: &[usize], tokens: &'a [Vec<Token>]) -> Vec<(usize, Option<&'a Token>)> {
    let of_word = |word: &usize| {
        let own: Vec<Option<&Token>> = tokens[*word].iter().map(Some).collect();
        let own = if own.is_empty() { vec![None] } else { own };
        own.into_iter().map(|token| (*word, token)).collect::<Vec<_>>()
    };
    order.iter().flat_map(of_word).collect()
}

/// The words row by row, from left to right: recognised columns and boxes come in any order.
fn by_rows(words: &[Word], reading: &[usize]) -> Vec<usize> {
    let middle = |at: usize| words[at].area[1] + words[at].area[3] / 2.0;
    let mut sorted = reading.to_vec();
    sorted.sort_by(|one, other| middle(*one).total_cmp(&middle(*other)));
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for at in sorted {
        match rows.last_mut().filter(|row| is_same_row(&words[row[row.len() - 1]], &words[at])) {
            Some(row) => row.push(at),
            None => rows.push(vec![at]),
        }
    }
    for row in &mut rows {
        row.sort_by(|one, other| words[*one].area[0].total_cmp(&words[*other].area[0]));
    }
    rows.concat()
}

/// Start and length of a word, along its line or across it.
fn extent(word: &Word, is_upward: bool) -> (f32, f32) {
    let [left, top, width, height] = word.area;
    if is_upward { (top, height) } else { (left, width) }
}

/// A word that runs up or down the page.
pub(super) fn is_vertical(word: &Word) -> bool {
    word.area[3] > word.area[2] && word.text.chars().count() > 2
}

fn overlaps(one: (f32, f32), other: (f32, f32)) -> bool {
    let shared = (one.0 + one.1).min(other.0 + other.1) - one.0.max(other.0);
    shared >= 0.5 * one.1.min(other.1)
}

fn is_same_row(one: &Word, other: &Word) -> bool {
    let across = !is_vertical(one);
    overlaps(extent(one, across), extent(other, across))
}

/// The distance of two extents; 0 when they touch.
fn gap(one: (f32, f32), other: (f32, f32)) -> f32 {
    (other.0 - (one.0 + one.1)).max(one.0 - (other.0 + other.1)).max(0.0)
}

fn step(one: &Word, other: &Word) -> Option<Step> {
    let along = is_vertical(one);
    if !is_same_row(one, other) {
        let thickness = extent(one, !along).1.max(extent(other, !along).1);
        return (gap(extent(one, !along), extent(other, !along)) <= NEXT_LINE * thickness).then_some(Step::NextLine);
    }
    let letters = (one.text.chars().count() + other.text.chars().count()).max(1) as f32;
    let letter = (extent(one, along).1 + extent(other, along).1) / letters;
    let gap = gap(extent(one, along), extent(other, along)) / letter.max(f32::EPSILON);
    match gap {
        gap if gap <= CLOSE => Some(Step::Close),
        gap if gap <= NEAR => Some(Step::Near),
        _ => None,
    }
}

struct Search<'a> {
    words: &'a [Word],
    /// Words in an order, with their digits.
    items: Vec<(usize, Option<&'a Token>)>,
    is_expected: bool,
}

/// How sure it is that digits are a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Match {
    Certain,
    NearMiss,
}

impl Search<'_> {
    fn token(&self, at: usize) -> Option<&Token> {
        self.items.get(at)?.1
    }

    fn word(&self, at: usize) -> Option<&Word> {
        Some(&self.words[self.items.get(at)?.0])
    }

    fn step(&self, at: usize) -> Option<Step> {
        step(self.word(at)?, self.word(at + 1)?)
    }

    /// The covered words of a number that begins here.
    fn number_at(&self, start: usize) -> Vec<CoveredWord> {
        let Some(first) = self.token(start) else { return Vec::new() };
        let (mut run, mut steps, mut at) = (vec![first], Vec::new(), start);
        loop {
            let length: usize = run.iter().map(|token| token.digits.len()).sum();
            if length > DIGITS + 1 {
                return Vec::new();
            }
            if length + 1 >= DIGITS
                && let Some(found) = self.matched(start, &run, &steps)
            {
                return covered(&run, length, found == Match::Certain);
            }
            let next = self.token(at + 1).filter(|token| !token.is_labelled && !run[run.len() - 1].is_ended);
            let (Some(next), Some(step)) = (next, self.step(at)) else { return Vec::new() };
            run.push(next);
            steps.push(step);
            at += 1;
        }
    }

    fn matched(&self, start: usize, run: &[&Token], steps: &[Step]) -> Option<Match> {
        let number: String = run.iter().map(|token| token.digits.as_str()).collect();
        let groups: Vec<usize> = run.iter().map(|token| token.digits.len()).collect();
        let breaks = steps.iter().filter(|step| **step == Step::NextLine).count();
        let is_close = steps.iter().all(|step| *step == Step::Close);
        let is_right = Checksum::Verhoeff.is_right(&number) && !number.starts_with(['0', '1']);
        let in_fours = groups.iter().all(|group| group % 4 == 0);
        let is_alone = self.is_alone(start, run.len());
        if number.len() != DIGITS {
            let is_missed = self.is_expected && is_close && is_near_miss(&groups) && is_alone;
            return is_missed.then_some(Match::NearMiss);
        }
        if matches!(groups[..], [2, 5, 5] | [2, 10] | [10, 2]) || self.is_card_number(start) {
            return None;
        }
        // A digit that was misread makes the checksum wrong; three groups of four still tell.
        let has_shape = groups == [4, 4, 4] && is_alone && !is_row_of_years(run);
        let in_boxes = groups.iter().all(|group| *group == 1);
        let is_found = match breaks {
            0 if is_close && is_right => true,
            0 if is_close && has_shape && (self.is_expected || !number.starts_with(['0', '1'])) => true,
            0 | 1 if is_right && in_fours => true,
            1 if is_right && self.is_wrapped(start, steps) => true,
            _ => self.is_expected && breaks < 3 && (is_right || has_shape || (groups == [DIGITS] && breaks == 0)),
        };
        let is_certain = match breaks {
            0 if is_close => is_right || (has_shape && !number.starts_with(['0', '1'])),
            0 if in_boxes => is_right,
            0 | 1 => is_right && in_fours,
            _ => false,
        };
        is_found.then_some(if is_certain && is_alone { Match::Certain } else { Match::NearMiss })
    }

    /// True when a run goes on where a line of text does: further to the left, and not below itself as in a column.
    fn is_wrapped(&self, start: usize, steps: &[Step]) -> bool {
        let is_line_end = |(at, step): (usize, &Step)| match step {
            Step::Close => true,
            Step::Near => false,
            Step::NextLine => {
                let ends = self.word(start + at).zip(self.word(start + at + 1));
                ends.is_some_and(|(one, other)| other.area[0] + other.area[2] < one.area[0])
            }
        };
        steps.iter().enumerate().all(is_line_end)
    }

    /// True when no further group of four stands close to the run.
    fn is_alone(&self, start: usize, length: usize) -> bool {
        let is_group = |at: usize| self.token(at).is_some_and(|token| token.digits.len() == 4);
        let is_close = |at: usize| self.step(at) == Some(Step::Close);
        let goes_on = |at: usize| self.token(at).is_some_and(|token| !token.is_ended);
        let is_labelled = |at: usize| self.token(at).is_some_and(|token| token.is_labelled);
        let before = start.checked_sub(1).is_some_and(|at| is_group(at) && goes_on(at) && is_close(at));
        let before = before && !is_labelled(start);
        let end = start + length;
        let after = is_group(end) && goes_on(end - 1) && is_close(end - 1) && !is_labelled(end);
        !before && !after
    }

    /// True inside of four groups of four with the check digit of payment cards.
    fn is_card_number(&self, start: usize) -> bool {
        let linked = |at: usize| {
            let is_group = |at: usize| self.token(at).is_some_and(|token| token.digits.len() == 4);
            is_group(at) && is_group(at + 1) && self.step(at) == Some(Step::Close)
        };
        let mut first = start;
        while first > 0 && start - first < 3 && linked(first - 1) {
            first -= 1;
        }
        let count = (first..first + 4).take_while(|at| linked(*at)).count() + 1;
        let number: String =
            (first..first + 4).filter_map(|at| self.token(at)).map(|one| one.digits.as_str()).collect();
        count == 4 && Checksum::Luhn.is_right(&number)
    }
}

/// Three groups of which one lost or gained a digit, or one word that did.
fn is_near_miss(groups: &[usize]) -> bool {
    match groups {
        [one, two, three] => [one, two, three].iter().all(|group| (3..=5).contains(*group)),
        [one, two] => matches!((one, two), (7..=9, 3..=5) | (3..=5, 7..=9)),
        _ => false,
    }
}

/// `2022 2023 2024`, at the head of a table.
fn is_row_of_years(run: &[&Token]) -> bool {
    run.iter().all(|token| token.digits.starts_with("19") || token.digits.starts_with("20"))
}

/// All but the last four digits.
fn covered(run: &[&Token], length: usize, is_certain: bool) -> Vec<CoveredWord> {
    let mut left = length.saturating_sub(DIGITS - COVERED);
    let mut all = Vec::new();
    for token in run {
        let own = token.digits.len().min(left);
        left -= own;
        if let Some(place) = own.checked_sub(1).and_then(|last| token.places.get(last)) {
            all.push(CoveredWord { word: token.word, first: token.first, last: *place, is_certain });
        }
    }
    all
}
