use super::*;

/// Words of a line, each ten wide for every letter of a hundred.
fn line(top: f32, words: &[&str]) -> Vec<Word> {
    let mut left = 0.0;
    let word = |text: &&str| {
        let width = text.chars().count() as f32 / 100.0;
        let word = Word { text: (*text).to_owned(), area: [left, top, width, 0.02], ends_line: false };
        left += width + 0.01;
        word
    };
    words.iter().map(word).collect()
}

fn page(lines: &[&[&str]]) -> Vec<Word> {
    let tops = (0..).map(|at| 0.1 + at as f32 * 0.04);
    lines.iter().zip(tops).flat_map(|(words, top)| line(top, words)).collect()
}

/// The covered text of each word.
fn covered(words: &[Word], is_expected: bool) -> Vec<String> {
    let shown = |one: CoveredWord| words[one.word].text.chars().take(one.last + 1).collect();
    covered_words(words, is_expected || has_label(words)).into_iter().map(shown).collect()
}

fn on_line(words: &[&str]) -> Vec<String> {
    covered(&page(&[words]), false)
}

#[test]
fn the_first_eight_digits_are_covered() {
    assert_eq!(on_line(&["2345", "6789", "0124"]), ["2345", "6789"]);
    assert_eq!(on_line(&["234567890124"]), ["23456789"]);
    assert_eq!(on_line(&["2345-6789-0124"]), ["2345-6789"]);
    assert_eq!(on_line(&["No:234567890124"]), ["No:23456789"]);
    assert_eq!(on_line(&["23456789", "0124"]), ["23456789"]);
    assert_eq!(on_line(&["|2345|", "|", "|6789|", "|", "|0124|"]), ["|2345", "|6789"]);
    assert_eq!(on_line(&["2", "3", "4", "5", "6", "7", "8", "9", "0", "1", "2", "4"]).len(), 8);
    assert_eq!(on_line(&["Aadhaar:234567890124/DOB"]), ["Aadhaar:23456789"]);
    assert_eq!(on_line(&["२३४५", "६७८९", "०१२४"]), ["२३४५", "६७८९"]);
}

#[test]
fn areas_end_behind_the_last_covered_digit() {
    let areas = |words: &[Word], is_upright| number_areas(words, false, is_upright);
    let right = |area: &Area| ((area[0] + area[2]) * 10_000.0).round() / 10_000.0;
    let words = line(0.5, &["234567890124"]);
    assert_eq!(areas(&words, true).iter().map(right).collect::<Vec<_>>(), [0.0825]);
    assert_eq!(areas(&words, false).iter().map(right).collect::<Vec<_>>(), [0.123], "all of a word that is turned");
    let words = line(0.5, &["2345", "6789", "0124"]);
    assert_eq!(areas(&words, true).iter().map(right).collect::<Vec<_>>(), [0.043, 0.093]);
}

#[test]
fn a_misread_number_is_covered_too() {
    assert_eq!(on_line(&["2345", "6789", "0125"]).len(), 2);
    assert_eq!(on_line(&["2345", "67B9", "O124"]), ["2345", "67B9"]);
    assert!(on_line(&["234567890125"]).is_empty(), "any account number looks like this");
    assert_eq!(on_line(&["Aadhaar", "234567890125"]), ["23456789"]);
    // A digit was lost or added, or the first one became 1.
    for words in [&["2345", "678", "0124"], &["2345", "67899", "0124"], &["1345", "6789", "0124"]] {
        assert!(on_line(words).is_empty(), "{words:?}");
        assert_eq!(covered(&page(&[words]), true).len(), 2, "{words:?}");
    }
}

#[test]
fn a_number_over_lines_and_columns_is_joined() {
    assert_eq!(covered(&page(&[&["Number", "2345", "6789"], &["0124", "is", "yours"]]), false), ["2345", "6789"]);
    assert_eq!(covered(&page(&[&["Number", "2345"], &["6789", "0124"]]), false), ["2345", "6789"]);
    let stacked = page(&[&["Aadhaar"], &["2345"], &["6789"], &["0124"]]);
    assert_eq!(covered(&stacked, false), ["2345", "6789"]);
    assert!(covered(&stacked[1..], false).is_empty(), "a column of amounts looks like this");
    // Boxes of a form, read from right to left.
    let mut boxes = line(0.1, &["2345", "6789", "0124"]);
    boxes.iter_mut().zip([0.1, 0.22, 0.34]).for_each(|(word, left)| word.area[0] = left);
    boxes.reverse();
    assert_eq!(covered(&boxes, false).len(), 2);
    // Words that run up the page.
    let mut upward = line(0.0, &["2345", "6789", "0124"]);
    upward.iter_mut().zip([0.5, 0.4, 0.3]).for_each(|(word, top)| word.area = [0.5, top, 0.02, 0.08]);
    assert_eq!(covered(&upward, false), ["2345", "6789"]);
}

#[test]
fn other_numbers_are_left_alone() {
    for words in [
        &["4111", "1111", "1111", "1111"][..],
        &["5555", "5555", "5555", "4444"],
        &["1234", "5678", "9012"],
        &["98410", "30001"],
        &["+91", "98410", "30001"],
        &["+919841030001"],
        &["A/c:2345678901240"],
        &["91", "98410", "30001"],
        &["2345", "6789"],
        &["2345", "of", "6789", "0124"],
        &["2022", "2023", "2024"],
        &["25/03/2024", "1234"],
        &["2,345.67", "890.12", "4"],
        &["ABCDE1234F"],
    ] {
        assert!(on_line(words).is_empty(), "{words:?}");
    }
    // Columns of a table are further apart than groups of a number.
    let mut columns = line(0.1, &["2500", "3100", "4200"]);
    columns.iter_mut().zip([0.1, 0.4, 0.7]).for_each(|(word, left)| word.area[0] = left);
    assert!(covered(&columns, false).is_empty());
}

#[test]
fn covered_digits_of_a_text_are_told_by_word() {
    let page = PageText { file_id: "f".to_owned(), page: 1, words: line(0.1, &["No", "2345", "6789", "0124"]) };
    let text = DocumentText { pages: vec![page], unread: Vec::new(), is_complete: true };
    let found: Vec<_> = covered_digits(&text).into_iter().map(|one| (one.page, one.word, one.characters)).collect();
    assert_eq!(found, [(0, 1, 0..4), (0, 2, 0..4)]);
}

#[test]
fn a_rule_with_the_mask_expects_a_number() {
    let detail = |mask: &str| RuleDetail {
        rule_code: "R".to_owned(),
        number: 1,
        keyword_type: KeywordType::Mask,
        keywords: "number".to_owned(),
        length: 0,
        mask: Some(mask.to_owned()),
    };
    assert!(is_expected_by(&[detail("9999 9999 9999#verhoeff")]) && is_expected_by(&[detail("999999999999#verhoeff")]));
    assert!(!is_expected_by(&[detail("999999999999")]) && !is_expected_by(&[]));
    assert!(!is_expected_by(&[RuleDetail { keyword_type: KeywordType::Any, ..detail("999999999999#verhoeff") }]));
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
