//! Department Master.

use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "departmentmaintenance",
    table: "department",
    area: Area::Admin,
    screens: &["SD-ADM-010"],
    fields: &[Field::code("departmentCode", 10).key(), Field::text("departmentName", 100).required()],
    label: "departmentName",
    ..Definition::BASE
};
