//! Document Category.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "documentcategory",
    table: "document_category",
    area: Area::Admin,
    screens: &["SD-ADM-018"],
    fields: &[
        Field::code("documentCategoryCode", 10).key(),
        Field::text("documentCategoryDesc", 100).required(),
        Field::text("documentCategoryDescTa", 100),
    ],
    label: "documentCategoryDesc",
    look_up: LookUp::Requests,
    ..Definition::BASE
};
