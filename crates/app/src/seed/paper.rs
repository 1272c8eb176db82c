//! What the documents of the demo say, and a picture of a person.

use domain::verification::{DocumentText, KeywordType, PageText, RuleDetail, RuleVerdict, Word, verify};

use crate::{Error, Result};

/// Lines that meet a rule. Without its number the document fails.
pub(super) fn specimen(rule: &[RuleDetail], at: usize, has_number: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for detail in rule {
        match detail.keyword_type {
            KeywordType::None => {}
            KeywordType::Mask => lines.extend(number(detail, at).filter(|_| has_number)),
            KeywordType::Regex => lines.extend(expression(detail).map(str::to_owned)),
            _ => lines.extend(detail.keywords.split('|').map(str::to_owned).filter(|keyword| keyword.is_ascii())),
        }
    }
    lines
}

/// The shape of a PAN.
pub(super) const PAN: &str = "AAAAA9999A";

/// A number of the mask's shape, with a valid check digit.
fn number(detail: &RuleDetail, at: usize) -> Option<String> {
    let shape = detail.mask.as_deref()?.split('#').next()?;
    let mut seed = at * 7 + 1;
    let mut next = || {
        seed = (seed * 31 + 17) % 9973;
        seed
    };
    let filled: String = shape
        .chars()
        .enumerate()
        .map(|(at, letter)| match letter {
            // Aadhaar numbers begin with neither 0 nor 1.
            '9' => char::from(b'2' + (next() % 8) as u8),
            // The fourth letter of a person's PAN is P.
            'A' if at == 3 && shape == PAN => 'P',
            'A' => char::from(b'A' + (next() % 26) as u8),
            'X' => char::from(b'0' + (next() % 10) as u8),
            other => other,
        })
        .collect();
    let beginning = filled.get(..filled.len() - 1)?;
    let candidates = std::iter::once(filled.clone()).chain((0..10).map(|digit| format!("{beginning}{digit}")));
    candidates.into_iter().find(|candidate| is_met(detail, candidate))
}

/// A text for each expression of the demo's rules.
fn expression(detail: &RuleDetail) -> Option<&'static str> {
    let known = ["TN09 20150001234", "2026-27", "UDYAM-TN-02-0012345", "7.5"];
    known.into_iter().find(|text| is_met(detail, text))
}

pub(super) fn is_met(detail: &RuleDetail, text: &str) -> bool {
    let words = [text, "Specimen"].map(|text| Word { text: text.to_owned(), area: [0.0; 4], ends_line: true });
    let page = PageText { file_id: String::new(), page: 1, words: words.to_vec() };
    let text = DocumentText { pages: vec![page], is_complete: true, ..DocumentText::default() };
    verify(std::slice::from_ref(detail), &text).verdict == RuleVerdict::Pass
}

/// A placeholder for a passport photograph.
pub(super) fn portrait() -> Result<Vec<u8>> {
    const WIDTH: u32 = 350;
    const HEIGHT: u32 = 450;
    let is_in = |x: u32, y: u32, (across, down): (f64, f64), (wide, high): (f64, f64)| {
        let (x, y) = ((f64::from(x) - across) / wide, (f64::from(y) - down) / high);
        x * x + y * y <= 1.0
    };
    let mut pixels = Vec::with_capacity((WIDTH * HEIGHT) as usize);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let is_head = is_in(x, y, (175.0, 175.0), (80.0, 100.0));
            let is_body = is_in(x, y, (175.0, 460.0), (150.0, 165.0));
            pixels.push(if is_head || is_body { 0x8a } else { 0xe6 });
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).map_err(Error::internal)?;
    Ok(file)
}
