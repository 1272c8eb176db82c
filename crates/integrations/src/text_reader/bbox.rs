//! The output of `pdftotext -cropbox -bbox`: XHTML with a `page` and its `word`s, with places in points on the page as
//! it is shown. Only the size of a page is that before its rotation.

use std::collections::HashSet;

use domain::verification::{Area, Word};

use super::is_usable;
use super::tsv::parts;

/// More words than any page has that people read.
pub const MAX_WORDS: usize = 5_000;
const MAX_CHARACTERS: usize = 200;
/// The pixels of the smallest picture in which a number can be read.
const LEAST_PIXELS: u64 = 1_000;
/// Proportions of a page and its picture may differ this much.
const TOLERANCE: f32 = 0.03;

/// The text layer of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Width and height in points, before the rotation.
    size: (f32, f32),
    /// Words with their places in points.
    words: Vec<Word>,
    /// False when nothing but text and lines is drawn on the page.
    pub has_pictures: bool,
}

impl Default for Layer {
    fn default() -> Layer {
        Layer { size: (0.0, 0.0), words: Vec::new(), has_pictures: true }
    }
}

impl Layer {
    pub fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// A page of text without pictures.
    pub fn is_plain(&self) -> bool {
        !self.has_pictures && is_usable(&self.words)
    }

    pub fn is_full(&self) -> bool {
        self.words.len() >= MAX_WORDS
    }

    /// The words with their places in parts of a picture of the page. `None`: the picture has other proportions.
    pub fn on_picture(&self, picture: Option<(u32, u32)>) -> Option<Vec<Word>> {
        let (wide, high) = self.size;
        let size = match picture {
            None => self.size,
            Some(picture) if is_like((wide, high), picture) => (wide, high),
            Some(picture) if is_like((high, wide), picture) => (high, wide),
            Some(_) => return self.words.is_empty().then(Vec::new),
        };
        let is_outside = |[left, top, width, height]: Area| {
            left >= size.0 || top >= size.1 || left + width <= 0.0 || top + height <= 0.0
        };
        let shown = self.words.iter().filter(|word| !is_outside(word.area));
        Some(shown.map(|word| Word { area: parts(word.area, size), ..word.clone() }).collect())
    }

    /// True when more words are followed by one to their right than by one to their left.
    pub fn is_upright(&self) -> bool {
        let pairs = self.words.windows(2).filter(|pair| is_beside(pair[0].area, pair[1].area));
        let (right, left): (Vec<&[Word]>, Vec<_>) = pairs.partition(|pair| pair[1].area[0] > pair[0].area[0]);
        right.len() > left.len()
    }
}

fn is_like((wide, high): (f32, f32), (width, height): (u32, u32)) -> bool {
    let [page, picture] = [wide / high.max(f32::EPSILON), width as f32 / (height as f32).max(1.0)];
    (page / picture - 1.0).abs() < TOLERANCE
}

/// True for two words whose heights overlap.
fn is_beside(one: Area, other: Area) -> bool {
    let shared = (one[1] + one[3]).min(other[1] + other[3]) - one[1].max(other[1]);
    shared > 0.5 * one[3].min(other[3])
}

pub fn pages(xhtml: &str) -> Vec<Layer> {
    let mut pages: Vec<Layer> = Vec::new();
    for line in xhtml.lines() {
        let line = line.trim();
        if line.starts_with("<page ") {
            let size = (attribute(line, "width"), attribute(line, "height"));
            pages.push(Layer { size, ..Layer::default() });
        }
        let Some(page) = pages.last_mut().filter(|page| line.starts_with("<word ") && !page.is_full()) else {
            continue;
        };
        let Some(text) = line.split_once('>').and_then(|(_, rest)| rest.split_once("</word>")) else { continue };
        let [x, y, right, bottom] = ["xMin", "yMin", "xMax", "yMax"].map(|name| attribute(line, name));
        let area = [x, y, right - x, bottom - y];
        // Words are in reading order: one further to the left, or on another height, begins a new line.
        if let Some(last) = page.words.last_mut()
            && (x <= last.area[0] || !is_beside(last.area, area))
        {
            last.ends_line = true;
        }
        let text: String = unescaped(text.0).chars().take(MAX_CHARACTERS).collect();
        if !text.trim().is_empty() {
            page.words.push(Word { text, area, ends_line: false });
        }
    }
    pages
}

/// The pages in the output of `pdfimages -list` that have a picture with room for a number. After two lines of
/// headings, a line has page, number, type, width and height.
pub fn pages_with_pictures(list: &str) -> HashSet<u32> {
    let page = |line: &str| {
        let mut fields = line.split_whitespace();
        let (page, _, _, width, height) =
            (fields.next()?, fields.next()?, fields.next()?, fields.next()?, fields.next()?);
        // A line that is not understood counts as a picture.
        let pixels = width.parse::<u64>().ok().zip(height.parse::<u64>().ok()).map(|(wide, high)| wide * high);
        pixels.is_none_or(|pixels| pixels >= LEAST_PIXELS).then(|| page.parse().ok()).flatten()
    };
    list.lines().skip(2).filter_map(page).collect()
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

    const XHTML: &str = "<doc>\n  <page width=\"600.0\" height=\"800.0\">\n\
        <word xMin=\"60.0\" yMin=\"80.0\" xMax=\"120.0\" yMax=\"100.0\">INCOME</word>\n\
        <word xMin=\"126.0\" yMin=\"80.0\" xMax=\"180.0\" yMax=\"100.0\">A&amp;B</word>\n\
        <word xMin=\"60.0\" yMin=\"120.0\" xMax=\"120.0\" yMax=\"140.0\">PAN</word>\n\
        </page>\n<page width=\"600\" height=\"800\">\n</page></doc>";

    #[test]
    fn words_have_their_page_and_place() {
        let pages = pages(XHTML);
        let words = pages[0].on_picture(None).unwrap();
        let texts: Vec<_> = words.iter().map(|word| (word.text.as_str(), word.ends_line)).collect();
        assert_eq!(texts, [("INCOME", false), ("A&B", true), ("PAN", false)]);
        assert_eq!(words[0].area, [0.1, 0.1, 0.1, 0.025]);
        assert!(pages[1].words.is_empty() && super::pages("<word xMin=\"\">x</word><page").is_empty());
    }

    #[test]
    fn pages_with_pictures_are_listed() {
        let list = "page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio\n\
            --------------------------------------------------------------------------------------------\n\
            \x20  2     0 image    1000  1416  gray    1   8  jpeg   no         5  0   171   171 99.6K 7.2%\n\
            \x20  3     1 image      10    12  rgb     3   8  image  no         7  0    72    72  360B 100%\n";
        assert_eq!(pages_with_pictures(list), HashSet::from([2]));
        assert!(pages_with_pictures("").is_empty());
    }

    #[test]
    fn places_are_those_on_the_picture_of_the_page() {
        let page = &pages(XHTML)[0];
        assert!(page.is_upright());
        // Turned by a quarter: the places are those on the turned page, the size is not.
        assert_eq!(page.on_picture(Some((1600, 1200))).unwrap()[0].area, [0.075, 0.1333, 0.075, 0.0333]);
        assert_eq!(page.on_picture(Some((1000, 1000))), None, "another page than this");
    }
}
