//! Template Document.

use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "documenttemplatedefinitiondetail",
    table: "template_document",
    area: Area::Admin,
    screens: &["SD-ADM-017"],
    fields: &[
        Field::code("templateCode", 10)
            .key()
            .refers("documenttemplatedefinitionmaster", &[("templateCode", "templateCode")]),
        Field::code("documentCode", 10).key().refers("documentdefinition", &[("documentCode", "documentCode")]),
        Field::number("sequenceNo", 3, 1, 999).required(),
        Field::flag("mandatory"),
        Field::text("instructions", 1000),
        Field::text("instructionsTa", 1000),
    ],
    label: "documentCode",
    ..Definition::BASE
};
