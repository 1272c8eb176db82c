//! Request Purpose.

use crate::master_data::{Area, Definition, Field, no_rules};

pub static DEFINITION: Definition = Definition {
    resource: "requestpurposedefinition",
    table: "request_purpose",
    area: Area::Admin,
    screens: &["SD-ADM-016"],
    fields: &[
        Field::code("requestPurposeCode", 10).key(),
        Field::text("requestPurposeDesc", 100).required(),
        Field::text("requestPurposeDescTa", 100),
    ],
    label: "requestPurposeDesc",
    rules: no_rules,
};
