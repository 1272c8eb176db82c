//! Party Relationship.

use crate::access::LookUp;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "authpartyrelationshipdefinition",
    table: "party_relationship",
    area: Area::Admin,
    screens: &["SD-ADM-015"],
    fields: &[
        Field::code("relationshipCode", 10).key(),
        Field::text("relationshipDesc", 100).required(),
        Field::text("relationshipDescTa", 100),
    ],
    label: "relationshipDesc",
    look_up: LookUp::Customers,
    ..Definition::BASE
};
