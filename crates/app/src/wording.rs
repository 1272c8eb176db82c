//! The texts, from the files that the client uses too. Lookup order: variant, language, English.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use domain::message::Message;
use domain::message_template::fill;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const SETS: &[(&str, &str)] = &[
    ("en", include_str!("../../../wording/en.json")),
    ("en.bank", include_str!("../../../wording/en.bank.json")),
    ("en.education", include_str!("../../../wording/en.education.json")),
    ("ta", include_str!("../../../wording/ta.json")),
    ("ta.education", include_str!("../../../wording/ta.education.json")),
];

/// A language, and the kind of entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Locale {
    pub is_tamil: bool,
    pub variant: Variant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    General,
    Bank,
    Education,
}

impl Locale {
    pub const ENGLISH: Locale = Locale { is_tamil: false, variant: Variant::General };

    pub fn of(language: &str, entity_type: &str) -> Locale {
        let variant = match entity_type {
            "Bank" => Variant::Bank,
            "Education" => Variant::Education,
            _ => Variant::General,
        };
        Locale { is_tamil: language == "ta" || language.starts_with("ta-"), variant }
    }

    /// The tag of the language.
    pub fn language(self) -> &'static str {
        if self.is_tamil { "ta" } else { "en" }
    }

    /// The sets to search, most specific first.
    fn sets(self) -> &'static [&'static str] {
        match (self.is_tamil, self.variant) {
            (false, Variant::General) => &["en"],
            (false, Variant::Bank) => &["en.bank", "en"],
            (false, Variant::Education) => &["en.education", "en"],
            (true, Variant::General) => &["ta", "en"],
            (true, Variant::Bank) => &["ta", "en.bank", "en"],
            (true, Variant::Education) => &["ta.education", "ta", "en.education", "en"],
        }
    }
}

/// A message as it is stored, to be rendered for a reader later.
#[derive(Serialize, Deserialize)]
pub struct StoredMessage<'a> {
    key: Cow<'a, str>,
    /// Resource and field.
    label: Option<(Cow<'a, str>, Cow<'a, str>)>,
    args: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    #[serde(default)]
    days: Vec<(Cow<'a, str>, Date)>,
}

impl<'a> From<&'a Message> for StoredMessage<'a> {
    fn from(message: &'a Message) -> StoredMessage<'a> {
        let args = message.args.iter().map(|(name, value)| (Cow::from(*name), Cow::from(value)));
        StoredMessage {
            key: message.key.into(),
            label: message.label.map(|label| (label.resource.into(), label.field.into())),
            args: args.collect(),
            days: message.days.iter().map(|(name, day)| (Cow::from(*name), *day)).collect(),
        }
    }
}

pub struct Wording {
    sets: HashMap<&'static str, HashMap<String, String>>,
}

impl Wording {
    /// The embedded wording, read once.
    pub fn shared() -> Arc<Wording> {
        static SHARED: LazyLock<Arc<Wording>> = LazyLock::new(|| Arc::new(Wording::load()));
        SHARED.clone()
    }

    fn load() -> Wording {
        let read = |(name, text): &(&'static str, &'static str)| {
            let mut flat = HashMap::new();
            // The files are embedded; a test reads them all.
            flatten("", &serde_json::from_str(text).unwrap_or_default(), &mut flat);
            (*name, flat)
        };
        Wording { sets: SETS.iter().map(read).collect() }
    }

    /// The text of a key, with nested keys resolved.
    pub fn text(&self, locale: Locale, key: &str) -> Option<String> {
        let found = locale.sets().iter().find_map(|set| self.sets.get(set)?.get(key))?;
        Some(self.nest(locale, found))
    }

    fn nest(&self, locale: Locale, text: &str) -> String {
        let Some((before, rest)) = text.split_once("$t(") else { return text.to_owned() };
        let Some((key, after)) = rest.split_once(')') else { return text.to_owned() };
        let inner = self.text(locale, key).unwrap_or_default();
        format!("{before}{inner}{}", self.nest(locale, after))
    }

    /// Renders a message.
    pub fn render(&self, locale: Locale, message: &Message) -> String {
        self.render_stored(locale, &message.into())
    }

    /// Renders a message that was stored.
    pub fn render_stored(&self, locale: Locale, message: &StoredMessage) -> String {
        let mut text =
            self.text(locale, &format!("message.{}", message.key)).unwrap_or_else(|| message.key.to_string());
        if let Some((resource, field)) = &message.label {
            let own = self.text(locale, &format!("field.{resource}.{field}"));
            text = text.replace("{{label}}", &own.unwrap_or_else(|| field.to_string()));
        }
        for (name, value) in &message.args {
            text = text.replace(&format!("{{{{{name}}}}}"), value);
        }
        for (name, day) in &message.days {
            text = text.replace(&format!("{{{{{name}}}}}"), &self.day(locale, *day));
        }
        text
    }

