//! Where a call really came from, when it came through machines of our own.

use std::net::IpAddr;

use axum::http::HeaderMap;
use ipnet::IpNet;

/// Networks of proxies whose word is taken. Nobody else's is: a forwarding header is easily written.
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
        let address = plain(address);
        self.0.iter().any(|net| net.contains(&address))
    }

    /// The last address on the way that is not one of ours: what stands before it may be made up.
    pub fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer;
        }
        let mut nearest = peer;
        let lines: Vec<&str> =
            headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
        for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            match hop.trim().parse::<IpAddr>() {
                Ok(address) if self.trusts(address) => nearest = plain(address),
                Ok(address) => return plain(address),
                Err(_) => return nearest,
            }
        }
        nearest
    }
}

/// An IPv4 address that came in the clothes of IPv6.
fn plain(address: IpAddr) -> IpAddr {
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
    fn a_stranger_is_not_believed() {
        assert_eq!(origin(&[], "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(origin(&["10.0.0.0/8"], "203.0.113.9", &["10.0.0.1"]), "203.0.113.9");
    }

    #[test]
    fn the_last_one_that_is_not_ours_counts() {
        let ours = ["10.0.0.0/8", "::1"];
        assert_eq!(origin(&ours, "10.1.2.3", &["198.51.100.1"]), "198.51.100.1");
        // What the caller wrote himself stands first and is passed over.
        assert_eq!(origin(&ours, "10.1.2.3", &["1.1.1.1, 198.51.100.1, 10.9.9.9"]), "198.51.100.1");
        assert_eq!(origin(&ours, "10.1.2.3", &["1.1.1.1", "198.51.100.1"]), "198.51.100.1");
        assert_eq!(origin(&ours, "::ffff:10.1.2.3", &["::ffff:198.51.100.1"]), "198.51.100.1");
        assert_eq!(origin(&ours, "::1", &["2001:db8::7"]), "2001:db8::7");
    }

    #[test]
    fn garbage_ends_the_way_back() {
        let ours = ["10.0.0.0/8"];
        assert_eq!(origin(&ours, "10.1.2.3", &["198.51.100.1, <script>"]), "10.1.2.3");
        assert_eq!(origin(&ours, "10.1.2.3", &["198.51.100.1, nonsense, 10.9.9.9"]), "10.9.9.9");
        assert_eq!(origin(&ours, "10.1.2.3", &[]), "10.1.2.3");
        assert!(Proxies::parse(&["10.0.0.0/99".to_owned()]).is_err());
    }
}
