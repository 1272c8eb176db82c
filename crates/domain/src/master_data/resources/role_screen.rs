//! Role Screen Action Mapping.

use crate::access::Action;
use crate::four_eyes::{FourEyes, access};
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "rolescreenmapping",
    table: "role_screen",
    area: Area::Sms,
    screens: &["SD-SMS-004"],
    fields: &[
        Field::code("roleCode", 20).key().refers("roledefinition", &[("roleCode", "roleCode")]),
        Field::code("screenCode", 10).key().refers("smsscreendefinition", &[("screenCode", "screenCode")]),
        Field::one_of("actionCode", &Action::CODES).key(),
    ],
    label: "screenCode",
    four_eyes: Some(FourEyes::of_roles(access::screen)),
    ..Definition::BASE
};
