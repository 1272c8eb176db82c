//! SSO Configuration.

use crate::four_eyes::{FourEyes, targets};
use crate::master_data::{Area, Definition, Draft, Field, Kind};
use crate::message::Message;
use crate::refusal::FieldError;
use crate::sso::{USER_ID, is_attribute, is_template};

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
        Field::of("clientSecret", Kind::Secret, 128).sent_to(&[
            "protocol",
            "hostName",
            "ipAddress",
            "portNumber",
            "security",
            "issuerPath",
        ]),
        Field::one_of("security", &["Tls", "StartTls", "None"]),
        Field::text("serviceDn", 200),
        Field::text("userAttribute", 50),
        Field::text("issuerPath", 100),
        Field::flag_or("ssoOnly", false),
    ],
    label: "hostName",
    rules,
    four_eyes: Some(FourEyes::of(targets::sign_on)),
    ..Definition::BASE
};

fn rules(draft: &Draft) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut valid = |field: &'static str, good: bool| {
        if !good {
            errors.push(FieldError::new(field, Message::about("enterValid", "ssoconfiguration", field)));
        }
    };
    let text = |name: &str| draft.text(name).unwrap_or_default();
    valid("userAttribute", text("userAttribute").is_empty() || is_attribute(text("userAttribute")));
    valid("issuerPath", is_path(text("issuerPath")));
    if text("protocol") == "SAML" {
        errors.push(FieldError::new("protocol", Message::plain("samlNotOffered")));
    }
    // The specification does not restrict host and template; unusable values are ignored (`SsoServer::is_usable`). A
    // template that could try one account under many ids is refused.
    let template = text("cnName");
    let is_meant = template.starts_with('(') || template.contains(USER_ID);
    if text("protocol") == "LDAP" && is_meant && !is_template(template) {
        errors.push(FieldError::new("cnName", Message::plain("directoryTemplate")));
    }
    errors
}

/// A path such as `/realms/bank`, or empty.
fn is_path(text: &str) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || "/-._~".contains(character);
    text.is_empty()
        || (text.starts_with('/')
            && !text.ends_with('/')
            && !text.contains("..")
            && !text.contains("//")
            && text.chars().all(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_attributes_are_plain() {
        assert!(is_path("") && is_path("/realms/bank") && is_path("/0f1a-2/v2.0"));
        for bad in ["realms", "/a/", "/a?b", "/a#b", "/../x", "//evil.example/@"] {
            assert!(!is_path(bad), "{bad}");
        }
        assert!(is_attribute("sAMAccountName") && !is_attribute("a b") && !is_attribute("*"));
    }
}
