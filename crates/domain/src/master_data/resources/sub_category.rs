//! Sub Category Master.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "subcategorydefinition",
    table: "request_sub_category",
    area: Area::Admin,
    screens: &["SD-ADM-003"],
    fields: &[
        Field::code("categoryCode", 10).key().refers("categorydefinition", &[("categoryCode", "categoryCode")]),
        Field::code("subCategoryCode", 10).key(),
        Field::text("subCategoryDesc", 100).required(),
        Field::text("subCategoryDescTa", 100),
    ],
    label: "subCategoryDesc",
    look_up: LookUp::Requests,
    ..Definition::BASE
};
