//! Request Forward Master.

use crate::master_data::{Area, Check, Definition, Draft, Field, Kind};
use crate::message::Message;
use crate::refusal::FieldError;

pub static DEFINITION: Definition = Definition {
    resource: "adminEntityRequestForward",
    table: "request_forward",
    area: Area::Admin,
    screens: &["SD-ADM-022"],
    fields: &[
        Field::code("fromUserId", 50).key().refers("usermaster", &[("fromUserId", "userId")]),
        Field::code("toUserId", 50).required().refers("usermaster", &[("toUserId", "userId")]),
        Field::of("startDate", Kind::Date, 0),
        Field::of("expiryDate", Kind::Date, 0),
    ],
    label: "toUserId",
    rules,
    checks: &[Check::ForwardCycle],
    ..Definition::BASE
};

fn rules(draft: &Draft) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if draft.text("fromUserId") == draft.text("toUserId") {
        errors.push(FieldError::new("toUserId", Message::plain("forwardToSame")));
    }
    if let (Some(start), Some(expiry)) = (draft.date("startDate"), draft.date("expiryDate"))
        && expiry < start
    {
        errors.push(FieldError::new("expiryDate", Message::plain("expiryAfterStart")));
    }
    errors
}
