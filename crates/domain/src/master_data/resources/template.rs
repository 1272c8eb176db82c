//! Template Master.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "documenttemplatedefinitionmaster",
    table: "document_template",
    area: Area::Admin,
    screens: &["SD-ADM-017"],
    fields: &[Field::code("templateCode", 10).key(), Field::text("templateName", 100).required()],
    label: "templateName",
    look_up: LookUp::Requests,
    ..Definition::BASE
};
