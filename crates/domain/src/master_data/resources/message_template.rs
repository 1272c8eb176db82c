//! Email and SMS template.

use crate::four_eyes::{FourEyes, targets};
use crate::master_data::{Area, Definition, Draft, Field};
use crate::message::Message;
use crate::message_template::unknown_placeholder;
use crate::refusal::FieldError;

pub static DEFINITION: Definition = Definition {
    resource: "smstemplate",
    table: "message_template",
    area: Area::Admin,
    screens: &["SD-ADM-020"],
    fields: &[
        Field::one_of("templateType", &["Email", "SMS"]).key(),
        Field::one_of("templateFor", super::options::EVENTS).key(),
        Field::one_of("langCode", &["en", "ta"]).key(),
        Field::text("subject", 200),
        Field::text("messageFormat", 4000).required(),
    ],
    label: "templateFor",
    rules,
    four_eyes: Some(FourEyes::of(targets::template)),
    ..Definition::BASE
};

fn rules(draft: &Draft) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if draft.text("templateType") == Some("Email") && draft.text("subject").is_none() {
        errors.push(FieldError::new("subject", Message::plain("subjectRequired")));
    }
    for name in ["subject", "messageFormat"] {
        if let Some(unknown) = draft.text(name).and_then(unknown_placeholder) {
            errors.push(FieldError::new(name, Message::plain("unknownPlaceholder").with("name", unknown)));
        }
    }
    if draft.text("subject").is_some_and(|subject| subject.contains(['\r', '\n'])) {
        errors.push(FieldError::new("subject", Message::about("enterValid", "smstemplate", "subject")));
    }
    errors
}
