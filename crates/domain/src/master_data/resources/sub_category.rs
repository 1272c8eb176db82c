//! Sub Category Master.

use crate::master_data::{Area, Definition, Field, no_rules};

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
    rules: no_rules,
    four_eyes: None,
};
