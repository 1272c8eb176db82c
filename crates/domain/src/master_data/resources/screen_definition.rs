//! Screen Definition.

use crate::master_data::{Area, Definition, Field};

pub static DEFINITION: Definition = Definition {
    resource: "smsscreendefinition",
    table: "screen_definition",
    area: Area::Sms,
    screens: &["SD-SMS-004"],
    fields: &[
        Field::code("screenCode", 10).key(),
        Field::text("screenName", 100).required(),
        Field::one_of("screenGroup", &["SMS Screen Access", "Admin Screen Access", "Requestor Screen Access"])
            .required(),
        Field::text("path", 100).required(),
    ],
    label: "screenName",
    ..Definition::BASE
};
