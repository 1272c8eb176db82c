//! The output of `pdftotext -bbox`: XHTML with a `page` and its `word`s, with places in points.

use domain::verification::Word;

use super::tsv::parts;

const MAX_WORDS: usize = 5_000;
const MAX_CHARACTERS: usize = 200;

pub fn pages(xhtml: &str) -> Vec<Vec<Word>> {
    let mut pages: Vec<Vec<Word>> = Vec::new();
    let (mut size, mut left) = ((0.0, 0.0), 0.0);
    for line in xhtml.lines() {
        let line = line.trim();
        if line.starts_with("<page ") {
            size = (attribute(line, "width"), attribute(line, "height"));
            left = 0.0;
            pages.push(Vec::new());
        }
        let Some(words) = pages.last_mut().filter(|words| line.starts_with("<word ") && words.len() < MAX_WORDS) else {
            continue;
        };
        let Some(text) = line.split_once('>').and_then(|(_, rest)| rest.split_once("</word>")) else { continue };
        let [x, y, right, bottom] = ["xMin", "yMin", "xMax", "yMax"].map(|name| attribute(line, name));
        // Words are in reading order: one further to the left begins a new line.
        if x <= left
            && let Some(last) = words.last_mut()
        {
            last.ends_line = true;
        }
        left = x;
        let text: String = unescaped(text.0).chars().take(MAX_CHARACTERS).collect();
        if !text.trim().is_empty() {
            words.push(Word { text, area: parts([x, y, right - x, bottom - y], size), ends_line: false });
        }
    }
    pages
}

fn attribute(tag: &str, name: &str) -> f32 {
    let value = tag.split_once(&format!("{name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
    value.and_then(|(value, _)| value.parse().ok()).filter(|number: &f32| number.is_finite()).unwrap_or(0.0)
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_page_and_place() {
        let xhtml = "<doc>\n  <page width=\"600.0\" height=\"800.0\">\n\
            <word xMin=\"60.0\" yMin=\"80.0\" xMax=\"120.0\" yMax=\"100.0\">INCOME</word>\n\
            <word xMin=\"126.0\" yMin=\"80.0\" xMax=\"180.0\" yMax=\"100.0\">A&amp;B</word>\n\
            <word xMin=\"60.0\" yMin=\"120.0\" xMax=\"120.0\" yMax=\"140.0\">PAN</word>\n\
            </page>\n<page width=\"600\" height=\"800\">\n</page></doc>";
        let pages = pages(xhtml);
        let texts: Vec<_> = pages[0].iter().map(|word| (word.text.as_str(), word.ends_line)).collect();
        assert_eq!(texts, [("INCOME", false), ("A&B", true), ("PAN", false)]);
        assert_eq!(pages[0][0].area, [0.1, 0.1, 0.1, 0.025]);
        assert!(pages[1].is_empty() && super::pages("<word xMin=\"\">x</word><page").is_empty());
    }
}
