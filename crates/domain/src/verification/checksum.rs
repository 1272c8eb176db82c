use crate::named_enum::named_enum;

named_enum! {
    /// The checksums that a character mask may name after `#`.
    pub enum Checksum {
        /// Aadhaar.
        Verhoeff = "verhoeff",
        /// The machine readable zone of a passport.
        Mrz = "mrz",
        /// Payment cards.
        Luhn = "luhn",
    }
}

impl Checksum {
    /// Checks a text without separators.
    pub fn is_right(self, text: &str) -> bool {
        let digits: Vec<usize> =
            text.chars().filter_map(|letter| letter.to_digit(10)).map(|digit| digit as usize).collect();
        match self {
            Checksum::Verhoeff => verhoeff(&digits),
            Checksum::Luhn => luhn(&digits),
            Checksum::Mrz => mrz(&text.to_ascii_uppercase()),
        }
    }
}

/// Multiplication in the dihedral group of order ten: rotations are 0 to 4, reflections 5 to 9.
fn times(left: usize, right: usize) -> usize {
    let turned = if left < 5 { (left + right) % 5 } else { (left + 10 - right) % 5 };
    turned + if (left < 5) == (right < 5) { 0 } else { 5 }
}

/// The last digit is the check digit.
pub(super) fn verhoeff(digits: &[usize]) -> bool {
    const PERMUTATION: [usize; 10] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
    let permuted = |digit: usize, place: usize| (0..place % 8).fold(digit, |digit, _| PERMUTATION[digit]);
    let sum = digits.iter().rev().enumerate().fold(0, |sum, (place, digit)| times(sum, permuted(*digit, place)));
    digits.len() > 1 && sum == 0
}

fn luhn(digits: &[usize]) -> bool {
    let weigh = |(place, digit): (usize, &usize)| match place % 2 {
        0 => *digit,
        _ if *digit > 4 => digit * 2 - 9,
        _ => digit * 2,
    };
    digits.len() > 1 && digits.iter().rev().enumerate().map(weigh).sum::<usize>().is_multiple_of(10)
}

/// The last character is the check digit of those before it.
fn mrz(text: &str) -> bool {
    let mut values = text.chars().map(|letter| if letter == '<' { Some(0) } else { letter.to_digit(36) });
    let Some(check) = values.next_back().flatten() else { return false };
    let sum = values.zip([7, 3, 1].into_iter().cycle()).try_fold(0, |sum, (value, weight)| Some(sum + value? * weight));
    text.len() > 1 && sum.is_some_and(|sum| sum % 10 == check)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_digit_is_noticed() {
        let samples =
            [(Checksum::Verhoeff, "234123412346"), (Checksum::Luhn, "4539148803436467"), (Checksum::Mrz, "L8989021<0")];
        for (checksum, good) in samples {
            assert!(checksum.is_right(good), "{good}");
            let bad = format!("{}9", &good[..good.len() - 1]);
            assert!(!checksum.is_right(&bad), "{bad}");
            assert!(!checksum.is_right("") && !checksum.is_right("7") && !checksum.is_right("ä"));
        }
    }
}
