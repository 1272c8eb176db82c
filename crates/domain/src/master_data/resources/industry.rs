//! Industry Master.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "industrymaster",
    table: "industry",
    area: Area::Admin,
    screens: &["SD-ADM-013"],
    fields: &[
        Field::code("industryCode", 10).key(),
        Field::text("industryDesc", 100).required(),
        Field::text("industryDescTa", 100),
    ],
    label: "industryDesc",
    look_up: LookUp::Requests,
    ..Definition::BASE
};
