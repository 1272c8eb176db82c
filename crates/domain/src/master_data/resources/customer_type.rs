//! Customer Type.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

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
    look_up: LookUp::Requests,
    ..Definition::BASE
};
