//! Category Master.

use crate::master_data::{Area, Definition, Field, no_rules};

pub static DEFINITION: Definition = Definition {
    resource: "categorydefinition",
    table: "request_category",
    area: Area::Admin,
    screens: &["SD-ADM-002"],
    fields: &[
        Field::code("categoryCode", 10).key(),
        Field::text("categoryDesc", 100).required(),
        Field::text("categoryDescTa", 100),
    ],
    label: "categoryDesc",
    rules: no_rules,
};
