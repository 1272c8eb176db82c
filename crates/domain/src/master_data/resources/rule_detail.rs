//! Rule Code Details.

use crate::master_data::{Area, Definition, Draft, Field};
use crate::message::Message;
use crate::refusal::FieldError;

pub static DEFINITION: Definition = Definition {
    resource: "adminentitydocumentverficationrule",
    table: "verification_rule_detail",
    area: Area::Admin,
    screens: &["SD-ADM-025"],
    fields: &[
        Field::code("ruleCode", 10)
            .key()
            .refers("adminentitydocumentverficationrulemaster", &[("ruleCode", "ruleCode")]),
        Field::number("sequenceNo", 3, 1, 999).key(),
        Field::text("keywords", 1000).required(),
        Field::one_of("keywordType", super::options::KEYWORD_TYPES).required(),
        Field::int("keywordLength", 4),
        Field::text("characterMask", 50),
    ],
    label: "keywords",
    rules,
};

/// Masks: `9` is a digit, `A` a letter, `X` either, anything else itself; `#` and the name of a checksum may follow.
const CHECKSUMS: &[&str] = &["verhoeff", "mrz", "luhn"];

fn rules(draft: &Draft) -> Vec<FieldError> {
    let mask = draft.text("characterMask");
    let missing = draft.text("keywordType") == Some("MASK") && mask.is_none();
    let unknown = mask.and_then(|mask| mask.rsplit_once('#')).is_some_and(|(_, sum)| !CHECKSUMS.contains(&sum));
    let key = if missing { "enter" } else { "enterValid" };
    let error = || FieldError::new("characterMask", Message::about(key, DEFINITION.resource, "characterMask"));
    (missing || unknown).then(error).into_iter().collect()
}
