//! Words that are digits, as text layers and character recognition give them.

use std::ops::Range;

use crate::verification::document_text::Word;

/// An Aadhaar number has this many digits.
pub(super) const DIGITS: usize = 12;
/// The first digits, which are covered.
pub(super) const COVERED: usize = 8;

/// Digits of a word.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    /// The word's place among the words of its page.
    pub word: usize,
    /// The place of the first character that is covered with the digits: a label is, another number is not.
    pub first: usize,
    pub digits: String,
    /// The place of each digit among the characters of the word.
    pub places: Vec<usize>,
    /// True when letters stand before the digits: `No:2345`.
    pub is_labelled: bool,
    /// True when letters stand after the digits: `0124,Chennai`.
    pub is_ended: bool,
}

/// Between the groups of a number: what people write, the edges of boxes, and noise.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{2010}'..='\u{2015}') || "/.-,:;|[](){}_'\"`~*=•·".contains(letter)
}

/// True for a word without letters and digits: an edge of a box, a dash.
pub(super) fn is_noise(word: &Word) -> bool {
    word.text.chars().all(|letter| !letter.is_alphanumeric())
}

/// The value of a digit, also of full width and in Devanagari and Tamil.
fn digit(letter: char) -> Option<char> {
    let zero = match letter {
        '0'..='9' => return Some(letter),
        '\u{FF10}'..='\u{FF19}' => 0xFF10,
        '\u{0966}'..='\u{096F}' => 0x0966,
        '\u{0BE6}'..='\u{0BEF}' => 0x0BE6,
        _ => return None,
    };
    char::from_digit(u32::from(letter) - zero, 10)
}

/// The digit that a letter is often read for.
fn alike(letter: char) -> Option<char> {
    Some(match letter {
        'O' | 'o' | 'D' | 'Q' => '0',
        'I' | 'l' | 'i' | '!' => '1',
        'Z' | 'z' => '2',
        'A' => '4',
        'S' | 's' | '$' => '5',
        'G' | 'b' => '6',
        'T' | '?' => '7',
        'B' => '8',
        'g' | 'q' => '9',
        _ => return None,
    })
}

/// The digits of a word: those of one number or a part of it, or each number of twelve digits that is in it.
pub(super) fn tokens(at: usize, word: &Word) -> Vec<Token> {
    let letters: Vec<char> = word.text.chars().collect();
    let whole = number(at, &letters);
    if whole.as_ref().is_some_and(|token| token.digits.len() == DIGITS) {
        return whole.into_iter().collect();
    }
    let inner = inner_numbers(at, &letters);
    if inner.is_empty() { whole.into_iter().collect() } else { inner }
}

/// Numbers of twelve digits, ungrouped or in fours, among others and among letters: `Aadhaar:234567890124/DOB`.
fn inner_numbers(at: usize, letters: &[char]) -> Vec<Token> {
    let groups = groups(letters);
    let (mut found, mut start) = (Vec::new(), 0);
    while start < groups.len() {
        let Some(count) =
            number_of_groups(letters, &groups[start..]).filter(|count| is_alone(letters, &groups, start, *count))
        else {
            start += 1;
            continue;
        };
        let places: Vec<usize> = groups[start..start + count].iter().cloned().flatten().collect();
        let digits = places.iter().filter_map(|place| digit(letters[*place])).collect();
        let first = if start == 0 { 0 } else { places[0] };
        found.push(Token { word: at, first, digits, places, is_labelled: true, is_ended: true });
        start += count;
    }
    found
}

/// The places of digits in a row.
fn groups(letters: &[char]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (place, _) in letters.iter().enumerate().filter(|(_, letter)| digit(**letter).is_some()) {
        match groups.last_mut().filter(|group| group.end == place) {
            Some(group) => group.end += 1,
            None => groups.push(place..place + 1),
        }
    }
    groups
}

/// How many of these groups are a number: twelve digits, in fours if there are several, with single separators.
fn number_of_groups(letters: &[char], groups: &[Range<usize>]) -> Option<usize> {
    let is_linked = |pair: &[Range<usize>]| pair[1].start == pair[0].end + 1 && is_separator(letters[pair[0].end]);
    let is_number = |count: &usize| {
        let own = &groups[..*count];
        own.iter().map(Range::len).sum::<usize>() == DIGITS
            && own.iter().all(|group| group.len().is_multiple_of(4))
            && own.windows(2).all(is_linked)
    };
    (1..=groups.len().min(3)).find(is_number)
}

/// False in longer numbers in fours, as those of payment cards, and in phone numbers with their country code.
fn is_alone(letters: &[char], groups: &[Range<usize>], start: usize, count: usize) -> bool {
    let (first, last) = (&groups[start], &groups[start + count - 1]);
    let is_four = |group: Option<&Range<usize>>| group.is_some_and(|group| group.len() == 4);
    let before = start.checked_sub(1).and_then(|before| groups.get(before));
    let after = groups.get(start + count);
    let is_linked = |one: usize, other: usize| other == one + 1 && "- ".contains(letters[one]);
    let continues = count > 1
        && (is_four(before) && before.is_some_and(|group| is_linked(group.end, first.start))
            || is_four(after) && after.is_some_and(|group| is_linked(last.end, group.start)));
    !continues && first.start.checked_sub(1).is_none_or(|place| letters[place] != '+')
}

fn number(at: usize, letters: &[char]) -> Option<Token> {
    let first = letters.iter().position(|letter| digit(*letter).is_some())?;
    let is_misread = is_misread_number(letters);
    let from = if is_misread { 0 } else { first };
    let is_labelled = letters[..from].iter().any(|letter| letter.is_alphabetic());
    let (mut digits, mut places, mut is_ended) = (String::new(), Vec::new(), false);
    for (place, letter) in letters.iter().enumerate().skip(from) {
        let value = digit(*letter).or_else(|| alike(*letter).filter(|_| is_misread));
        match value {
            // Letters between digits: `2B345`.
            Some(_) if is_ended => return None,
            Some(value) => {
                digits.push(value);
                places.push(place);
            }
            None => is_ended |= !is_separator(*letter),
        }
    }
    // An Indian number with its country code is twelve digits long.
    let is_phone = letters[..places[0]].contains(&'+');
    let found = Token { word: at, first: 0, digits, places, is_labelled, is_ended };
    (!is_phone && !is_date_or_amount(letters, &found)).then_some(found)
}

/// True when a few letters among the digits may be digits that were misread.
fn is_misread_number(letters: &[char]) -> bool {
    let body = || letters.iter().filter(|letter| !is_separator(**letter));
    let digits = body().filter(|letter| digit(**letter).is_some()).count();
    let others = body().count() - digits;
    let all_alike = body().all(|letter| digit(*letter).or_else(|| alike(*letter)).is_some());
    all_alike && others > 0 && digits >= 3 * others
}

/// `12/04/1990`, `1,250.00`, `10:30`: never a part of an identity number, unless all twelve digits are in the word.
fn is_date_or_amount(letters: &[char], token: &Token) -> bool {
    if token.digits.len() == DIGITS {
        return false;
    }
    let (first, last) = (token.places[0], token.places[token.places.len() - 1]);
    let inner = &letters[first..=last];
    let parts: Vec<usize> = inner.split(|letter| *letter == '-').map(<[char]>::len).collect();
    let is_dashed_date = matches!(parts[..], [1 | 2, 1 | 2, 2 | 4] | [4, 2, 2]);
    is_dashed_date || inner.iter().any(|letter| "/.,:".contains(*letter))
}
