//! Words that are digits, as text layers and character recognition give them.

use crate::verification::Word;

/// The digits of a word.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    /// The word's place among the words of its page.
    pub word: usize,
    pub digits: String,
    /// The place of each digit among the characters of the word.
    pub places: Vec<usize>,
    /// True when letters stand before the digits: `No:2345`.
    pub is_labelled: bool,
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

/// The digits of a word, if it is one number, perhaps with a label before it, or has twelve digits in a row.
pub(super) fn token(at: usize, word: &Word) -> Option<Token> {
    let letters: Vec<char> = word.text.chars().collect();
    number(at, &letters).or_else(|| inner_number(at, &letters))
}

/// Twelve digits among letters: `Aadhaar:234567890124/DOB`.
fn inner_number(at: usize, letters: &[char]) -> Option<Token> {
    let is_digit = |place: &usize| letters.get(*place).is_some_and(|letter| digit(*letter).is_some());
    let starts =
        (0..letters.len()).filter(|start| is_digit(start) && !start.checked_sub(1).is_some_and(|at| is_digit(&at)));
    let mut runs = starts.map(|start| (start..).take_while(is_digit).collect::<Vec<usize>>());
    let places = runs.find(|run| run.len() == super::DIGITS)?;
    let digits = places.iter().filter_map(|place| digit(letters[*place])).collect();
    Some(Token { word: at, digits, places, is_labelled: true })
}

fn number(at: usize, letters: &[char]) -> Option<Token> {
    let first = letters.iter().position(|letter| digit(*letter).is_some())?;
    let is_misread = is_misread_number(letters);
    let from = if is_misread { 0 } else { first };
    let is_labelled = letters[..from].iter().any(|letter| letter.is_alphabetic());
    let (mut digits, mut places) = (String::new(), Vec::new());
    for (place, letter) in letters.iter().enumerate().skip(from) {
        let value = digit(*letter).or_else(|| alike(*letter).filter(|_| is_misread));
        match value {
            Some(value) => {
                digits.push(value);
                places.push(place);
            }
            None if is_separator(*letter) => {}
            None => return None,
        }
    }
    // An Indian number with its country code is twelve digits long.
    let is_phone = letters[..places[0]].contains(&'+');
    let found = Token { word: at, digits, places, is_labelled };
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
    if token.digits.len() == super::DIGITS {
        return false;
    }
    let (first, last) = (token.places[0], token.places[token.places.len() - 1]);
    let inner = &letters[first..=last];
    let parts: Vec<usize> = inner.split(|letter| *letter == '-').map(<[char]>::len).collect();
    let is_dashed_date = matches!(parts[..], [1 | 2, 1 | 2, 2 | 4] | [4, 2, 2]);
    is_dashed_date || inner.iter().any(|letter| "/.,:".contains(*letter))
}
