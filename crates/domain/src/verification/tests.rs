use proptest::prelude::*;

use super::*;

fn detail(keyword_type: KeywordType, keywords: &str) -> RuleDetail {
    let (rule_code, keywords) = ("R".to_owned(), keywords.to_owned());
    RuleDetail { rule_code, number: 1, keyword_type, keywords, length: 0, mask: Option::None }
}

fn mask(mask: &str) -> RuleDetail {
    RuleDetail { mask: Some(mask.to_owned()), ..detail(KeywordType::Mask, "Number") }
}

/// A page per text; lines end with `\n`. Words are a tenth of the page wide and a twentieth high.
fn document(pages: &[&str]) -> DocumentText {
    let page = |(number, text): (usize, &&str)| {
        let words = text.lines().enumerate().flat_map(|(line, words)| {
            let words: Vec<&str> = words.split(' ').collect();
            let last = words.len() - 1;
            let word = move |(at, text): (usize, &str)| {
                let area = [at as f32 / 10.0, line as f32 / 20.0, 0.1, 0.05];
                Word { text: text.to_owned(), area, ends_line: at == last }
            };
            words.into_iter().enumerate().map(word).collect::<Vec<_>>()
        });
        PageText { file_id: "F".to_owned(), page: number as u32 + 1, words: words.collect() }
    };
    DocumentText { pages: pages.iter().enumerate().map(page).collect(), is_complete: true, ..DocumentText::default() }
}

fn found(rule: &RuleDetail, text: &str) -> Option<String> {
    let padded = format!("{text}\nenough other words");
    let mut verification = verify(std::slice::from_ref(rule), &document(&[&padded]));
    let detail = verification.details.remove(0);
    assert_eq!(detail.is_matched, verification.verdict == RuleVerdict::Pass, "{text}");
    detail.found.filter(|_| detail.is_matched)
}

fn passes(rule: &RuleDetail, text: &str) -> bool {
    let padded = format!("{text}\nenough other words");
    verify(std::slice::from_ref(rule), &document(&[&padded])).verdict == RuleVerdict::Pass
}

use KeywordType::*;

#[test]
fn any_finds_one_keyword_regardless_of_case_spaces_and_lines() {
    let rule = detail(Any, "INCOME TAX DEPARTMENT|Permanent Account Number");
    assert_eq!(found(&rule, "Income Tax\nDepartment, India").as_deref(), Some("Income Tax Department"));
    assert!(passes(&rule, "INCOMETAX DEPARTMENT") && passes(&rule, "Permanent-Account Number"));
    assert!(!passes(&rule, "Passport"));
    assert!(!passes(&detail(Any, "PAN"), "COMPANY"), "Latin words match as a whole");
    assert!(passes(&detail(Any, "Sub-Registrar"), "SUB REGISTRAR, Adyar"));
    assert!(passes(&detail(Any, "C++ (advanced)?"), "Course: C++ (advanced)?"));
}

#[test]
fn tamil_is_found_with_endings_and_without_invisible_characters() {
    assert!(passes(&detail(Any, "ஆதார்"), "எனது ஆதா\u{200C}ர் அட்டை"));
    assert!(passes(&detail(Any, "தேர்தல்"), "தேர்தல்களில்"));
    assert!(passes(&detail(Fuzzy, "வில்லங்கச் சான்று"), "வில்லங்கச சான்று எண்"));
    assert!(!passes(&detail(Any, "ஆதார்"), "கடவுச்சீட்டு இந்தியா"));
}

#[test]
fn all_none_and_exact() {
    assert_eq!(found(&detail(All, "Net Pay|Employer"), "EMPLOYER: X NET PAY 1").as_deref(), Some("NET PAY | EMPLOYER"));
    assert!(!passes(&detail(All, "Net Pay|Employer"), "Net pay: 40,000"));
    assert!(passes(&detail(None, "Mini Statement"), "Statement of Account"));
    let failed = verify(&[detail(None, "Mini Statement")], &document(&["A MINI STATEMENT here"]));
    assert_eq!((failed.verdict, failed.details[0].found.as_deref()), (RuleVerdict::Fail, Some("MINI STATEMENT")));
    assert!(passes(&detail(Exact, "ITR-V"), "Form ITR-V, 2026") && !passes(&detail(Exact, "ITR-V"), "form itr-v"));
}

#[test]
fn fuzzy_tolerates_small_misreadings_only() {
    assert_eq!(found(&detail(Fuzzy, "Salary Slip"), "SA1ARY SLIP for May").as_deref(), Some("SA1ARY SLIP"));
    assert!(passes(&detail(Fuzzy, "Statement of Account"), "Statemnt of Acc0unt"));
    assert!(!passes(&detail(Fuzzy, "Salary Slip"), "Celery Ship") && !passes(&detail(Fuzzy, "PAN"), "PEN"));
}

#[test]
fn masks_read_over_separators_and_check_sums() {
    assert_eq!(found(&mask("AAAAA9999A"), "PAN: ABCDE1234F.").as_deref(), Some("ABCDE1234F"));
    assert_eq!(found(&mask("AAAA0XXXXXX"), "IFSC NGBL0A12B34").as_deref(), Some("NGBL0A12B34"));
    assert!(!passes(&mask("AAAAA9999A"), "ABCDE12345") && !passes(&mask("AAAAA9999A"), "XABCDE1234F"));
    let aadhaar = mask("9999 9999 9999#verhoeff");
    assert_eq!(found(&aadhaar, "1111 1111 1111 and 2341 2341 2346").as_deref(), Some("XXXX XXXX 2346"));
    assert!(!passes(&aadhaar, "2341 2341 2347"));
    assert!(passes(&mask("A9999999<9#mrz"), "L8989021<0IND6908061F9406236"));
    assert!(!passes(&mask("A9999999<9#mrz"), "L8989021<1IND6908061F9406236"));
    let of_length = |length| RuleDetail { length, ..mask("AAAAA9999A") };
    assert!(passes(&of_length(10), "ABCDE1234F") && !passes(&of_length(9), "ABCDE1234F"));
}

