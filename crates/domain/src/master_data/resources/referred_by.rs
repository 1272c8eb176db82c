//! Referred By Master.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "referreddetail",
    table: "referred_by",
    area: Area::Admin,
    screens: &["SD-ADM-021"],
    fields: &[Field::code("referredByCode", 10).key(), Field::text("referredByName", 100).required()],
    label: "referredByName",
    look_up: LookUp::Requests,
    ..Definition::BASE
};
