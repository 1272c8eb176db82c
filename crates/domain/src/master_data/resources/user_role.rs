//! User Role Mapping.

use crate::four_eyes::{FourEyes, access};
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "userrolemapping",
    table: "user_role_mapping",
    area: Area::Sms,
    screens: &["SD-SMS-003"],
    fields: &[
        Field::code("userId", 50).key().refers("usermaster", &[("userId", "userId")]),
        Field::code("roleCode", 20).key().refers("roledefinition", &[("roleCode", "roleCode")]),
    ],
    label: "roleCode",
    four_eyes: Some(FourEyes { hands_over: access::hands_over_role, ..FourEyes::of_roles(access::grant) }),
    ..Definition::BASE
};
