//! User Debug.

use crate::access::DebugLevel;
use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "userdebug",
    table: "user_debug",
    area: Area::Sms,
    screens: &["SD-SMS-012"],
    fields: &[
        Field::code("userId", 50).key().refers("usermaster", &[("userId", "userId")]),
        Field::flag("debugEnabled"),
        Field::one_of("debugLevel", &DebugLevel::CODES).required(),
    ],
    label: "userId",
    is_access: true,
    ..Definition::BASE
};
