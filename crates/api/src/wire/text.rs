//! Control characters have no place in any text of a call: PostgreSQL cannot store a zero character, and the others
//! hide what a log or a mail says. Line breaks and tabs are left to the rules of a field.

use domain::Refusal;
use domain::format::is_text;
use domain::message::Message;
use serde_json::{Map, Value};

/// Refuses a text that belongs to this field of the call.
pub fn check(field: &str, text: &str) -> Result<(), Refusal> {
    if is_text(text) { Ok(()) } else { Err(Refusal::field(field, Message::plain("controlCharacter"))) }
}

/// Checks names and values, however deep; the outermost name is the field of the refusal.
pub fn check_object(map: &Map<String, Value>) -> Result<(), Refusal> {
    map.iter().try_for_each(|(name, value)| {
        check("body", name)?;
        check_value(name, value)
    })
}

pub fn check_value(field: &str, value: &Value) -> Result<(), Refusal> {
    match value {
        Value::String(text) => check(field, text),
        Value::Array(all) => all.iter().try_for_each(|one| check_value(field, one)),
        Value::Object(map) => map.iter().try_for_each(|(name, value)| {
            check(field, name)?;
            check_value(field, value)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

/// Checks the decoded names and values of a query or a form.
pub fn check_pairs(pairs: &[(String, String)]) -> Result<(), Refusal> {
    pairs.iter().try_for_each(|(name, value)| {
        check("query", name)?;
        check(name, value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_control_character_is_found_however_deep_it_is() {
        for bad in [
            json!({ "a": "x\0" }),
            json!({ "a": { "b": ["x", { "c": "\u{1b}[31m" }] } }),
            json!({ "a": [{ "b\u{7}": 1 }] }),
        ] {
            let Err(Refusal::Invalid(errors)) = check_object(bad.as_object().unwrap()) else { panic!("{bad}") };
            assert_eq!(errors[0].field, "a");
        }
        let good = json!({ "a": "line\r\n\tline", "b": [1, null, true, "மீனா"] });
        assert_eq!(check_object(good.as_object().unwrap()), Ok(()));
        assert!(check_pairs(&[("q".into(), "\u{0}".into())]).is_err());
    }
}
