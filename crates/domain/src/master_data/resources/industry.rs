//! Industry Master.

use crate::master_data::{Area, Definition, Field, no_rules};

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
    rules: no_rules,
    four_eyes: None,
};
