//! Referred By Master.

use crate::master_data::{Area, Definition, Field, no_rules};

pub static DEFINITION: Definition = Definition {
    resource: "referreddetail",
    table: "referred_by",
    area: Area::Admin,
    screens: &["SD-ADM-021"],
    fields: &[Field::code("referredByCode", 10).key(), Field::text("referredByName", 100).required()],
    label: "referredByName",
    rules: no_rules,
    four_eyes: None,
};
