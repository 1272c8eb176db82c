//! The product's own texts of messages, for banks and for education: those of the demo's two entities.

use std::collections::HashMap;
use std::sync::LazyLock;

/// (template type, event, language)
type Key = (String, String, String);
type Texts = HashMap<Key, (String, String)>;

const BANK: &str = include_str!("../demo/NGB/smstemplate.csv");
const EDUCATION: &str = include_str!("../demo/KALVI/smstemplate.csv");

static TEXTS: LazyLock<[Texts; 2]> = LazyLock::new(|| [BANK, EDUCATION].map(read));

fn read(text: &str) -> Texts {
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    // The files are embedded; a test reads them all.
    let rows = lines.deserialize::<[String; 5]>().filter_map(Result::ok);
    rows.map(|[kind, event, language, subject, text]| ((kind, event, language), (subject, text))).collect()
}

/// Subject and text of an event.
pub fn find(entity_type: &str, template_type: &str, event: &str, language: &str) -> Option<(String, String)> {
    let [bank, education] = &*TEXTS;
    let texts = if entity_type == "Education" { education } else { bank };
    texts.get(&(template_type.to_owned(), event.to_owned(), language.to_owned())).cloned()
}

#[cfg(test)]
mod tests {
    use domain::message_template::unknown_placeholder;
    use domain::request::NotificationEvent;

    use super::*;

    #[test]
    fn every_event_has_a_mail_and_an_sms_in_both_languages_for_bank_and_education() {
        let mut found = 0;
        for entity_type in ["Bank", "Education"] {
            for event in NotificationEvent::TEMPLATES {
                for (template_type, language) in [("Email", "en"), ("Email", "ta"), ("SMS", "en"), ("SMS", "ta")] {
                    let name = format!("{entity_type} {event} {template_type} {language}");
                    let (subject, text) = find(entity_type, template_type, event, language).expect(&name);
                    assert!(!text.trim().is_empty() && text.chars().count() <= 4000, "{name}");
                    assert_eq!(subject.is_empty(), template_type == "SMS", "{name}");
                    assert_eq!(unknown_placeholder(&text).or(unknown_placeholder(&subject)), None, "{name}");
                    let is_tamil = text.chars().any(|letter| ('\u{b80}'..='\u{bff}').contains(&letter));
                    assert_eq!(is_tamil, language == "ta", "{name}");
                    found += 1;
                }
            }
        }
        assert_eq!(found, 2 * 4 * NotificationEvent::TEMPLATES.len());
        assert!(TEXTS.iter().all(|texts| texts.len() == 4 * NotificationEvent::TEMPLATES.len()));
    }
}
