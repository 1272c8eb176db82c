//! The form in which texts and keywords are compared.

use unicode_normalization::UnicodeNormalization;

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

/// True when the text before and after is not part of the same word. Latin words have to match as a whole (`PAN` is not
/// in `COMPANY`); Indian scripts append endings to a word.
pub(super) fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let is_latin = |character: Option<char>| character.is_some_and(|character| character.is_ascii_alphanumeric());
    let joins = |inner: Option<char>, outer: Option<char>| is_latin(inner) && is_latin(outer);
    let (before, inside, after) = (&text[..start], &text[start..end], &text[end..]);
    !joins(inside.chars().next(), before.chars().next_back())
        && !joins(inside.chars().next_back(), after.chars().next())
}
