//! Text on a page: runs of one script, shaped, measured and broken into lines.

use std::sync::LazyLock;

use harfrust::{Direction, FontRef, Script, ShapeOptions, ShapePlan, ShaperData, UnicodeBuffer, script};
use krilla::text::{Font, GlyphId, KrillaGlyph};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

/// A font of one script, for shaping and for drawing.
struct Face {
    font: Font,
    parsed: FontRef<'static>,
    shaping: ShaperData,
    script: Script,
    /// Takes longer to make than most texts take to shape.
    plan: ShapePlan,
}

impl Face {
    fn new(data: &'static [u8], script: Script) -> Face {
        let font = Font::new(data.into(), 0).expect("the fonts are part of the product");
        let parsed = FontRef::new(data).expect("the fonts are part of the product");
        let shaping = ShaperData::new(&parsed);
        let plan = ShapePlan::new(&shaping.shaper(&parsed).build(), Direction::LeftToRight, Some(script), None, &[]);
        Face { font, parsed, shaping, script, plan }
    }

    fn shape(&self, text: &str) -> Vec<KrillaGlyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(self.script);
        let shaper = self.shaping.shaper(&self.parsed).build();
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(Some(&self.plan)));
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
        Face::new(include_bytes!("../../assets/fonts/NotoSans-Regular.ttf"), script::LATIN),
        Face::new(include_bytes!("../../assets/fonts/NotoSans-Bold.ttf"), script::LATIN),
    ]
});
static TAMIL: LazyLock<[Face; 2]> = LazyLock::new(|| {
    [
        Face::new(include_bytes!("../../assets/fonts/NotoSansTamil-Regular.ttf"), script::TAMIL),
        Face::new(include_bytes!("../../assets/fonts/NotoSansTamil-Bold.ttf"), script::TAMIL),
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

/// What is not split when a line is broken, by its place in the text, with its width at size 1.
fn letters(text: &str, weight: Weight) -> Vec<(usize, f32)> {
    let (mut letters, mut offset): (Vec<(usize, f32)>, usize) = (Vec::new(), 0);
    for run in shape(text, weight) {
        for glyph in &run.glyphs {
            let at = offset + glyph.text_range.start;
            match letters.last_mut() {
                Some((last, wide)) if *last == at => *wide += glyph.x_advance,
                _ => letters.push((at, glyph.x_advance)),
            }
        }
        offset += run.text.len();
    }
    letters
}

/// The lines of a text that fit into a width. A word that is longer than a line is broken between letters.
pub fn lines(text: &str, weight: Weight, size: f32, room: f32) -> Vec<String> {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let text = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let room = room / size;
    let (mut lines, mut start, mut used) = (Vec::new(), 0, 0.0);
    // The last space of the line, and the width of the line with it.
    let mut space: Option<(usize, f32)> = None;
    for (at, wide) in letters(&text, weight) {
        let is_space = text[at..].starts_with(' ');
        while !is_space && used + wide > room && at > start {
            let (end, next, width) = space.take().map_or((at, at, used), |(end, width)| (end, end + 1, width));
            lines.push(text[start..end].to_owned());
            (start, used) = (next, used - width);
        }
        used += wide;
        if is_space {
            space = Some((at, used));
        }
    }
    lines.push(text[start..].to_owned());
    lines
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
        for text in [
            &format!("Passport {hash} of Meena"),
            "மீனாட்சியின் கடவுச்சீட்டு மற்றும் வங்கிக் \
                கணக்கு அறிக்கை",
            "",
            "a\nb\u{7}c",
        ] {
            let found = lines(text, Weight::Regular, 9.0, 80.0);
            assert!(found.iter().all(|line| width(line, Weight::Regular, 9.0) <= 80.5), "{found:?}");
            let letters = |text: &str| {
                text.chars().filter(|letter| !letter.is_whitespace() && !letter.is_control()).collect::<String>()
            };
            assert_eq!(letters(&found.concat()), letters(text));
        }
    }
}
