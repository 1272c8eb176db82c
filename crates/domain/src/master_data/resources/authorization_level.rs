//! Authorization Level: how far a role reviews documents, or an authorised party acts for a party.

use crate::access::LookUp;
use crate::four_eyes::{FourEyes, access};
use crate::master_data::{Area, Check, Definition, Draft, Field};
use crate::message::Message;
use crate::refusal::FieldError;

pub static DEFINITION: Definition = Definition {
    resource: "authlevel",
    table: "authorization_level",
    area: Area::Admin,
    screens: &["SD-ADM-004"],
    fields: &[
        Field::code("authLevelCode", 10).key(),
        Field::text("authLevelDesc", 100).required(),
        Field::text("authLevelDescTa", 100),
        Field::number("levelNo", 3, 1, 999).required().in_choices(),
        // Not in the specification: when empty, the level is for both.
        Field::one_of("appliesTo", &["Role", "Party"]).in_choices(),
    ],
    label: "authLevelDesc",
    rules,
    four_eyes: Some(FourEyes::of_roles(access::level)),
    look_up: LookUp::Customers,
    checks: &[Check::LevelInUse],
    is_access: true,
    ..Definition::BASE
};

/// What an authorised party may do: 1 view, 2 upload, 3 upload and submit.
pub const MOST_OF_PARTY: i64 = 3;

fn rules(draft: &Draft) -> Vec<FieldError> {
    let is_too_high = draft.text("appliesTo") == Some("Party") && draft.int("levelNo") > Some(MOST_OF_PARTY);
    let range = Message::about("range", "authlevel", "levelNo").with("min", 1).with("max", MOST_OF_PARTY);
    is_too_high.then(|| FieldError::new("levelNo", range)).into_iter().collect()
}
