//! What the operator allows.

use std::collections::BTreeMap;
use std::net::IpAddr;

use super::limits::{Target, TargetKind};
use super::network::{Network, is_public};

#[derive(Debug, Clone, Default)]
pub struct AllowList {
    /// `host`, `host:port`, `*.domain`, `*.domain:port`
    pub hosts: Vec<String>,
    /// Private networks in which these hosts may be; all other hosts must be on the public internet.
    pub networks: Vec<Network>,
}

/// The hosts and networks that the operator allows.
#[derive(Debug, Clone, Default)]
pub struct OutboundRules {
    /// For every entity. What the list of an entity names is for that entity only.
    pub everyone: AllowList,
    /// By `IN/NGB`.
    pub entities: BTreeMap<String, AllowList>,
    /// Hosts of the operator's own systems, which no entity reaches by this.
    pub own_hosts: Vec<String>,
    /// The kinds that may be reached without encryption inside private networks, besides those that always may.
    pub clear_text: Vec<TargetKind>,
    /// Certificates to trust besides the system's, as PEM.
    pub certificates: Vec<u8>,
}

impl OutboundRules {
    pub fn allows_host(&self, entity: Option<&str>, host: &str, port: u16) -> bool {
        let names = |hosts: &[String]| hosts.iter().any(|rule| matches(rule, host, port));
        match entity {
            None => names(&self.own_hosts),
            Some(entity) => self.allows(entity, |list| names(&list.hosts)),
        }
    }

    pub fn allows_network(&self, entity: Option<&str>, address: IpAddr) -> bool {
        let contains = |list: &AllowList| list.networks.iter().any(|network| network.contains(address));
        entity.map_or_else(|| contains(&self.everyone), |entity| self.allows(entity, contains))
    }

    /// What the lists of entities name is for these entities only.
    fn allows(&self, entity: &str, names: impl Fn(&AllowList) -> bool) -> bool {
        let mut owners = self.entities.iter().filter(|(_, list)| names(list)).peekable();
        if owners.peek().is_none() { names(&self.everyone) } else { owners.any(|(owner, _)| owner == entity) }
    }

    /// Whether passwords and documents may go to this address without encryption.
    pub fn allows_clear_text(&self, target: &Target, address: IpAddr) -> bool {
        let is_listed = self.clear_text.contains(&target.kind);
        match target.kind {
            TargetKind::IdentityProvider => false,
            TargetKind::Directory => address.is_loopback() || (is_listed && !is_public(address)),
            TargetKind::Drive => is_listed && !is_public(address),
            _ => !is_public(address),
        }
    }
}

pub(super) fn matches(rule: &str, host: &str, port: u16) -> bool {
    let (name, only) = match rule.rsplit_once(':') {
        Some((name, digits)) if digits.parse::<u16>().is_ok() => (name, digits.parse::<u16>().ok()),
        _ => (rule, None),
    };
    let host = host.trim_end_matches('.');
    let name_fits = match name.strip_prefix("*.") {
        Some(domain) => {
            let split = host.len().checked_sub(domain.len() + 1);
            split.is_some_and(|at| {
                at > 0
                    && host.is_char_boundary(at)
                    && host[at..].starts_with('.')
                    && host[at + 1..].eq_ignore_ascii_case(domain)
            })
        }
        None => host.eq_ignore_ascii_case(name),
    };
    name_fits && only.is_none_or(|only| only == port)
}