#[test]
fn bad_details_are_named_and_never_reject() {
    let faults = [
        (mask("999#crc"), DetailFault::BadMask),
        (mask("#luhn"), DetailFault::BadMask),
        (detail(Mask, "x"), DetailFault::BadMask),
        (detail(Regex, "(unclosed"), DetailFault::BadPattern),
        (detail(Regex, "(?=a)a"), DetailFault::BadPattern),
        (detail(Regex, "(\\w{1000}){1000}"), DetailFault::PatternTooLarge),
        (detail(Any, " | "), DetailFault::NoKeyword),
    ];
    for (bad, fault) in faults {
        assert_eq!(bad.fault(), Some(fault), "{bad:?}");
        assert_eq!(verify(&[bad], &document(&["some readable text"])).verdict, RuleVerdict::Unreadable);
    }
    assert_eq!(detail(Regex, "(a+)+$").fault(), Option::None, "linear time makes it harmless");
}

#[test]
fn an_expression_is_one_expression_and_finds_no_empty_text() {
    assert_eq!(found(&detail(Regex, "TN09 (?:1|2)[0-9]{3}"), "No TN09 2015").as_deref(), Some("TN09 2015"));
    assert!(!passes(&detail(Regex, "x*"), "aaa") && passes(&detail(Regex, "(?i)salary"), "SALARY"));
    assert!(passes(&detail(Regex, "."), "anything"), "a rule that matches everything");
}

#[test]
fn evidence_has_the_page_and_the_box_of_the_words() {
    let rule = [detail(Any, "Income Tax Department"), mask("AAAAA9999A")];
    let verification = verify(&rule, &document(&["Covering letter", "x Income Tax Department\nPAN ABCDE1234F"]));
    let places: Vec<_> = verification.details.iter().map(|found| (found.page, found.area)).collect();
    assert_eq!(verification.verdict, RuleVerdict::Pass);
    assert_eq!(places[0].0, Some(2));
    let near = |area: Option<Area>, wanted: Area| area.unwrap().iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(near(places[0].1, [0.1, 0.0, 0.3, 0.05]), "{places:?}");
    assert!(near(places[1].1, [0.1, 0.05, 0.1, 0.05]), "{places:?}");
}

#[test]
fn no_rule_gives_no_verdict_and_a_part_of_the_text_no_failure() {
    assert_eq!(verify(&[], &document(&["some readable text"])).verdict, RuleVerdict::None);
    assert_eq!(verify(&[mask("99")], &document(&["~ . ab"])).verdict, RuleVerdict::Unreadable);
    let part = |text| DocumentText { is_complete: false, ..document(&[text]) };
    assert_eq!(verify(&[mask("AAAAA9999A")], &part("ABCDE1234F")).verdict, RuleVerdict::Pass);
    assert_eq!(verify(&[mask("AAAAA9999A")], &part("some readable text")).verdict, RuleVerdict::Unreadable);
    assert_eq!(verify(&[detail(None, "Draft")], &part("some readable text")).verdict, RuleVerdict::Unreadable);
}

proptest! {
    // Each case compiles expressions, which is slow without optimisation.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_text_and_no_rule_panics(
        text in "\\PC{0,80}", keywords in "\\PC{0,30}", shape in "\\PC{0,12}", kind in 0..7usize,
        length in 0..20usize,
    ) {
        let rule = RuleDetail { length, mask: Some(shape), ..detail(KeywordType::ALL[kind], &keywords) };
        let verification = verify(&[rule], &document(&[&text, "a second page of words"]));
        for found in verification.details.iter().filter(|found| found.found.is_some()) {
            prop_assert!(found.page.is_some() && found.area.is_some());
        }
    }

    #[test]
    fn a_keyword_in_the_text_is_found(before in "[a-z ]{0,20}", keyword in "[a-zA-Z0-9]{1,12}( \
        [a-zA-Z0-9]{1,8}){0,2}", after in "[a-z ]{0,20}") {
        for kind in [Any, All, Exact, Fuzzy] {
            let text = format!("{before} {keyword} {after} enough words");
            prop_assert_eq!(verify(&[detail(kind, &keyword)], &document(&[&text])).verdict, RuleVerdict::Pass);
        }
    }
}

#[test]
fn evidence_names_what_was_looked_for() {
    let wanted = |detail: RuleDetail| verify(&[detail], &document(&["a page of words"])).details.remove(0).wanted;
    assert_eq!(wanted(detail(KeywordType::Any, " Income Tax | PAN ||")), ["Income Tax", "PAN"]);
    assert_eq!(wanted(detail(KeywordType::Regex, "a|b")), ["a|b"], "an expression is one");
    assert_eq!(wanted(mask("999999999999")), ["Number"]);
    assert_eq!(wanted(RuleDetail { keywords: String::new(), ..mask("AAAAA9999A") }), ["AAAAA9999A"]);
}
