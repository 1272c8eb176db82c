//! `txnRefNo`: prefix, entity-local date, a sequence of the entity and day, a check digit. A mistyped digit, or two
//! neighbours in the wrong order, never give another request's number.

use jiff::civil::Date;

/// The highest sequence of a day.
pub const MOST: i64 = 999_999;

/// Damm's table of order ten: weakly totally anti-symmetric, so that it finds both kinds of slip.
const TABLE: [[u8; 10]; 10] = [
    [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
    [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
    [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
    [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
    [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
    [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
    [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
    [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
    [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
    [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];

fn damm(digits: &str) -> Option<u8> {
    digits.bytes().try_fold(0u8, |state, byte| {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
        Some(TABLE[usize::from(state)][usize::from(digit)])
    })
}

/// The number of the `sequence`th request of a day.
pub fn reference(prefix: char, day: Date, sequence: i64) -> Option<String> {
    if !(1..=MOST).contains(&sequence) {
        return None;
    }
    let digits = format!("{:02}{:02}{:02}{sequence:06}", day.year().rem_euclid(100), day.month(), day.day());
    Some(format!("{prefix}{digits}{}", damm(&digits)?))
}

/// Could this be a reference number at all?
pub fn is_well_formed(text: &str) -> bool {
    let mut letters = text.chars();
    let prefix = letters.next().is_some_and(|first| first.is_ascii_alphanumeric());
    let digits = letters.as_str();
    prefix && digits.len() == 13 && damm(digits) == Some(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day() -> Date {
        Date::constant(2026, 11, 15)
    }

    #[test]
    fn a_number_reads_as_decided() {
        let number = reference('N', day(), 1).unwrap();
        assert!(number.starts_with("N261115000001") && number.len() == 14, "{number}");
        assert!(is_well_formed(&number));
        assert_eq!(reference('N', day(), 0), None);
        assert_eq!(reference('N', day(), MOST + 1), None);
    }

    #[test]
    fn every_single_slip_and_every_swap_is_noticed() {
        for sequence in [1, 42, 9_999, 123_456, MOST] {
            let number = reference('N', day(), sequence).unwrap();
            let bytes = number.as_bytes();
            for at in 1..bytes.len() {
                for digit in b'0'..=b'9' {
                    let mut slip = bytes.to_vec();
                    slip[at] = digit;
                    let same = slip == bytes;
                    assert_eq!(is_well_formed(std::str::from_utf8(&slip).unwrap()), same);
                }
                if at + 1 < bytes.len() && bytes[at] != bytes[at + 1] {
                    let mut swapped = bytes.to_vec();
                    swapped.swap(at, at + 1);
                    assert!(!is_well_formed(std::str::from_utf8(&swapped).unwrap()));
                }
            }
        }
    }

    #[test]
    fn garbage_is_not_well_formed() {
        for text in ["", "N", "N26111500000", "N2611150000017x", "\u{b0b}261115000001", "-2611150000010"] {
            assert!(!is_well_formed(text), "{text}");
        }
    }
}
