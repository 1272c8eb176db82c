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
    use super::check;

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
