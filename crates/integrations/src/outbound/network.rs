//! Distinguishes public from private and special addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// `10.20.0.0/16`, `fd12::/16`, or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    base: IpAddr,
    bits: u8,
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("{text} is not a network; write it as 10.20.0.0/16");
        let (base, bits) = text.split_once('/').map_or((text, None), |(base, bits)| (base, Some(bits)));
        let base: IpAddr = base.parse().map_err(|_| wrong())?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
        if bits > most { Err(wrong()) } else { Ok(Network { base, bits }) }
    }
}

impl Network {
    pub fn contains(&self, address: IpAddr) -> bool {
        let wide = |address: Ipv6Addr, bits: u8| u128::from(address).checked_shr(128 - u32::from(bits)).unwrap_or(0);
        match (self.base, address) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                let cut = |address: Ipv4Addr| u32::from(address).checked_shr(32 - u32::from(self.bits)).unwrap_or(0);
                cut(base) == cut(address)
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => wide(base, self.bits) == wide(address, self.bits),
            _ => false,
        }
    }
}

/// Addresses that are refused even when listed: cloud metadata services use link-local addresses.
pub fn is_forbidden(address: IpAddr) -> bool {
    match embedded_ipv4(address) {
        IpAddr::V4(four) => four.is_link_local() || four.is_multicast() || four.is_broadcast() || four.octets()[0] == 0,
        IpAddr::V6(six) => six.is_multicast() || six.is_unspecified() || six.is_unicast_link_local(),
    }
}

pub fn is_public(address: IpAddr) -> bool {
    !is_forbidden(address)
        && match embedded_ipv4(address) {
            IpAddr::V4(four) => is_public_ipv4(four),
            IpAddr::V6(six) => is_public_ipv6(six),
        }
}

fn is_public_ipv4(four: Ipv4Addr) -> bool {
    let [a, b, c, _] = four.octets();
    let is_special = four.is_private()
        || four.is_loopback()
        || four.is_documentation()
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (18..20).contains(&b))
        || a >= 240;
    !is_special
}

fn is_public_ipv6(six: Ipv6Addr) -> bool {
    // Only 2000::/3 is assigned; Teredo embeds an address that cannot be checked, 2001:db8::/32 is for documentation.
    let [first, second, ..] = six.segments();
    (0x2000..0x4000).contains(&first) && !(first == 0x2001 && (second == 0 || second == 0xdb8))
}

/// Extracts an IPv4 address embedded in an IPv6 one: mapped, compatible, translated (NAT64) or 6to4.
fn embedded_ipv4(address: IpAddr) -> IpAddr {
    let IpAddr::V6(six) = address.to_canonical() else { return address.to_canonical() };
    let [a, b, c, d, e, f, g, h] = six.segments();
    let four = |high: u16, low: u16| IpAddr::V4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)));
    match (a, b) {
        (0, 0) if (c, d, e, f) == (0, 0, 0, 0) && (g, h) > (0, 1) => four(g, h),
        (0x64, 0xff9b) => four(g, h),
        (0x2002, _) => four(b, c),
        _ => IpAddr::V6(six),
    }
}
