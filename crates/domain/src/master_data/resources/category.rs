//! Category Master.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "categorydefinition",
    table: "request_category",
    area: Area::Admin,
    screens: &["SD-ADM-002"],
    fields: &[
        Field::code("categoryCode", 10).key(),
        Field::text("categoryDesc", 100).required(),
        Field::text("categoryDescTa", 100),
        // Not in the specification: when set, only customers of this type can be chosen with it.
        Field::code("customerTypeCode", 10)
            .refers("customertypedefinition", &[("customerTypeCode", "customerTypeCode")])
            .in_choices(),
    ],
    label: "categoryDesc",
    look_up: LookUp::Requests,
    ..Definition::BASE
};
