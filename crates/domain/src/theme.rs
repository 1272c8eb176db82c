//! An entity's CSS theme is a set of known tokens with values of a known format; never raw CSS.

use serde_json::{Map, Value};

use crate::message::Message;

#[derive(Clone, Copy)]
enum Shape {
    Colour,
    Pixels { most: u32 },
}

const TOKENS: &[(&str, Shape)] = &[
    ("--t-brand", Shape::Colour),
    ("--t-accent", Shape::Colour),
    ("--t-sidebar", Shape::Colour),
    ("--t-ink", Shape::Colour),
    ("--t-radius", Shape::Pixels { most: 24 }),
];

pub fn check(text: &str) -> Result<(), Message> {
    let tokens: Map<String, Value> = serde_json::from_str(text).map_err(|_| Message::plain("invalidTheme"))?;
    let good = |(name, value): (&String, &Value)| {
        let shape = TOKENS.iter().find(|(known, _)| known == name).map(|(_, shape)| *shape);
        shape.zip(value.as_str()).is_some_and(|(shape, value)| fits(shape, value))
    };
    if tokens.iter().all(good) { Ok(()) } else { Err(Message::plain("invalidTheme")) }
}

/// The tokens of a stored theme as CSS declarations, with the text colour that is readable on the brand.
pub fn declarations(text: &str) -> String {
    if check(text).is_err() {
        return String::new();
    }
    let tokens: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
    let mut css: String =
        tokens.iter().filter_map(|(name, value)| Some(format!("{name}:{};", value.as_str()?))).collect();
    if let Some(brand) = tokens.get("--t-brand").and_then(Value::as_str) {
        css.push_str(&format!("--light-contrast:{};", text_on(brand)));
    }
    css
}

/// The brand colour of a stored theme.
pub fn brand(text: &str) -> Option<String> {
    check(text).ok()?;
    let tokens: Map<String, Value> = serde_json::from_str(text).ok()?;
    tokens.get("--t-brand")?.as_str().map(str::to_owned)
}

/// White where it is readable (WCAG 2, 4.5:1), otherwise ink.
pub fn text_on(colour: &str) -> &'static str {
    let digits = colour.trim_start_matches('#');
    let width = digits.len() / 3;
    let part = |at: usize| {
        let value = u8::from_str_radix(&digits[at * width..(at + 1) * width].repeat(3 - width), 16).unwrap_or_default();
        let share = f64::from(value) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
    if 1.05 / (luminance + 0.05) >= 4.5 { "#ffffff" } else { "#171a21" }
}

fn fits(shape: Shape, value: &str) -> bool {
    match shape {
        Shape::Colour => value
            .strip_prefix('#')
            .is_some_and(|digits| matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())),
        Shape::Pixels { most } => value
            .strip_suffix("px")
            .filter(|digits| digits.len() <= 2)
            .and_then(|digits| digits.parse::<u32>().ok())
            .is_some_and(|pixels| pixels <= most),
    }
}

#[cfg(test)]
mod tests {
    use super::{check, declarations};

    #[test]
    fn a_theme_becomes_css_with_readable_text_on_the_brand() {
        assert_eq!(declarations(r##"{"--t-brand":"#2b4acb"}"##), "--t-brand:#2b4acb;--light-contrast:#ffffff;");
        assert_eq!(declarations(r##"{"--t-brand":"#fb0"}"##), "--t-brand:#fb0;--light-contrast:#171a21;");
        assert_eq!(declarations(r##"{"--t-brand":"red}"}"##), "");
    }

    #[test]
    fn only_known_tokens_with_plain_values_pass() {
        assert!(check(r##"{"--t-brand":"#2b4acb","--t-radius":"8px"}"##).is_ok());
        for bad in [
            "body{}",
            "[]",
            r##"{"--t-brand":"red;}"}"##,
            r##"{"--x":"#fff"}"##,
            r##"{"--t-brand":"url(javascript:1)"}"##,
            r##"{"--t-radius":"99px"}"##,
        ] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }
}
