//! Text on a page: runs of one script, shaped, measured and broken into lines.

use std::sync::LazyLock;

use harfrust::{FontRef, ShapeOptions, ShaperData, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

/// A font, for shaping and for drawing.
struct Face {
    font: Font,
    data: &'static [u8],
    shaping: ShaperData,
}

impl Face {
    fn new(data: &'static [u8]) -> Face {
        let font = Font::new(data.into(), 0).expect("the fonts are part of the product");
        let shaping = ShaperData::new(&FontRef::new(data).expect("the fonts are part of the product"));
        Face { font, data, shaping }
    }

    fn shape(&self, text: &str) -> Vec<KrillaGlyph> {
        let Ok(font) = FontRef::new(self.data) else { return Vec::new() };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let shaped = self.shaping.shaper(&font).build().shape(buffer, ShapeOptions::new());
        let (infos, positions) = (shaped.glyph_infos(), shaped.glyph_positions());
        let em = self.font.units_per_em();
        let glyph = |at: usize| {
            let (info, position) = (&infos[at], &positions[at]);
            let start = info.cluster as usize;
            let next = infos[at..].iter().map(|next| next.cluster as usize).find(|next| *next > start);
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                position.x_advance as f32 / em,
                position.x_offset as f32 / em,
                position.y_offset as f32 / em,
                position.y_advance as f32 / em,
                start..next.unwrap_or(text.len()),
                None,
            )
        };
        (0..shaped.len()).map(glyph).collect()
    }
}

static LATIN: LazyLock<[Face; 2]> = LazyLock::new(|| {
    [
        Face::new(include_bytes!("../../assets/fonts/NotoSans-Regular.ttf")),
        Face::new(include_bytes!("../../assets/fonts/NotoSans-Bold.ttf")),
    ]
});
static TAMIL: LazyLock<[Face; 2]> = LazyLock::new(|| {
    [
        Face::new(include_bytes!("../../assets/fonts/NotoSansTamil-Regular.ttf")),
        Face::new(include_bytes!("../../assets/fonts/NotoSansTamil-Bold.ttf")),
    ]
});

fn is_tamil(letter: char) -> bool {
    ('\u{b80}'..='\u{bff}').contains(&letter)
}

/// Vowel signs and the like, which belong to the letter before them.
fn is_attached(letter: char) -> bool {
    matches!(letter, '\u{b82}' | '\u{bbe}'..='\u{bcd}' | '\u{bd7}' | '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}')
}

/// A shaped piece of one script.
pub struct Run {
    pub text: String,
    pub glyphs: Vec<KrillaGlyph>,
    face: &'static Face,
}

impl Run {
    pub fn font(&self) -> Font {
        self.face.font.clone()
    }

    /// The width at size 1.
    pub fn width(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.x_advance).sum()
    }
}

/// Shapes a line. Text of other scripts than Latin and Tamil is drawn as boxes.
pub fn shape(line: &str, weight: Weight) -> Vec<Run> {
    let mut pieces: Vec<(bool, String)> = Vec::new();
    for letter in line.chars() {
        match pieces.last_mut() {
            // A space or a sign belongs to the run that it follows.
            Some((tamil, text)) if is_attached(letter) || (letter == ' ' && !*tamil) || *tamil == is_tamil(letter) => {
                text.push(letter);
            }
            _ => pieces.push((is_tamil(letter), letter.to_string())),
        }
    }
    let run = |(tamil, text): (bool, String)| {
        let faces = if tamil { &*TAMIL } else { &*LATIN };
        let face = &faces[usize::from(weight == Weight::Bold)];
        Run { glyphs: face.shape(&text), text, face }
    };
    pieces.into_iter().map(run).collect()
}

/// The width of a text.
pub fn width(text: &str, weight: Weight, size: f32) -> f32 {
    shape(text, weight).iter().map(Run::width).sum::<f32>() * size
}

/// The lines of a text that fit into a width. A word that is longer than a line is broken between letters.
pub fn lines(text: &str, weight: Weight, size: f32, room: f32) -> Vec<String> {
    let clean: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let space = width(" ", weight, size);
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0.0);
    for word in clean.split(' ').filter(|word| !word.is_empty()) {
        let wide = width(word, weight, size);
        if !line.is_empty() && used + space + wide <= room {
            line.push(' ');
            line.push_str(word);
            used += space + wide;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        let mut pieces = if wide <= room { vec![word.to_owned()] } else { broken(word, weight, size, room) };
        line = pieces.pop().unwrap_or_default();
        lines.append(&mut pieces);
        used = width(&line, weight, size);
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

fn broken(word: &str, weight: Weight, size: f32, room: f32) -> Vec<String> {
    let mut letters: Vec<String> = Vec::new();
    for letter in word.chars() {
        match letters.last_mut() {
            Some(last) if is_attached(letter) => last.push(letter),
            _ => letters.push(letter.to_string()),
        }
    }
    let (mut pieces, mut piece, mut used) = (Vec::new(), String::new(), 0.0);
    for letter in letters {
        let wide = width(&letter, weight, size);
        if !piece.is_empty() && used + wide > room {
            pieces.push(std::mem::take(&mut piece));
            used = 0.0;
        }
        piece.push_str(&letter);
        used += wide;
    }
    pieces.push(piece);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tamil_is_shaped_and_each_script_has_its_font() {
        // The vowel sign of கொ is drawn on both sides of the letter, so two letters make three glyphs.
        let runs = shape("PAN கொ", Weight::Regular);
        assert_eq!(runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>(), ["PAN ", "கொ"]);
        assert_eq!(runs[1].glyphs.len(), 3);
        for run in shape("ஆவணச் சான்றிதழ் – Northgate ₹", Weight::Bold) {
            assert!(run.glyphs.iter().all(|glyph| glyph.glyph_id.to_u32() != 0), "{} has a missing letter", run.text);
        }
    }

    #[test]
    fn no_line_is_wider_than_its_room_and_nothing_is_lost() {
        let hash = "0123456789abcdef".repeat(4);
        for text in
            [&format!("Passport {hash} of Meena"), "மீனாட்சியின் கடவுச்சீட்டு மற்றும் வங்கிக் கணக்கு அறிக்கை", "", "a\nb\u{7}c"]
        {
            let found = lines(text, Weight::Regular, 9.0, 80.0);
            assert!(found.iter().all(|line| width(line, Weight::Regular, 9.0) <= 80.5), "{found:?}");
            let letters = |text: &str| {
                text.chars().filter(|letter| !letter.is_whitespace() && !letter.is_control()).collect::<String>()
            };
            assert_eq!(letters(&found.concat()), letters(text));
        }
    }
}
