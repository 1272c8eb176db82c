//! Email Configuration.

use crate::four_eyes::{FourEyes, targets};
use crate::master_data::{Area, Definition, Field, Kind};

pub static DEFINITION: Definition = Definition {
    resource: "emailconfig",
    table: "email_configuration",
    area: Area::Admin,
    screens: &["SD-ADM-028"],
    fields: &[
        Field::text("host", 100).required(),
        Field::number("port", 5, 1, 65535).required(),
        Field::one_of("security", &["None", "StartTls", "Tls"]).required(),
        Field::text("userName", 100),
        Field::of("password", Kind::Secret, 128).sent_to(&["host", "port", "security"]),
        Field::of("fromAddress", Kind::Email, 128).required(),
        Field::text("fromName", 100),
    ],
    label: "host",
    four_eyes: Some(FourEyes::of(targets::mail_server)),
    ..Definition::BASE
};
