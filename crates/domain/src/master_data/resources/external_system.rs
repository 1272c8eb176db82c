//! External System Definition.

use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "externalsystemdefinition",
    table: "external_system",
    area: Area::Admin,
    screens: &["SD-ADM-012"],
    fields: &[
        Field::code("externalSystemCode", 10).key(),
        Field::text("externalSystemName", 100).required(),
        Field::text("referenceNumber", 50).required(),
    ],
    label: "externalSystemName",
    ..Definition::BASE
};
