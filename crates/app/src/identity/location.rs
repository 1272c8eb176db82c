//! The location of a login without external services: the branch for private addresses, otherwise the city of the
//! device's time zone.

use std::net::IpAddr;

use domain::access::{Side, system};
use domain::format::is_time_zone;

use crate::{App, Result};

/// The maximum length of a time zone name.
const MAX_ZONE_LENGTH: usize = 50;

/// Stores location and time zone in the session of a newly issued token.
pub async fn place_login(app: &App, token: &str, from: IpAddr, zone: Option<&str>) -> Result<()> {
    let Some(claims) = app.tokens.check(token, app.clock.now().as_second()) else { return Ok(()) };
    let permit = match claims.side() {
        Side::Staff => system::identity(&claims.country, &claims.entity, &claims.sub),
        Side::Customer => system::customer(&claims.country, &claims.entity, &claims.sub),
    };
    let zone = zone.and_then(known_zone);
    let session = if is_private(from) { app.store.session(&permit, &claims.sid).await? } else { None };
    let branch = match session {
        Some(session) => app.store.branch_place(&permit, &session.tenant, &session.branch).await?,
        None => None,
    };
    let place = location_of(from, zone, branch);
    app.store.place_session(&permit, &claims.sid, zone, place.as_deref()).await
}

/// The zone if the tz database knows it.
pub(super) fn known_zone(zone: &str) -> Option<&str> {
    (zone.len() <= MAX_ZONE_LENGTH && is_time_zone(zone)).then_some(zone)
}

/// The branch for a private address, the city of the time zone for any other.
pub(super) fn location_of(from: IpAddr, zone: Option<&str>, branch: Option<String>) -> Option<String> {
    if is_private(from) {
        Some(format!("local:{}", branch.unwrap_or_default()))
    } else {
        zone.and_then(city).map(|city| format!("zone:{city}"))
    }
}

/// `America/Argentina/Buenos_Aires` → `Buenos Aires`; `None` for a zone without a city, such as `UTC`.
fn city(zone: &str) -> Option<String> {
    let (region, city) = zone.rsplit_once('/')?;
    (region != "Etc").then(|| city.replace('_', " "))
}

/// An address that is not routed on the internet.
fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_networks_are_distinguished_from_the_internet() {
        for own in [
            "127.0.0.1",
            "10.1.2.3",
            "192.168.0.9",
            "172.16.0.1",
            "169.254.1.1",
            "::1",
            "fd00::1",
            "fe80::1",
            "::ffff:10.0.0.1",
        ] {
            assert!(is_private(own.parse().unwrap()), "{own}");
        }
        for outside in ["8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8"] {
            assert!(!is_private(outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn a_zone_names_its_city() {
        assert_eq!(city("Asia/Kolkata").as_deref(), Some("Kolkata"));
        assert_eq!(city("America/Argentina/Buenos_Aires").as_deref(), Some("Buenos Aires"));
        assert_eq!((city("UTC"), city("Etc/GMT+5")), (None, None));
    }
}
