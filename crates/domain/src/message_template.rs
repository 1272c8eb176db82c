//! Mail and SMS templates may use only the placeholders listed here, written `{{ name }}`.

pub const PLACEHOLDERS: &[&str] = &[
    "entityName",
    "customerName",
    "partyName",
    "bankerName",
    "userName",
    "txnRefNo",
    "branchName",
    "dueDate",
    "expiryDate",
    "documentList",
    "documentTitle",
    "status",
    "remarks",
    "reason",
    "link",
    "otp",
    "expiresIn",
    "supportMail",
    "requestPurpose",
    "days",
    "fromWhom",
    "whose",
    "dueText",
    "progress",
    "inDays",
];

/// The first unknown or unclosed placeholder.
pub fn unknown_placeholder(text: &str) -> Option<&str> {
    other_than(text, PLACEHOLDERS)
}

/// The first placeholder that is not one of these, or unclosed.
pub fn other_than<'a>(text: &'a str, known: &[&str]) -> Option<&'a str> {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("{{") {
        let Some((name, tail)) = after.split_once("}}") else { return Some(shorten(after)) };
        if !known.contains(&name.trim()) {
            return Some(shorten(name.trim()));
        }
        rest = tail;
    }
    None
}

/// Replaces every placeholder; one without a value becomes empty.
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, tail)) = after.split_once("}}") else { break };
        out.push_str(before);
        let value = values.iter().find(|(known, _)| *known == name.trim());
        out.push_str(value.map_or("", |(_, value)| value));
        rest = tail;
    }
    out.push_str(rest);
    out
}

fn shorten(name: &str) -> &str {
    name.char_indices().nth(30).map_or(name, |(at, _)| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::{fill, unknown_placeholder};

    #[test]
    fn inserted_values_are_not_expanded_again() {
        let values = [("otp", "{{ link }}"), ("link", "x")];
        assert_eq!(fill("Code {{ otp }}, {{status}}.", &values), "Code {{ link }}, .");
        assert_eq!(fill("{{ broken", &values), "{{ broken");
    }

    #[test]
    fn unknown_placeholders_are_found() {
        assert_eq!(unknown_placeholder("Dear {{ partyName }}, {{link}}"), None);
        assert_eq!(unknown_placeholder("{{7*7}}"), Some("7*7"));
        assert_eq!(unknown_placeholder("{{ partyName"), Some(" partyName"));
        assert_eq!(unknown_placeholder("{% for x in y %} is plain text"), None);
    }
}
