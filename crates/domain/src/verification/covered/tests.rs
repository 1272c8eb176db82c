use super::super::aadhaar::covered_areas;
use super::super::{
    CompiledRule, DocumentText, KeywordType, RuleDetail, RuleVerdict, SearchText, UnreadPage, Unwatched, Verification,
    verify,
};
use super::*;

/// Words of one line, each as wide as its letters.
fn page(line: &str) -> PageText {
    let mut left = 0.0;
    let word = |text: &str| {
        let width = text.chars().count() as f32 / 100.0;
        let word = Word { text: text.to_owned(), area: [left, 0.5, width, 0.008], ends_line: false };
        left += width + 0.01;
        word
    };
    PageText { file_id: "F".to_owned(), page: 1, words: line.split(' ').map(word).collect() }
}

fn document(line: &str) -> DocumentText {
    DocumentText { pages: vec![page(line)], is_complete: true, ..DocumentText::default() }
}

fn searched(text: &DocumentText) -> String {
    let covered = covered_areas(text);
    let words = replaced(&text.pages[0], &covered);
    let words = words.iter().map(|word| word.iter().map(|letter| letter.searched).collect::<String>());
    words.collect::<Vec<_>>().join(" ")
}

fn line(keyword_type: KeywordType, keywords: &str, mask: Option<&str>) -> RuleDetail {
    let (rule_code, keywords) = ("R".to_owned(), keywords.to_owned());
    RuleDetail { rule_code, number: 1, keyword_type, keywords, length: 0, mask: mask.map(str::to_owned) }
}

fn tried(detail: RuleDetail, text: &DocumentText) -> Verification {
    verify(&[detail], text)
}

/// Two people whose numbers end with the same four digits, in every way of writing them.
const NUMBERS: [(&str, &str); 5] = [
    ("Aadhaar number 2345 6789 0124 of Meena", "Aadhaar number 9876 5432 0124 of Meena"),
    ("Aadhaar number 234567890124 of Meena", "Aadhaar number 987654370124 of Meena"),
    ("Aadhaar number 2345-6789-0124 of Meena", "Aadhaar number 9876-5437-0124 of Meena"),
    ("Aadhaar No:234567890124 of Meena", "Aadhaar No:987654370124 of Meena"),
    ("Aadhaar number 23456789 0124 of Meena", "Aadhaar number 98765437 0124 of Meena"),
];

/// The eighth digit that makes a number right.
fn corrected(text: &str) -> String {
    let eighth = text.char_indices().filter(|(_, letter)| letter.is_ascii_digit()).nth(COVERED - 1).unwrap().0;
    let with = |digit: char| format!("{}{digit}{}", &text[..eighth], &text[eighth + 1..]);
    let digits =
        |text: &str| text.chars().map(|letter| letter.to_digit(10)).filter(Option::is_some).collect::<Vec<_>>();
    ('0'..='9').map(with).find(|text| is_right(&digits(text))).unwrap()
}

/// Every digit at every place, in the ways that a draft could ask for it.
fn probes() -> Vec<RuleDetail> {
    let mut all = Vec::new();
    for digit in 0..10 {
        for place in 0..12 {
            let (before, after) = (place, 11 - place);
            let spaced = |digits: usize| "[ -]?[0-9]".repeat(digits);
            let pattern = format!("{}[ -]?{digit}{}", spaced(before), spaced(after));
            all.push(line(KeywordType::Regex, &pattern, None));
            all.push(line(KeywordType::Regex, &format!("^[^0-9]*{}[ -]?{digit}", spaced(before)), None));
            let mask: String =
                (0..12).map(|at| if at == place { format!("{digit}") } else { "9".to_owned() }).collect();
            all.push(line(KeywordType::Mask, "number", Some(&mask)));
            all.push(line(KeywordType::Mask, "number", Some(&format!("{mask}#verhoeff"))));
        }
        for keyword_type in [KeywordType::Any, KeywordType::None, KeywordType::Exact, KeywordType::Fuzzy] {
            all.push(line(keyword_type, &format!("{digit}345|{digit}876|{digit}543|{digit}789"), None));
        }
    }
    for checksum in ["verhoeff", "luhn", "mrz"] {
        for shape in ["9999", "99999999", "999999999999", "9999 9999 9999"] {
            all.push(line(KeywordType::Mask, "number", Some(&format!("{shape}#{checksum}"))));
        }
    }
    all
}

