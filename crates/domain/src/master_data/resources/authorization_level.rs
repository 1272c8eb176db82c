//! Authorization Level.

use crate::master_data::{Area, Definition, Field, no_rules};

pub static DEFINITION: Definition = Definition {
    resource: "authlevel",
    table: "authorization_level",
    area: Area::Admin,
    screens: &["SD-ADM-004"],
    fields: &[
        Field::code("authLevelCode", 10).key(),
        Field::text("authLevelDesc", 100).required(),
        Field::number("levelNo", 3, 1, 999).required(),
    ],
    label: "authLevelDesc",
    rules: no_rules,
};
