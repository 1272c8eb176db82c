//! Integration Master.

use crate::four_eyes::{FourEyes, targets};
use crate::master_data::{Area, Definition, Draft, Field, Kind};
use crate::message::Message;
use crate::refusal::FieldError;
use crate::request::NotificationEvent;

pub static DEFINITION: Definition = Definition {
    resource: "integrationmaster",
    table: "integration",
    area: Area::Admin,
    screens: &["SD-ADM-014"],
    fields: &[
        Field::code("integrationCode", 10).key(),
        Field::code("externalSystemCode", 10)
            .required()
            .refers("externalsystemdefinition", &[("externalSystemCode", "externalSystemCode")]),
        Field::text("eventTypes", 1000).required(),
        Field::of("endpointUrl", Kind::Url, 200).required(),
        Field::of("signingSecret", Kind::Secret, 128).required().sent_to(&["endpointUrl"]),
        // While the receiver changes over, events are signed with both.
        Field::of("oldSigningSecret", Kind::Secret, 128).sent_to(&["endpointUrl"]),
        Field::one_of("status", &["Active", "InActive"]).required(),
    ],
    label: "integrationCode",
    rules,
    four_eyes: Some(FourEyes::of(targets::endpoint)),
    ..Definition::BASE
};

fn rules(draft: &Draft) -> Vec<FieldError> {
    let known = |name: &str| NotificationEvent::WEBHOOKS.contains(&name.trim());
    let good = draft.text("eventTypes").is_some_and(|list| list.split(',').all(known));
    let error = || FieldError::new("eventTypes", Message::about("selectValid", "integrationmaster", "eventTypes"));
    (!good).then(error).into_iter().collect()
}
