//! The output of `tesseract … tsv`: a line per page, block, paragraph, line and word, with places in pixels.

use domain::verification::{Area, Word};

/// Words of a page that are kept. A page with more was not read to the end.
pub const MAX_WORDS: usize = 5_000;
const MAX_CHARACTERS: usize = 200;

/// The words that tesseract is at least this sure of, in percent.
pub fn words(tsv: &str, confidence: f32) -> Vec<Word> {
    let least = confidence;
    let (mut size, mut line) = ((0.0, 0.0), ("", "", ""));
    let mut words: Vec<Word> = Vec::new();
    for row in tsv.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [level, _, block, paragraph, own_line, _, left, top, width, height, confidence, text] = columns[..] else {
            continue;
        };
        let number = |text: &str| text.parse::<f32>().unwrap_or(0.0);
        let place = [left, top, width, height].map(number);
        if level == "1" {
            size = (place[2], place[3]);
        }
        if level != "5" || text.trim().is_empty() || number(confidence) < least || words.len() >= MAX_WORDS {
            continue;
        }
        if line != (block, paragraph, own_line)
            && let Some(last) = words.last_mut()
        {
            last.ends_line = true;
        }
        line = (block, paragraph, own_line);
        let text = text.chars().take(MAX_CHARACTERS).collect();
        words.push(Word { text, area: parts(place, size), ends_line: false });
    }
    words
}

/// Left, top, width and height in parts of a page, with four digits.
pub fn parts([left, top, width, height]: Area, (wide, high): (f32, f32)) -> Area {
    let part = |length: f32, whole: f32| {
        if whole > 0.0 { ((length / whole).clamp(0.0, 1.0) * 10_000.0).round() / 10_000.0 } else { 0.0 }
    };
    [part(left, wide), part(top, high), part(width, wide), part(height, high)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_place_and_unsure_ones_are_left_out() {
        let tsv = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
            1\t1\t0\t0\t0\t0\t0\t0\t1000\t500\t-1\t\n\
            5\t1\t1\t1\t1\t1\t100\t50\t200\t25\t96.1\tINCOME\n\
            5\t1\t1\t1\t1\t2\t320\t50\t80\t25\t95\tTAX\n\
            5\t1\t1\t1\t2\t1\t100\t90\t80\t25\t12\t~~\n\
            5\t1\t1\t1\t2\t2\t100\t90\t80\t25\t91\tPAN\n";
        let words = words(tsv, 40.0);
        let texts: Vec<_> = words.iter().map(|word| (word.text.as_str(), word.ends_line)).collect();
        assert_eq!(texts, [("INCOME", false), ("TAX", true), ("PAN", false)]);
        assert_eq!(words[0].area, [0.1, 0.1, 0.2, 0.05]);
        assert!(super::words("garbage\n\t\t\n5\t1", 0.0).is_empty());
    }
}
