use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

fn rules(hosts: &[&str], networks: &[&str]) -> OutboundRules {
    OutboundRules {
        hosts: hosts.iter().map(ToString::to_string).collect(),
        networks: networks.iter().map(|text| text.parse().unwrap()).collect(),
        certificates: Vec::new(),
    }
}

/// Returns the next list at each look-up, like a name whose DNS records change.
struct Rebinding {
    answers: Vec<Vec<IpAddr>>,
    asked: Arc<AtomicUsize>,
}

impl Resolver for Rebinding {
    fn look_up<'a>(&'a self, _: &'a str) -> LookUpFuture<'a> {
        let at = self.asked.fetch_add(1, Ordering::SeqCst).min(self.answers.len() - 1);
        Box::pin(std::future::ready(Ok(self.answers[at].clone())))
    }
}

fn rebinding(rules: OutboundRules, answers: &[&[&str]]) -> (Outbound, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let answers =
        answers.iter().map(|all| all.iter().map(|text| text.parse().unwrap()).collect()).collect::<Vec<Vec<IpAddr>>>();
    let resolver = Rebinding { answers, asked: asked.clone() };
    (Outbound::new(rules, Box::new(resolver)).unwrap(), asked)
}

async fn outcome(outbound: &Outbound, host: &str) -> Result<Vec<SocketAddr>, Blocked> {
    outbound.addresses(host, 443, None).await
}

#[tokio::test]
async fn only_listed_hosts_are_resolved() {
    let (outbound, asked) = rebinding(rules(&["a.example:443", "*.b.example"], &[]), &[&["93.184.216.34"]]);
    for host in ["c.example", "xa.example", "a.example.evil.example", "b.example", "xb.example", "a.example@evil", ""] {
        assert!(matches!(outcome(&outbound, host).await, Err(Blocked::Forbidden(_))), "{host}");
    }
    assert!(matches!(outbound.addresses("a.example", 22, None).await, Err(Blocked::Forbidden(_))));
    assert_eq!(asked.load(Ordering::SeqCst), 0, "they are not resolved");
    for host in ["a.example", "A.EXAMPLE", "x.b.example", "x.y.B.example"] {
        assert_eq!(outcome(&outbound, host).await.unwrap()[0].to_string(), "93.184.216.34:443", "{host}");
    }
}

#[tokio::test]
async fn a_listed_name_that_resolves_to_a_private_address_is_blocked() {
    for inside in [
        "127.0.0.1",
        "10.0.0.5",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.0.8",
        "198.18.0.1",
        "240.0.0.1",
        "::1",
        "::",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::",
        "fe80::1",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "2001:db8::1",
        "2001::1",
        "fec0::1",
    ] {
        let (outbound, _) = rebinding(rules(&["a.example"], &[]), &[&[inside]]);
        assert!(matches!(outcome(&outbound, "a.example").await, Err(Blocked::Forbidden(_))), "{inside}");
        let (mixed, _) = rebinding(rules(&["a.example"], &[]), &[&["93.184.216.34", inside]]);
        assert!(matches!(outcome(&mixed, "a.example").await, Err(Blocked::Forbidden(_))), "mixed {inside}");
        let (given, _) = rebinding(rules(&["a.example"], &[]), &[&["93.184.216.34"]]);
        let blocked = given.addresses("a.example", 443, Some(inside.parse().unwrap())).await;
        assert!(matches!(blocked, Err(Blocked::Forbidden(_))), "given {inside}");
    }
    for outside in ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34"] {
        let (outbound, _) = rebinding(rules(&["a.example"], &[]), &[&[outside]]);
        assert!(outcome(&outbound, "a.example").await.is_ok(), "{outside}");
    }
}

#[tokio::test]
async fn listed_networks_allow_only_their_range_and_never_metadata_services() {
    let open = rules(&["a.example"], &["10.20.0.0/16", "127.0.0.1", "169.254.0.0/16", "fd12::/16"]);
    for (address, is_open) in [
        ("10.20.3.4", true),
        ("10.21.3.4", false),
        ("127.0.0.1", true),
        ("127.0.0.2", false),
        ("::ffff:127.0.0.1", true),
        ("fd12::9", true),
        ("fd13::9", false),
        ("169.254.169.254", false),
    ] {
        let (outbound, _) = rebinding(open.clone(), &[&[address]]);
        assert_eq!(outcome(&outbound, "a.example").await.is_ok(), is_open, "{address}");
    }
    assert!("10.0.0.0/33".parse::<Network>().is_err() && "ten".parse::<Network>().is_err());
    assert!("0.0.0.0/0".parse::<Network>().unwrap().contains("8.8.8.8".parse().unwrap()));
}

/// The name resolves to an allowed address when checked, and to another one when resolved again.
#[tokio::test]
async fn a_rebound_name_is_connected_at_its_checked_address() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let trap = tokio::net::TcpListener::bind(("127.0.0.2", listener.local_addr().unwrap().port())).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (outbound, asked) = rebinding(rules(&["a.example"], &["127.0.0.1"]), &[&["127.0.0.1"], &["127.0.0.2"]]);
    let stream = outbound.connect("a.example", port, None).await.unwrap();
    assert_eq!(stream.peer_addr().unwrap().ip().to_string(), "127.0.0.1");
    assert_eq!(asked.load(Ordering::SeqCst), 1, "one look-up per connection");
    let second = outbound.connect("a.example", port, None).await;
    assert!(matches!(second, Err(Blocked::Forbidden(_))), "the new address is checked too");
    let reached = tokio::time::timeout(Duration::from_millis(50), trap.accept()).await;
    assert!(reached.is_err(), "the second address is never contacted");
}

#[tokio::test]
async fn addresses_in_unusual_notation_are_blocked() {
    let odd = ["127.1", "2130706433", "0x7f000001", "017700000001", "localhost", "[::1]", "[::ffff:127.0.0.1]"];
    let outbound = Outbound::new(rules(&odd, &[]), Box::new(SystemResolver)).unwrap();
    for host in odd {
        assert!(outcome(&outbound, host).await.is_err(), "{host}");
    }
}
