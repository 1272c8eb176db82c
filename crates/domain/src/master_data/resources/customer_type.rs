//! Customer Type.

use crate::master_data::{Area, Definition, Field, no_rules};

pub static DEFINITION: Definition = Definition {
    resource: "customertypedefinition",
    table: "customer_type",
    area: Area::Admin,
    screens: &["SD-ADM-007"],
    fields: &[
        Field::code("customerTypeCode", 10).key(),
        Field::text("customerTypeDesc", 100).required(),
        Field::text("customerTypeDescTa", 100),
    ],
    label: "customerTypeDesc",
    rules: no_rules,
    four_eyes: None,
};
