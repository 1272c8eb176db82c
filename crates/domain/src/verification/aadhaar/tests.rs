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
    let shown =
        |one: CoveredWord| words[one.word].text.chars().skip(one.first).take(one.last + 1 - one.first).collect();
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
    let areas = |words: &[Word], is_upright| numbers(words, false, is_upright).areas;
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
        &["4111-1111-1111-1111"],
        &["12/04/1990,25/03/2024,1234"],
        &["98410-30001,98410-30002"],
        &["2345", "6789and", "0124"],
    ] {
        assert!(on_line(words).is_empty(), "{words:?}");
    }
    // Columns of a table are further apart than groups of a number.
    let mut columns = line(0.1, &["2500", "3100", "4200"]);
    columns.iter_mut().zip([0.1, 0.4, 0.7]).for_each(|(word, left)| word.area[0] = left);
    assert!(covered(&columns, false).is_empty());
}

#[test]
fn a_number_is_found_beside_other_text_in_its_word() {
    for (words, wanted) in [
        (&["2345", "6789", "0124,Chennai"][..], &["2345", "6789"][..]),
        (&["2345", "6789", "0124DOB"], &["2345", "6789"]),
        (&["Meena,2345-6789-0124,Chennai"], &["Meena,2345-6789"]),
        (&["234567890124|987654320124"], &["23456789", "98765432"]),
        (&["234567890124;987654320124"], &["23456789", "98765432"]),
        (&["234567890124/987654320124"], &["23456789", "98765432"]),
        (&["234567890124,987654320124"], &["23456789", "98765432"]),
        (&["2345-6789-0124,9876-5432-0124"], &["2345-6789", "9876-5432"]),
        (&["12/04/1990,234567890124"], &["23456789"]),
        (&["1/234567890124"], &["23456789"]),
    ] {
        assert_eq!(on_line(words), wanted, "{words:?}");
    }
}

#[test]
fn a_number_may_be_broken_anywhere_at_the_end_of_a_line() {
    let wrapped = page(&[&["The", "number", "of", "Meena", "is", "2345678"], &["90124", "as", "seen"]]);
    assert_eq!(covered(&wrapped, false), ["2345678", "9"]);
    let wrapped = page(&[&["The", "number", "of", "Meena", "is", "2345", "67"], &["89", "0124", "as", "seen"]]);
    assert_eq!(covered(&wrapped, false), ["2345", "67", "89"]);
    let wrong = page(&[&["The", "number", "of", "Meena", "is", "2345678"], &["90125", "as", "seen"]]);
    assert!(covered(&wrong, false).is_empty());
    let column = page(&[&["2345678"], &["90124"]]);
    assert!(covered(&column, false).is_empty(), "a column of other numbers looks like this");
    let phone = page(&[&["Meena", "can", "be", "called", "at", "2345678901"], &["24", "Beach", "Road"]]);
    assert!(covered(&phone, false).is_empty());
}

#[test]
fn only_a_number_is_certain() {
    let is_certain = |words: &[&str]| {
        let found = numbers(&page(&[words]), true, true);
        assert!(!found.areas.is_empty(), "{words:?}");
        found.is_certain
    };
    for words in [&["2345", "6789", "0124"][..], &["234567890124"], &["2345", "6789", "0125"], &["No:2345-6789-0124"]] {
        assert!(is_certain(words), "{words:?}");
    }
    // The telephone of the authority, which is on every card, and other numbers that are covered to be on the safe
    // side.
    for words in [
        &["1800", "300", "1947"][..],
        &["044", "2815", "1234"],
        &["234567890125"],
        &["2345", "678", "0124"],
        &["1345", "6789", "0124"],
    ] {
        assert!(!is_certain(words), "{words:?}");
    }
}

#[test]
fn stored_evidence_is_masked_where_something_is_covered() {
    let evidence = |found: &str| Evidence {
        rule_code: "R".to_owned(),
        detail_no: 1,
        keyword_type: "REGEX".to_owned(),
        wanted: Vec::new(),
        is_matched: true,
        found: Some(found.to_owned()),
        file_id: Some("F".to_owned()),
        page: Some(1),
        area: Some([0.1, 0.1, 0.3, 0.02]),
    };
    let found = ["2345 6789 0124", "XXXX XXXX 0124", "2345", "name 234567"];
    let masked = |area: Area| {
        let mut all = found.map(evidence);
        mask_evidence(&mut all, &[Covered { file_id: "F".to_owned(), page: 1, area }]);
        all.map(|one| one.found.unwrap())
    };
    assert_eq!(masked([0.3, 0.1, 0.3, 0.02]), ["XXXX XXXX 0124", "XXXX XXXX 0124", "XXXX", "name XXXXXX"]);
    assert_eq!(masked([0.3, 0.5, 0.3, 0.02]), found);
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
