use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use integrations::outbound::{LookUpFuture, Outbound, OutboundRules, Resolver};

/// Resolves every name to this machine.
struct Here;

impl Resolver for Here {
    fn look_up<'a>(&'a self, _: &'a str) -> LookUpFuture<'a> {
        Box::pin(std::future::ready(Ok(vec![IpAddr::V4(Ipv4Addr::LOCALHOST)])))
    }
}

/// Outbound connections to these hosts on this machine; `authority` is trusted besides the system's.
pub fn outbound(hosts: &[&str], authority: &str) -> Arc<Outbound> {
    let rules = OutboundRules {
        hosts: hosts.iter().map(ToString::to_string).collect(),
        networks: vec!["127.0.0.0/8".parse().expect("a network")],
        certificates: authority.as_bytes().to_vec(),
    };
    Arc::new(Outbound::new(rules, Box::new(Here)).expect("a door"))
}
