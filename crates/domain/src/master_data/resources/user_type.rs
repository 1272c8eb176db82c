//! User Type Master.

use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "usertypemaintenance",
    table: "user_type",
    area: Area::Admin,
    screens: &["SD-ADM-019"],
    fields: &[Field::code("userType", 1).key(), Field::text("userTypeDesc", 50).required()],
    label: "userTypeDesc",
    ..Definition::BASE
};
