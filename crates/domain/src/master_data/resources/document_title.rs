//! Title Code Master Maintenance.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "entity/documentdefinition",
    table: "document_title",
    area: Area::Admin,
    screens: &["SD-ADM-023"],
    fields: &[
        Field::code("titleCode", 10).key(),
        Field::text("titleDesc", 100).required(),
        Field::text("titleDescTa", 100),
    ],
    label: "titleDesc",
    look_up: LookUp::Requests,
    ..Definition::BASE
};