#[test]
fn no_draft_tells_two_numbers_apart() {
    let probes = probes();
    let rule = CompiledRule::new(&probes);
    let results = |text: &DocumentText| {
        let text = SearchText::new(text, &covered_areas(text));
        rule.verify(&text, &Unwatched).map(|result| result.details)
    };
    for (one, other) in NUMBERS {
        let (one, other) = (document(&corrected(one)), document(&corrected(other)));
        assert_ne!(one, other);
        assert_eq!(results(&one), results(&other));
    }
}

#[test]
fn shapes_and_check_digits_are_still_found() {
    for (text, _) in NUMBERS {
        let right = document(&corrected(text));
        for mask in ["999999999999#verhoeff", "9999 9999 9999"] {
            assert_eq!(
                tried(line(KeywordType::Mask, "number", Some(mask)), &right).verdict,
                RuleVerdict::Pass,
                "{text}"
            );
        }
        let shape = line(KeywordType::Regex, r"[2-9]\d{3}[ \-]?\d{4}[ \-]?\d{4}", None);
        assert_eq!(tried(shape, &right).verdict, RuleVerdict::Pass, "{text}");
    }
    let wrong = document("Aadhaar number 2345 6789 0125");
    let checked = line(KeywordType::Mask, "number", Some("999999999999#verhoeff"));
    assert_eq!(tried(checked, &wrong).verdict, RuleVerdict::Fail, "a wrong check digit stays wrong");
}

#[test]
fn evidence_has_no_covered_digit() {
    let text = document("Aadhaar number 2345 6789 0124");
    for (pattern, found) in [(r"\d{4} \d{4}", "XXXX XXXX"), (r"\d{4} \d{4} \d{4}", "XXXX XXXX 0124"), ("0124", "0124")]
    {
        let shown = tried(line(KeywordType::Regex, pattern, None), &text).details.remove(0);
        assert_eq!(shown.found.as_deref(), Some(found));
    }
    let all = tried(line(KeywordType::All, "Aadhaar|0124", None), &text).details.remove(0);
    assert_eq!(all.found.as_deref(), Some("Aadhaar | 0124"));
}

#[test]
fn other_text_is_searched_as_it_is() {
    for text in ["Card 4111 1111 1111 1111", "Born 12/04/1990 PIN 600020", "ABCPK1234F", "Ward 12 எண் 7"] {
        assert_eq!(searched(&document(text)), text);
    }
}

#[test]
fn what_cannot_be_placed_is_covered_as_a_whole() {
    // An invisible character, and a word written upward: the place of each digit is unknown.
    let text = document("Number 2345\u{200B}67890124 x");
    let covered = vec![Covered { file_id: "F".to_owned(), page: 1, area: text.pages[0].words[1].area }];
    let letters: String = replaced(&text.pages[0], &covered)[1].iter().map(|letter| letter.searched).collect();
    assert_eq!(letters, "999999999999");
    let mut upward = document("Number 234567890124");
    upward.pages[0].words[1].area = [0.5, 0.1, 0.02, 0.4];
    let covered = vec![Covered { file_id: "F".to_owned(), page: 1, area: [0.5, 0.3, 0.02, 0.2] }];
    assert!(replaced(&upward.pages[0], &covered)[1].iter().all(|letter| letter.is_covered));
}

#[test]
fn digits_of_a_page_that_was_not_read_to_the_end_are_covered() {
    let unread = vec![UnreadPage { file_id: "F".to_owned(), page: 1 }];
    let text = DocumentText { unread, is_complete: false, ..document("Number 2345 of 77") };
    assert_eq!(searched(&text), "Number 9999 of 99");
}

#[test]
fn a_published_rule_cannot_ask_for_digits_that_are_covered_in_the_picture() {
    // The layer has a digit too few, so only recognition knows that it is a number.
    let mut text = document("Number 2345 678 0124 of Meena");
    text.covered =
        [1, 2].map(|word| Covered { file_id: "F".to_owned(), page: 1, area: text.pages[0].words[word].area }).to_vec();
    let shown = tried(line(KeywordType::Regex, r"\d{4} \d{3} \d{4}", None), &text).details.remove(0);
    assert_eq!(shown.found.as_deref(), Some("XXXX XXX 0124"));
    assert_eq!(tried(line(KeywordType::Exact, "678", None), &text).verdict, RuleVerdict::Fail);
}
