//! Mail and SMS texts carry placeholders out of a closed list, written `{{ name }}`.

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
];

/// The first placeholder that is not on the list, or the first that is never closed.
pub fn unknown_placeholder(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("{{") {
        let Some((name, tail)) = after.split_once("}}") else { return Some(shorten(after)) };
        if !PLACEHOLDERS.contains(&name.trim()) {
            return Some(shorten(name.trim()));
        }
        rest = tail;
    }
    None
}

fn shorten(name: &str) -> &str {
    name.char_indices().nth(30).map_or(name, |(at, _)| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::unknown_placeholder;

    #[test]
    fn placeholders_outside_the_list_are_found() {
        assert_eq!(unknown_placeholder("Dear {{ partyName }}, {{link}}"), None);
        assert_eq!(unknown_placeholder("{{7*7}}"), Some("7*7"));
        assert_eq!(unknown_placeholder("{{ partyName"), Some(" partyName"));
        assert_eq!(unknown_placeholder("{% for x in y %} is plain text"), None);
    }
}
