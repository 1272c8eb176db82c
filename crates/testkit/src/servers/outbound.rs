use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use integrations::outbound::{AllowList, Limits, LookUpFuture, Outbound, OutboundRules, Resolver, TargetKind};

/// Resolves every name to this machine.
struct Here;

impl Resolver for Here {
    fn look_up<'a>(&'a self, _: &'a str) -> LookUpFuture<'a> {
        Box::pin(std::future::ready(Ok(vec![IpAddr::V4(Ipv4Addr::LOCALHOST)])))
    }
}

/// Outbound connections to these hosts on this machine; `authority` is trusted besides the system's. A failure is
/// forgotten at once, so that a test can mend a server and go on.
pub fn outbound(hosts: &[&str], authority: &str) -> Arc<Outbound> {
    let limits = |kind: TargetKind| Limits { remembered: Duration::from_millis(1), ..kind.limits() };
    Arc::new(outbound_by(outbound_rules(hosts, authority)).with_limits(limits))
}

/// The rules of `outbound`.
pub fn outbound_rules(hosts: &[&str], authority: &str) -> OutboundRules {
    let hosts: Vec<String> = hosts.iter().map(ToString::to_string).collect();
    OutboundRules {
        everyone: AllowList { hosts: hosts.clone(), networks: vec!["127.0.0.0/8".parse().expect("a network")] },
        own_hosts: hosts,
        clear_text: vec![TargetKind::Drive],
        certificates: authority.as_bytes().to_vec(),
        ..OutboundRules::default()
    }
}

/// With the limits of the product; every name resolves to this machine.
pub fn outbound_by(rules: OutboundRules) -> Outbound {
    Outbound::new(rules, Box::new(Here)).expect("connections")
}
