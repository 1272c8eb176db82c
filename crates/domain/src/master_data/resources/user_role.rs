//! User Role Mapping.

use crate::access::access_admins::Removal;
use crate::four_eyes::{FourEyes, access};
use crate::master_data::hooks::text;
use crate::master_data::{Area, Check, Definition, Field};

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
    checks: &[Check::OwnRole],
    access_lost: |record| Some(Removal::Role { user: text(record, "userId"), role: text(record, "roleCode") }),
    is_access: true,
    ..Definition::BASE
};
