//! Role App Mapping.

use crate::access::AppCode;
use crate::access::access_admins::Removal;
use crate::four_eyes::{FourEyes, access};
use crate::master_data::hooks::text;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "roleappmapping",
    table: "role_app",
    area: Area::Sms,
    screens: &["SD-SMS-007"],
    fields: &[
        Field::code("roleCode", 20).key().refers("roledefinition", &[("roleCode", "roleCode")]),
        Field::one_of("appCode", &AppCode::CODES).key(),
    ],
    label: "appCode",
    four_eyes: Some(FourEyes::of_roles(access::app)),
    access_lost: |record| Some(Removal::App { role: text(record, "roleCode"), app: text(record, "appCode") }),
    is_access: true,
    ..Definition::BASE
};
