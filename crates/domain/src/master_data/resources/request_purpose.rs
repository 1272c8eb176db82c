//! Request Purpose.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "requestpurposedefinition",
    table: "request_purpose",
    area: Area::Admin,
    screens: &["SD-ADM-016"],
    fields: &[
        Field::code("requestPurposeCode", 10).key(),
        Field::text("requestPurposeDesc", 100).required(),
        Field::text("requestPurposeDescTa", 100),
        // Not in the specification: when set, it can be chosen only with this industry or category.
        Field::code("industryCode", 10).refers("industrymaster", &[("industryCode", "industryCode")]).in_choices(),
        Field::code("categoryCode", 10).refers("categorydefinition", &[("categoryCode", "categoryCode")]).in_choices(),
    ],
    label: "requestPurposeDesc",
    look_up: LookUp::Requests,
    ..Definition::BASE
};
