//! Role Screen Action Mapping.

use serde_json::{Map, Value};

use crate::access::Action;
use crate::access::access_admins::Removal;
use crate::four_eyes::{FourEyes, access};
use crate::master_data::hooks::text;
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
    access_lost,
    is_access: true,
    ..Definition::BASE
};

fn access_lost(record: &Map<String, Value>) -> Option<Removal> {
    let (role, screen, action) = (text(record, "roleCode"), text(record, "screenCode"), text(record, "actionCode"));
    Some(Removal::Screen { role, screen, action })
}
