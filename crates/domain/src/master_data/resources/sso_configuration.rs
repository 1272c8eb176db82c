//! SSO Configuration.

use crate::master_data::{Area, Definition, Field, Kind, no_rules};

pub static DEFINITION: Definition = Definition {
    resource: "ssoconfiguration",
    table: "sso_configuration",
    area: Area::Sms,
    screens: &["SD-SMS-008"],
    fields: &[
        Field::code("appCode", 10).key(),
        Field::one_of("protocol", &["LDAP", "OIDC", "SAML"]).required(),
        Field::text("hostName", 100).required(),
        Field::of("ipAddress", Kind::Ip, 50),
        Field::number("portNumber", 5, 1, 65535).required(),
        Field::text("dnName", 200).required(),
        Field::text("cnName", 200).required(),
        Field::of("clientSecret", Kind::Secret, 128),
    ],
    label: "hostName",
    rules: no_rules,
};
