//! How an entity's staff proves who it is elsewhere: a row of SSO Configuration, its secret opened.

use std::net::IpAddr;

use crate::master_data::check::is_host;

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

/// Without `Debug`, because it carries a secret.
#[derive(Clone)]
pub struct SsoServer {
    pub app_code: String,
    pub protocol: Protocol,
    pub host: String,
    /// In place of what the name resolves to.
    pub address: Option<IpAddr>,
    pub port: u16,
    /// LDAP: the base of the tree. OIDC: the client id.
    pub dn_name: String,
    /// LDAP: how a user is named or found, with `{userId}` in it. OIDC: the claim that holds the user id.
    pub cn_name: String,
    /// LDAP: the password of `service_dn`. OIDC: the client's secret.
    pub secret: Option<String>,
    /// LDAP: `Tls`, `StartTls` or `None`.
    pub security: String,
    /// LDAP: who searches, where a search is needed.
    pub service_dn: Option<String>,
    /// LDAP: the attribute that holds the user id; without it, the id that was typed counts.
    pub user_attribute: Option<String>,
    /// OIDC: the path of the issuer, as `/realms/bank`.
    pub issuer_path: Option<String>,
    /// Passwords of our own are not accepted beside it.
    pub sso_only: bool,
}

impl SsoServer {
    /// Can anybody be asked with what was typed here? A template that does not name the user would let everyone in
    /// under one name, so it is as good as none.
    pub fn is_usable(&self) -> bool {
        is_host(&self.host) && (self.protocol != Protocol::Ldap || is_template(&self.cn_name))
    }
}

fn is_template(text: &str) -> bool {
    let whole = match Naming::of(text) {
        Naming::Filter(filter) => filter.ends_with(')') && filter.matches('(').count() == filter.matches(')').count(),
        _ => true,
    };
    whole && text.contains(USER_ID) && !text.chars().any(char::is_control)
}

/// What stands for the id in the template of a directory.
pub const USER_ID: &str = "{userId}";

/// How a directory is asked about a user.
#[derive(Debug, PartialEq, Eq)]
pub enum Naming<'a> {
    /// `uid={userId}`: a part of a DN, below the base.
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

/// An id that may be shown to a directory. Directories take many spellings for one name (spaces, widths, accents);
/// only ids that have a single spelling but for their case are asked about, so that tries can be counted.
pub fn is_plain_id(id: &str) -> bool {
    !id.is_empty() && id.len() <= 128 && id.chars().all(|character| character.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_says_how_a_user_is_named() {
        assert_eq!(Naming::of("uid={userId}"), Naming::Below("uid={userId}"));
        assert_eq!(Naming::of("{userId}@corp.example"), Naming::Direct("{userId}@corp.example"));
        assert_eq!(Naming::of("(mail={userId})"), Naming::Filter("(mail={userId})"));
    }

    #[test]
    fn a_template_that_names_nobody_is_not_used() {
        for good in ["uid={userId}", "(&(objectClass=person)(uid={userId}))", "{userId}@corp.example"] {
            assert!(is_template(good), "{good}");
        }
        for bad in ["uid=admin", "(uid={userId}", "uid={userId}\n", ""] {
            assert!(!is_template(bad), "{bad}");
        }
    }

    #[test]
    fn ids_with_two_spellings_are_not_asked_about() {
        assert!(is_plain_id("BANKER1") && is_plain_id("a.b@c.example") && is_plain_id("*)(uid=*"));
        for id in ["", "a b", "a ", "\u{ff21}DMIN", "a\0", "ádmin"] {
            assert!(!is_plain_id(id), "{id:?}");
        }
    }
}
