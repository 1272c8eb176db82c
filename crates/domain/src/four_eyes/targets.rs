//! Where events and mails go, what mails with codes and links say, and which system proves who somebody is.

use super::{Edit, Facts, Reason, Waiting, changed_target};
use crate::request::NotificationEvent;

/// SSO Configuration: everything but the secret alone.
pub(crate) fn sign_on(edit: &Edit, _: &Facts) -> Vec<Waiting> {
    const FIELDS: &[&str] = &[
        "protocol",
        "hostName",
        "ipAddress",
        "portNumber",
        "dnName",
        "cnName",
        "security",
        "serviceDn",
        "userAttribute",
        "issuerPath",
        "ssoOnly",
    ];
    if edit.before.is_none() || edit.after.is_none() {
        return vec![Waiting::new("appCode", Reason::SignOn)];
    }
    let changed: Vec<&'static str> = FIELDS.iter().copied().filter(|name| edit.changes(name)).collect();
    let secrets = if changed.is_empty() { &[] } else { edit.secrets };
    changed.iter().chain(secrets).map(|name| Waiting::new(name, Reason::SignOn)).collect()
}

/// Integration Master: the endpoint. A deleted one gets nothing.
pub(crate) fn endpoint(edit: &Edit, _: &Facts) -> Vec<Waiting> {
    if edit.is_save() {
        return vec![Waiting::new("endpointUrl", Reason::Target)];
    }
    changed_target(edit, (&["endpointUrl"], &["signingSecret", "oldSigningSecret"]), Reason::Target)
}

/// Email Configuration: mails carry links that set passwords. Without a server of its own, the operator's is used.
pub(crate) fn mail_server(edit: &Edit, _: &Facts) -> Vec<Waiting> {
    if edit.before.is_none() || edit.after.is_none() {
        return vec![Waiting::new("host", Reason::Target)];
    }
    changed_target(edit, (&["host", "port", "security"], &["userName", "password"]), Reason::Target)
}

/// Message templates with a code or a link that lets somebody in: another text sends it, or the reader, elsewhere. A
/// deleted one is replaced by the product's own text.
pub(crate) fn template(edit: &Edit, _: &Facts) -> Vec<Waiting> {
    const EVENTS: [NotificationEvent; 3] =
        [NotificationEvent::OtpCode, NotificationEvent::PasswordReset, NotificationEvent::AccountCreated];
    const TEXTS: [&str; 2] = ["subject", "messageFormat"];
    if edit.after.is_none() || EVENTS.iter().all(|event| event.name() != edit.text("templateFor")) {
        return Vec::new();
    }
    let changed = TEXTS.into_iter().filter(|name| edit.is_save() || edit.changes(name));
    changed.map(|name| Waiting::new(name, Reason::Target)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_with_codes_and_links_wait() {
        let of = |event: &str, before: Option<&str>, after: Option<&str>| -> Vec<&str> {
            let record =
                |text: &str| json!({ "templateFor": event, "messageFormat": text }).as_object().cloned().unwrap();
            let (before, after) = (before.map(record), after.map(record));
            let edit = Edit { before: before.as_ref(), after: after.as_ref(), secrets: &[], actor: "ADMIN" };
            template(&edit, &Facts::new(&[], "")).into_iter().map(|one| one.field).collect()
        };
        assert_eq!(of("OtpCode", Some("a"), Some("b")), ["messageFormat"]);
        assert_eq!(of("PasswordReset", None, Some("b")), ["subject", "messageFormat"]);
        assert!(
            of("PasswordReset", Some("a"), None).is_empty() && of("PasswordReset", Some("a"), Some("a")).is_empty()
        );
        assert!(of("Reminder", Some("a"), Some("b")).is_empty());
    }
}
