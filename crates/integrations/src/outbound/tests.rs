use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

fn list(hosts: &[&str], networks: &[&str]) -> AllowList {
    AllowList {
        hosts: hosts.iter().map(ToString::to_string).collect(),
        networks: networks.iter().map(|text| text.parse().unwrap()).collect(),
    }
}

fn rules(hosts: &[&str], networks: &[&str]) -> OutboundRules {
    OutboundRules { everyone: list(hosts, networks), ..OutboundRules::default() }
}

fn target(host: &str, port: u16) -> Target {
    Caller::entity(TargetKind::Webhook, "IN/NGB").target(host, port)
}

fn at(address: &str) -> Target {
    Target { address: Some(address.parse().unwrap()), ..target("a.example", 443) }
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
    outbound.addresses(&target(host, 443)).await
}

#[tokio::test]
async fn only_listed_hosts_are_resolved() {
    let (outbound, asked) = rebinding(rules(&["a.example:443", "*.b.example"], &[]), &[&["93.184.216.34"]]);
    for host in ["c.example", "xa.example", "a.example.evil.example", "b.example", "xb.example", "a.example@evil", ""] {
        assert!(matches!(outcome(&outbound, host).await, Err(Blocked::Forbidden(_))), "{host}");
    }
    assert!(matches!(outbound.addresses(&target("a.example", 22)).await, Err(Blocked::Forbidden(_))));
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
        let literal = literal(inside.parse().unwrap());
        let (given, _) = rebinding(rules(&["a.example", &literal], &[]), &[&["93.184.216.34"]]);
        let blocked = given.addresses(&at(inside)).await;
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
    let stream = outbound.connect(&target("a.example", port), false).await.unwrap();
    assert_eq!(stream.peer_addr().unwrap().ip().to_string(), "127.0.0.1");
    assert_eq!(asked.load(Ordering::SeqCst), 1, "one look-up per connection");
    let second = outbound.connect(&target("a.example", port), false).await;
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

#[tokio::test]
async fn a_given_address_is_listed_like_a_host() {
    let (outbound, asked) = rebinding(rules(&["a.example"], &["10.20.0.0/16"]), &[&["93.184.216.34"]]);
    for address in ["10.20.0.5", "93.184.216.34", "::ffff:10.20.0.5", "2606:2800:220:1::1"] {
        let blocked = outbound.addresses(&at(address)).await;
        assert!(matches!(blocked, Err(Blocked::Forbidden(_))), "{address}");
    }
    let listed = rules(&["a.example", "10.20.0.5:443", "[2606:2800:220:1::1]"], &["10.20.0.0/16"]);
    let (outbound, _) = rebinding(listed, &[&["93.184.216.34"]]);
    for (address, connected) in [
        ("10.20.0.5", "10.20.0.5:443"),
        ("::ffff:10.20.0.5", "10.20.0.5:443"),
        ("2606:2800:220:1::1", "[2606:2800:220:1::1]:443"),
    ] {
        assert_eq!(outbound.addresses(&at(address)).await.unwrap()[0].to_string(), connected);
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn what_an_entity_lists_is_for_that_entity_only() {
    let mut rules = rules(&["relay.example", "*.bank.example"], &["10.0.0.0/8"]);
    rules.entities.insert("IN/NGB".into(), list(&["ldap.bank.example:636", "own.example"], &["10.20.0.0/16"]));
    rules.entities.insert("IN/KALVI".into(), list(&["own.example"], &[]));
    rules.own_hosts = vec!["sms.example".into()];
    let reaches = async |entity: Option<&str>, host: &str, port: u16, address: &str| {
        let (outbound, _) = rebinding(rules.clone(), &[&[address]]);
        let caller = Caller { kind: TargetKind::Webhook, entity: entity.map(str::to_owned) };
        outbound.addresses(&caller.target(host, port)).await.is_ok()
    };
    let (ngb, kalvi, other) = (Some("IN/NGB"), Some("IN/KALVI"), Some("IN/OTHER"));
    for (entity, host, port, address, is_open) in [
        (ngb, "relay.example", 25, "10.1.0.1", true),
        (other, "relay.example", 25, "10.1.0.1", true),
        (ngb, "ldap.bank.example", 636, "10.20.0.1", true),
        (kalvi, "ldap.bank.example", 636, "10.20.0.1", false),
        (other, "ldap.bank.example", 636, "93.184.216.34", false),
        (other, "ldap.bank.example", 443, "93.184.216.34", true),
        // A name of everybody that leads into the network of one.
        (other, "relay.example", 25, "10.20.0.1", false),
        (ngb, "own.example", 443, "93.184.216.34", true),
        (kalvi, "own.example", 443, "93.184.216.34", true),
        (other, "own.example", 443, "93.184.216.34", false),
        (None, "sms.example", 443, "93.184.216.34", true),
        (None, "relay.example", 25, "10.1.0.1", false),
        (ngb, "sms.example", 443, "93.184.216.34", false),
    ] {
        assert_eq!(reaches(entity, host, port, address).await, is_open, "{entity:?} {host}:{port} {address}");
    }
}

#[tokio::test]
async fn clear_text_stays_where_the_operator_allows_it() {
    let all = ["127.0.0.1", "10.20.0.5", "93.184.216.34"];
    for (kind, listed, expected) in [
        (TargetKind::Directory, false, [true, false, false]),
        (TargetKind::Directory, true, [true, true, false]),
        (TargetKind::Drive, false, [false, false, false]),
        (TargetKind::Drive, true, [true, true, false]),
        (TargetKind::IdentityProvider, true, [false, false, false]),
        (TargetKind::Webhook, false, [true, true, false]),
        (TargetKind::Mail, false, [true, true, false]),
    ] {
        let mut rules = rules(&["a.example"], &["127.0.0.0/8", "10.0.0.0/8"]);
        rules.clear_text = if listed { vec![kind] } else { Vec::new() };
        for (address, is_open) in all.iter().zip(expected) {
            let (outbound, _) = rebinding(rules.clone(), &[&[address]]);
            let target = Caller::entity(kind, "IN/NGB").target("a.example", 80);
            let found = outbound.addresses_for_clear_text(&target).await;
            assert_eq!(found.is_ok(), is_open, "{kind:?} {listed} {address}");
            assert!(is_open || matches!(found, Err(Blocked::ClearText(_))));
        }
    }
}

/// Counts the calls; each fails like a server that does not answer.
async fn dead(outbound: &Outbound, target: &Target, tried: &AtomicUsize) -> Result<(), Blocked> {
    let work = async {
        tried.fetch_add(1, Ordering::SeqCst);
        Err(Blocked::Unreachable("silence".into()))
    };
    outbound.call(target, work).await
}

/// A connector whose memory lasts for the whole test, or for no time.
fn remembering(remembered: fn(TargetKind) -> Limits) -> Outbound {
    rebinding(rules(&["a.example"], &[]), &[&["93.184.216.34"]]).0.with_limits(remembered)
}

fn long(kind: TargetKind) -> Limits {
    Limits { remembered: Duration::from_secs(3600), ..kind.limits() }
}

fn short(kind: TargetKind) -> Limits {
    Limits { remembered: Duration::from_nanos(1), ..kind.limits() }
}

#[tokio::test]
async fn a_failure_is_remembered_for_one_server_of_one_entity() {
    let (outbound, server, tried) = (remembering(long), target("a.example", 443), AtomicUsize::new(0));
    for _ in 0..5 {
        assert!(matches!(dead(&outbound, &server, &tried).await, Err(Blocked::Unreachable(_))));
    }
    assert_eq!(tried.load(Ordering::SeqCst), 1);
    let kalvi = Target { entity: Some("IN/KALVI".into()), ..server.clone() };
    let directory = Target { kind: TargetKind::Directory, ..server.clone() };
    for other in [kalvi, target("a.example", 444), directory] {
        assert_eq!(outbound.call(&other, async { Ok(1) }).await, Ok(1));
    }
    // Somebody tests the connection.
    outbound.forget_failure(&server);
    assert_eq!(outbound.call(&server, async { Ok(2) }).await, Ok(2));
    // What is not allowed says nothing about the server.
    let forbidden = async { Err::<(), _>(Blocked::Forbidden("not listed".into())) };
    assert!(outbound.call(&server, forbidden).await.is_err());
    assert_eq!(outbound.call(&server, async { Ok(3) }).await, Ok(3));
}

#[tokio::test]
async fn a_single_failure_of_what_everybody_shares_stops_nobody() {
    for kind in [TargetKind::Storage, TargetKind::Mail, TargetKind::Sms] {
        let server = Target { kind, ..target("a.example", 443) };
        let (outbound, tried) = (remembering(long), AtomicUsize::new(0));
        for calls in [2, 4] {
            for _ in 0..2 {
                assert!(dead(&outbound, &server, &tried).await.is_err());
            }
            assert_eq!(outbound.call(&server, async { Ok(1) }).await, Ok(1), "a success forgets failures");
            assert_eq!(tried.load(Ordering::SeqCst), calls);
        }
        for _ in 0..5 {
            assert!(dead(&outbound, &server, &tried).await.is_err());
        }
        assert_eq!(tried.load(Ordering::SeqCst), 7, "the third in a row is remembered: {kind:?}");
    }
}

#[tokio::test]
async fn one_call_tries_whether_a_server_is_back() {
    let (outbound, server, tried) = (remembering(short), target("a.example", 443), AtomicUsize::new(0));
    assert!(dead(&outbound, &server, &tried).await.is_err());
    let (finish, finished) = tokio::sync::oneshot::channel::<()>();
    {
        let trial = outbound.call(&server, async { finished.await.map_err(|_| Blocked::Busy("lost".into())) });
        let mut trial = std::pin::pin!(trial);
        assert!(tokio::time::timeout(Duration::from_millis(10), &mut trial).await.is_err(), "it is under way");
        assert!(dead(&outbound, &server, &tried).await.is_err());
        assert_eq!(tried.load(Ordering::SeqCst), 1, "the others still fail at once");
        finish.send(()).unwrap();
        assert_eq!(trial.await, Ok(()));
    }
    assert!(dead(&outbound, &server, &tried).await.is_err());
    assert_eq!(tried.load(Ordering::SeqCst), 2, "it answered again");
    // A trial that is given up leaves the next one.
    let never = outbound.call(&server, std::future::pending::<Result<(), Blocked>>());
    assert!(tokio::time::timeout(Duration::from_millis(10), never).await.is_err());
    assert_eq!(outbound.call(&server, async { Ok(4) }).await, Ok(4));
}

#[tokio::test]
async fn a_call_ends_in_time_and_another_entity_has_its_own_slots() {
    let limits = |kind: TargetKind| Limits {
        total: Duration::from_millis(300),
        slot_wait: Duration::from_millis(50),
        slots: 2,
        ..kind.limits()
    };
    let (outbound, server) = (Arc::new(remembering(limits)), target("a.example", 443));
    let hanging: Vec<_> = (0..2)
        .map(|_| {
            let (outbound, server) = (outbound.clone(), server.clone());
            tokio::spawn(async move { outbound.call(&server, std::future::pending::<Result<(), Blocked>>()).await })
        })
        .collect();
    tokio::task::yield_now().await;
    let other = Target { entity: Some("IN/KALVI".into()), ..server.clone() };
    assert_eq!(outbound.call(&other, async { Ok(1) }).await, Ok(1));
    assert!(outbound.call(&server, async { Ok(2) }).await.is_err(), "busy, or left alone");
    for one in hanging {
        assert!(matches!(one.await.unwrap(), Err(Blocked::Unreachable(text)) if text.contains("no answer")));
    }
}
