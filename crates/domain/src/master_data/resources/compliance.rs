//! Compliance Master.

use crate::master_data::{Area, Definition, Draft, Field};
use crate::message::Message;
use crate::refusal::FieldError;

pub static DEFINITION: Definition = Definition {
    resource: "compliancemaintenance",
    table: "compliance",
    area: Area::Admin,
    screens: &["SD-ADM-005"],
    fields: &[
        Field::code("complianceApplicable", 25).key(),
        Field::text("complianceDesc", 100).required(),
        Field::number("complianceDays", 4, 1, 9999).required(),
        Field::int("complianceReminderDays", 4).required(),
    ],
    label: "complianceDesc",
    rules,
    ..Definition::BASE
};

fn rules(draft: &Draft) -> Vec<FieldError> {
    let too_late = draft.int("complianceReminderDays") >= draft.int("complianceDays");
    let error = || FieldError::new("complianceReminderDays", Message::plain("reminderBelowDays"));
    too_late.then(error).into_iter().collect()
}
