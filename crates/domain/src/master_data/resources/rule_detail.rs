//! Rule Code Details.

use crate::master_data::{Area, Definition, Draft, Field};
use crate::message::Message;
use crate::refusal::FieldError;
use crate::verification::{DetailFault, KeywordType, RuleDetail};

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
    ..Definition::BASE
};

/// A detail that could never be used is refused beside the field that is wrong.
fn rules(draft: &Draft) -> Vec<FieldError> {
    let text = |name: &str| draft.text(name).unwrap_or_default().to_owned();
    let about = |key: &'static str, field: &'static str| {
        vec![FieldError::new(field, Message::about(key, DEFINITION.resource, field))]
    };
    let Some(keyword_type) = KeywordType::parse(&text("keywordType")) else {
        return about("selectValid", "keywordType");
    };
    let detail = RuleDetail {
        rule_code: text("ruleCode"),
        number: 0,
        keyword_type,
        keywords: text("keywords"),
        length: 0,
        mask: draft.text("characterMask").map(str::to_owned),
    };
    // A mask is checked even where the type does not use it.
    let as_mask = RuleDetail { keyword_type: KeywordType::Mask, ..detail.clone() };
    let mask_fault = detail.mask.as_ref().and_then(|_| as_mask.fault());
    match detail.fault().or(mask_fault) {
        None => Vec::new(),
        Some(DetailFault::BadMask) if detail.mask.is_none() => about("enter", "characterMask"),
        Some(DetailFault::BadMask) => about("enterValid", "characterMask"),
        Some(DetailFault::NoKeyword) => about("enter", "keywords"),
        Some(DetailFault::BadPattern) => vec![FieldError::new("keywords", Message::plain("badPattern"))],
        Some(DetailFault::PatternTooLarge) => vec![FieldError::new("keywords", Message::plain("patternTooLarge"))],
    }
}
