//! The single sign-on server of an entity's staff: a row of SSO Configuration with its secret decrypted.

use std::net::IpAddr;

use crate::format::is_host;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    Ldap,
    Oidc,
}

impl Protocol {
    pub fn parse(name: &str) -> Option<Protocol> {
        match name {
            "LDAP" => Some(Protocol::Ldap),
            "OIDC" => Some(Protocol::Oidc),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Protocol::Ldap => "LDAP",
            Protocol::Oidc => "OIDC",
        }
    }
}

/// No `Debug`, because it contains a secret.
#[derive(Clone)]
pub struct SsoServer {
    /// `IN/NGB`
    pub entity: String,
    pub app_code: String,
    pub protocol: Protocol,
    pub host: String,
    /// Used instead of resolving the host name.
    pub address: Option<IpAddr>,
    pub port: u16,
    /// LDAP: the base of the tree. OIDC: the client id.
    pub dn_name: String,
    /// LDAP: the template that names or finds a user, containing `{userId}`. OIDC: the claim with the user id.
    pub cn_name: String,
    /// LDAP: the password of `service_dn`. OIDC: the client secret.
    pub secret: Option<String>,
    /// LDAP: `Tls`, `StartTls` or `None`.
    pub security: String,
    /// LDAP: the account that searches, where a search is needed.
    pub service_dn: Option<String>,
    /// LDAP: the attribute with the user id; without it, the typed id is used.
    pub user_attribute: Option<String>,
    /// OIDC: the path of the issuer, such as `/realms/bank`.
    pub issuer_path: Option<String>,
    /// Local passwords are not accepted.
    pub sso_only: bool,
}

impl SsoServer {
    /// True when logins can be checked with these settings. A template without the user id would log everybody in under
    /// one name, so it is not usable.
    pub fn is_usable(&self) -> bool {
        is_host(&self.host) && (self.protocol != Protocol::Ldap || is_template(&self.cn_name))
    }
}

/// True when the template finds one account by the user id: it names the id exactly once, and a filter only as the
/// whole value of an equality that every match must meet. Otherwise one account could be tried under many ids.
pub fn is_template(text: &str) -> bool {
    let is_once = text.matches(USER_ID).count() == 1 && !text.chars().any(char::is_control);
    is_once
        && match Naming::of(text) {
            Naming::Filter(filter) => requires_user_id(filter),
            _ => true,
        }
}

/// True for a whole filter whose matches all have the user id: an equality, or an AND with such a part.
fn requires_user_id(filter: &str) -> bool {
    let Some(inner) = filter.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return false };
    match inner.strip_prefix('&') {
        Some(parts) => parts_of(parts).is_some_and(|parts| parts.into_iter().any(requires_user_id)),
        None => inner.split_once('=').is_some_and(|(attribute, value)| value == USER_ID && is_attribute(attribute)),
    }
}

/// The filters of an AND; `None` when the brackets do not match.
fn parts_of(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    parts.push(&text[start..=at]);
                    start = at + 1;
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    (depth == 0).then_some(parts)
}

/// The name of an LDAP attribute: letters, digits and hyphens.
pub fn is_attribute(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|character| character.is_ascii_alphanumeric() || character == '-')
}

/// The placeholder for the user id in a directory template.
pub const USER_ID: &str = "{userId}";

/// How a user is looked up in a directory.
#[derive(Debug, PartialEq, Eq)]
pub enum Naming<'a> {
    /// `uid={userId}`: a relative DN, below the base.
    Below(&'a str),
    /// `{userId}@corp.example`: a name that the directory itself understands.
    Direct(&'a str),
    /// `(sAMAccountName={userId})`: found by a filter, below the base.
    Filter(&'a str),
}

impl Naming<'_> {
    pub fn of(template: &str) -> Naming<'_> {
        match template {
            filter if filter.starts_with('(') => Naming::Filter(filter),
            part if part.contains('=') => Naming::Below(part),
            whole => Naming::Direct(whole),
        }
    }
}

/// An id that may be sent to a directory. Directories accept many spellings of one name (spaces, widths, accents); only
/// ids with a single spelling (apart from case) are sent, so that failed attempts can be counted.
pub fn is_plain_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= 128 && id.chars().all(|character| character.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_decides_how_a_user_is_looked_up() {
        assert_eq!(Naming::of("uid={userId}"), Naming::Below("uid={userId}"));
        assert_eq!(Naming::of("{userId}@corp.example"), Naming::Direct("{userId}@corp.example"));
        assert_eq!(Naming::of("(mail={userId})"), Naming::Filter("(mail={userId})"));
    }

    #[test]
    fn a_template_without_the_user_id_is_not_used() {
        for good in [
            "uid={userId}",
            "{userId}@corp.example",
            "(sAMAccountName={userId})",
            "(&(objectClass=person)(uid={userId}))",
            "(&(|(objectClass=user)(objectClass=person))(&(!(locked=*))(uid={userId})))",
        ] {
            assert!(is_template(good), "{good}");
        }
        for bad in [
            "uid=admin",
            "(uid={userId}",
            "uid={userId}\n",
            "",
            "(!(cn={userId}))",
            "(&(objectClass=person)(!(cn={userId})))",
            "(|(uid={userId})(cn=admin))",
            "(uid=*{userId})",
            "(uid={userId}*)",
            "(uid>={userId})",
            "(uid~={userId})",
            "(cn:dn:={userId})",
            "(&(uid={userId})(mail={userId}))",
            "(&(cn=admin)x(uid={userId}))",
            "(uid={userId})(cn=*)",
            "(uid={userId}))",
            "cn={userId}+uid={userId}",
        ] {
            assert!(!is_template(bad), "{bad}");
        }
    }

    #[test]
    fn ids_with_two_spellings_are_refused() {
        assert!(is_plain_id("BANKER1") && is_plain_id("a.b@c.example") && is_plain_id("*)(uid=*"));
        for id in ["", "a b", "a ", "\u{ff21}DMIN", "a\0", "ádmin"] {
            assert!(!is_plain_id(id), "{id:?}");
        }
    }
}
