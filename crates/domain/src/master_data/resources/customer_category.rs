//! Customer Category.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "customercategory",
    table: "customer_category",
    area: Area::Admin,
    screens: &["SD-ADM-026"],
    fields: &[
        Field::code("customerCategoryCode", 10).key(),
        Field::text("customerCategoryDesc", 100).required(),
        Field::text("customerCategoryDescTa", 100),
        // Not in the specification: when set, only customers of this type can be chosen with it.
        Field::code("customerTypeCode", 10)
            .refers("customertypedefinition", &[("customerTypeCode", "customerTypeCode")])
            .in_choices(),
    ],
    label: "customerCategoryDesc",
    look_up: LookUp::Requests,
    ..Definition::BASE
};
