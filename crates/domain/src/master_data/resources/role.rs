//! User Role Master.

use crate::four_eyes::{FourEyes, access};
use crate::master_data::{Area, Check, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "roledefinition",
    table: "role_definition",
    area: Area::Sms,
    screens: &["SD-SMS-005"],
    fields: &[
        Field::code("roleCode", 20).key(),
        Field::text("roleDesc", 100).required(),
        // Not in the specification: the level up to which the role reviews documents.
        Field::code("authLevelCode", 10).refers("authlevel", &[("authLevelCode", "authLevelCode")]),
    ],
    label: "roleDesc",
    four_eyes: Some(FourEyes::of_roles(access::role)),
    checks: &[Check::RoleLevel],
    is_access: true,
    ..Definition::BASE
};
