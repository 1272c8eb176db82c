//! Rule Code Master Maintenance.

use super::options::{REJECT_REASONS, RULE_MODES};
use crate::master_data::{Area, Definition, Draft, Field};
use crate::message::Message;
use crate::refusal::FieldError;
use crate::verification::RuleMode;

pub static DEFINITION: Definition = Definition {
    resource: "adminentitydocumentverficationrulemaster",
    table: "verification_rule",
    area: Area::Admin,
    screens: &["SD-ADM-024"],
    fields: &[
        Field::code("ruleCode", 10).key(),
        Field::text("ruleDesc", 100).required(),
        // Empty means advise.
        Field::one_of("ruleMode", RULE_MODES),
        Field::one_of("rejectReason", REJECT_REASONS),
    ],
    label: "ruleDesc",
    rules,
    ..Definition::BASE
};

/// A rule that rejects by itself has to say why.
fn rules(draft: &Draft) -> Vec<FieldError> {
    let rejects = draft.text("ruleMode") == Some(RuleMode::AutoReject.name());
    let error = || {
        let message = Message::about("select", DEFINITION.resource, "rejectReason");
        FieldError::new("rejectReason", message)
    };
    (rejects && draft.text("rejectReason").is_none()).then(error).into_iter().collect()
}