    /// As on the screens: 25 Nov 2026.
    pub fn day(&self, locale: Locale, day: Date) -> String {
        let text = |key: &str| self.text(locale, key).unwrap_or_default();
        let month = text(&format!("letter.evidence.month.{}", day.month()));
        let (number, year) = (day.day().to_string(), day.year().to_string());
        fill(&text("letter.phrase.day"), &[("day", &number), ("month", &month), ("year", &year)])
    }

    pub fn plain(&self, locale: Locale, key: &'static str) -> String {
        self.render(locale, &Message::plain(key))
    }
}

fn flatten(prefix: &str, value: &Value, flat: &mut HashMap<String, String>) {
    match value {
        Value::Object(entries) => {
            for (name, inner) in entries {
                let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                flatten(&key, inner, flat);
            }
        }
        Value::String(text) => drop(flat.insert(prefix.to_owned(), text.clone())),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::access::SCREENS;
    use domain::master_data::{ALL, Kind};

    fn keys(wording: &Wording, set: &str) -> Vec<String> {
        let mut keys: Vec<String> = wording.sets[set].keys().cloned().collect();
        keys.sort();
        keys
    }

    fn placeholders(text: &str) -> Vec<&str> {
        let mut found: Vec<&str> = text.split("{{").skip(1).filter_map(|rest| rest.split("}}").next()).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn every_file_is_read_and_tamil_has_every_key_of_english() {
        let wording = Wording::load();
        assert!(wording.sets.values().all(|set| !set.is_empty()));
        assert_eq!(keys(&wording, "en"), keys(&wording, "ta"));
    }

    #[test]
    fn variants_only_override_existing_keys() {
        let wording = Wording::load();
        for set in ["en.bank", "en.education", "ta.education"] {
            for key in wording.sets[set].keys() {
                assert!(wording.sets["en"].contains_key(key), "{set} has {key}, en has not");
            }
        }
    }

    #[test]
    fn placeholders_and_nested_keys_are_the_same_in_every_language() {
        let wording = Wording::load();
        for (set, texts) in &wording.sets {
            for (key, text) in texts {
                assert_eq!(placeholders(text), placeholders(&wording.sets["en"][key]), "{set} {key}");
                for nested in text.split("$t(").skip(1).filter_map(|rest| rest.split(')').next()) {
                    assert!(wording.sets["en"].contains_key(nested), "{set} {key} nests {nested}");
                }
            }
        }
    }

    #[test]
    fn every_field_screen_and_option_has_a_label() {
        let wording = Wording::load();
        let has = |key: String| assert!(wording.sets["en"].contains_key(&key), "{key} has no words");
        for definition in ALL {
            for form in ["one", "many", "about"] {
                has(format!("resource.{}.{form}", definition.resource));
            }
            for field in definition.fields {
                has(format!("field.{}.{}", definition.resource, field.name));
                if let Kind::Enum(options) = field.kind {
                    options.iter().for_each(|option| has(format!("option.{}.{option}", field.name)));
                }
            }
        }
        SCREENS.iter().for_each(|screen| has(format!("screen.{}", screen.code)));
    }

    #[test]
    fn every_column_and_value_of_a_log_has_a_label() {
        let wording = Wording::load();
        let has = |key: &String| wording.sets["en"].contains_key(key);
        for log in domain::logs::ALL {
            for (column, _) in log.columns {
                let keys = [format!("field.{}.{column}", log.resource), format!("field.common.{column}")];
                assert!(keys.iter().any(has), "{} has no words", keys[0]);
                for choice in domain::logs::choices(column).unwrap_or_default() {
                    let keys = [format!("option.{column}.{choice}"), format!("ui.requests.did.{choice}")];
                    assert!(keys.iter().any(has), "{} has no words", keys[0]);
                }
            }
        }
    }

    /// The spec gives these texts letter for letter, misspellings included.
    #[test]
    fn texts_of_the_spec_stay_as_they_are() {
        type Texts = HashMap<String, String>;
        let given: HashMap<String, Texts> =
            serde_json::from_str(include_str!("../../../wording/spec-texts.json")).unwrap();
        let wording = Wording::load();
        for (texts, entity_type) in [("default", ""), ("default", "Bank"), ("education", "Education")] {
            for (key, text) in &given[texts] {
                assert_eq!(
                    wording.text(Locale::of("en", entity_type), key).as_ref(),
                    Some(text),
                    "{entity_type} {key}"
                );
            }
        }
    }

    #[test]
    fn a_message_is_rendered_in_the_readers_language() {
        let wording = Wording::load();
        let message = Message::about("enter", "categorydefinition", "categoryCode");
        assert_eq!(wording.render(Locale::of("en", "Bank"), &message), "Please Enter Category Code");
        assert!(wording.render(Locale::of("en", "Education"), &message).contains("Course"));
        assert!(!wording.render(Locale::of("ta", "Bank"), &message).is_ascii());
        let long = Message::plain("maxLength").with("max", 128);
        assert_eq!(wording.render(Locale::ENGLISH, &long), "Maximum length: 128");
    }
}
