//! SSO Configuration.

use crate::master_data::{Area, Definition, Draft, Field, Kind};
use crate::message::Message;
use crate::refusal::FieldError;

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
        Field::one_of("security", &["Tls", "StartTls", "None"]),
        Field::text("serviceDn", 200),
        Field::text("userAttribute", 50),
        Field::text("issuerPath", 100),
        Field::flag_or("ssoOnly", false),
    ],
    label: "hostName",
    rules,
};

fn rules(draft: &Draft) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut valid = |field: &'static str, good: bool| {
        if !good {
            errors.push(FieldError::new(field, Message::about("enterValid", "ssoconfiguration", field)));
        }
    };
    let text = |name: &str| draft.text(name).unwrap_or_default();
    valid("userAttribute", is_attribute(text("userAttribute")));
    valid("issuerPath", is_path(text("issuerPath")));
    if text("protocol") == "SAML" {
        errors.push(FieldError::new("protocol", Message::plain("samlNotOffered")));
    }
    // The specification does not restrict host and template; unusable values are ignored (`SsoServer::is_usable`).
    errors
}

/// An LDAP attribute: letters, digits and hyphens; or empty.
fn is_attribute(text: &str) -> bool {
    let starts_well = text.chars().next().is_none_or(|first| first.is_ascii_alphabetic());
    starts_well && text.chars().all(|character| character.is_ascii_alphanumeric() || character == '-')
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
        assert!(is_attribute("") && is_attribute("sAMAccountName") && !is_attribute("a b") && !is_attribute("*"));
    }
}
