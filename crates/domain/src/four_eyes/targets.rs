//! Where events and mails go, and which system proves who somebody is.

use super::{Edit, Facts, Reason, Waiting, changed_target};

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
