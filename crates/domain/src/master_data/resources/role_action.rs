//! Role Action Mapping.

use crate::four_eyes::{FourEyes, access};
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "roleactionmapping",
    table: "role_action",
    area: Area::Sms,
    screens: &["SD-SMS-006"],
    fields: &[
        Field::code("roleCode", 20).key().refers("roledefinition", &[("roleCode", "roleCode")]),
        Field::one_of("actionCode", super::options::BUSINESS_ACTIONS).key(),
    ],
    label: "actionCode",
    four_eyes: Some(FourEyes::of_roles(access::business)),
    is_access: true,
    ..Definition::BASE
};
