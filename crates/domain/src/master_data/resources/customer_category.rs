//! Customer Category.

use crate::master_data::{Area, Definition, Field, no_rules};

pub static DEFINITION: Definition = Definition {
    resource: "customercategory",
    table: "customer_category",
    area: Area::Admin,
    screens: &["SD-ADM-026"],
    fields: &[
        Field::code("customerCategoryCode", 10).key(),
        Field::text("customerCategoryDesc", 100).required(),
        Field::text("customerCategoryDescTa", 100),
    ],
    label: "customerCategoryDesc",
    rules: no_rules,
};
