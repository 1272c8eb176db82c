//! The client address of a call that came through trusted proxies.

use std::net::IpAddr;

use axum::http::HeaderMap;
use ipnet::IpNet;

/// Networks of trusted proxies. Forwarding headers of anyone else are ignored, because they are easily forged.
#[derive(Debug, Clone, Default)]
pub struct Proxies(Vec<IpNet>);

impl Proxies {
    /// Addresses (`10.0.0.7`) and networks (`10.0.0.0/8`, `fd00::/8`).
    pub fn parse(texts: &[String]) -> Result<Proxies, String> {
        let read = |text: &String| {
            let net = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
            net.map_err(|_| format!("{text} is neither an address nor a network"))
        };
        texts.iter().map(read).collect::<Result<_, _>>().map(Proxies)
    }

    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = unmapped(address);
        self.0.iter().any(|net| net.contains(&address))
    }

    /// The last address in the chain that is not a trusted proxy; earlier ones may be forged.
    pub fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer;
        }
        let mut nearest = peer;
        let lines: Vec<&str> =
            headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
        for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            match hop.trim().parse::<IpAddr>() {
                Ok(address) if self.trusts(address) => nearest = unmapped(address),
                Ok(address) => return unmapped(address),
                Err(_) => return nearest,
            }
        }
        nearest
    }
}

/// Converts an IPv4-mapped IPv6 address to IPv4.
fn unmapped(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => v6.to_ipv4_mapped().map_or(address, IpAddr::V4),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        headers
    }

    fn origin(trusted: &[&str], peer: &str, lines: &[&str]) -> String {
        let texts: Vec<String> = trusted.iter().map(|text| (*text).to_owned()).collect();
        Proxies::parse(&texts).unwrap().origin(peer.parse().unwrap(), &headers(lines)).to_string()
    }

    #[test]
    fn headers_of_an_untrusted_peer_are_ignored() {
        assert_eq!(origin(&[], "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(origin(&["10.0.0.0/8"], "203.0.113.9", &["10.0.0.1"]), "203.0.113.9");
    }

    #[test]
    fn the_last_untrusted_address_is_the_client() {
        let ours = ["10.0.0.0/8", "::1"];
        assert_eq!(origin(&ours, "10.1.2.3", &["198.51.100.1"]), "198.51.100.1");
        // The caller's own entries come first and are ignored.
        assert_eq!(origin(&ours, "10.1.2.3", &["1.1.1.1, 198.51.100.1, 10.9.9.9"]), "198.51.100.1");
        assert_eq!(origin(&ours, "10.1.2.3", &["1.1.1.1", "198.51.100.1"]), "198.51.100.1");
        assert_eq!(origin(&ours, "::ffff:10.1.2.3", &["::ffff:198.51.100.1"]), "198.51.100.1");
        assert_eq!(origin(&ours, "::1", &["2001:db8::7"]), "2001:db8::7");
    }

    #[test]
    fn an_unreadable_entry_ends_the_search() {
        let ours = ["10.0.0.0/8"];
        assert_eq!(origin(&ours, "10.1.2.3", &["198.51.100.1, <script>"]), "10.1.2.3");
        assert_eq!(origin(&ours, "10.1.2.3", &["198.51.100.1, nonsense, 10.9.9.9"]), "10.9.9.9");
        assert_eq!(origin(&ours, "10.1.2.3", &[]), "10.1.2.3");
        assert!(Proxies::parse(&["10.0.0.0/99".to_owned()]).is_err());
    }
}
