//! The two cookies of the portal. Neither authenticates a call: tokens do.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

#[derive(Clone, Copy)]
pub struct Cookie {
    name: &'static str,
    same_site: &'static str,
}

/// Opens a link without another code while the session lives. Never sent from other sites.
pub const DEVICE: Cookie = Cookie { name: "docz_device", same_site: "Strict" };
/// The entity of the last visit, whose name and colours the portal shows first.
pub const ENTITY: Cookie = Cookie { name: "docz_entity", same_site: "Lax" };

pub const A_YEAR: i64 = 365 * 24 * 3600;

fn is_secure(origin: &str) -> bool {
    origin.starts_with("https:")
}

/// Browsers accept the prefix `__Host-` only from this very host over HTTPS. A demo without HTTPS goes without it.
fn name_on(origin: &str, cookie: Cookie) -> String {
    let prefix = if is_secure(origin) { "__Host-" } else { "" };
    format!("{prefix}{}", cookie.name)
}

/// The value of a cookie of this call. Without the prefix, another host of the domain may have set it.
pub fn read<'a>(headers: &'a HeaderMap, origin: &str, cookie: Cookie) -> Option<&'a str> {
    let wanted = name_on(origin, cookie);
    let pairs = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut named = pairs.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    named.find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

/// Sets a cookie that no script can read; zero seconds remove it. Values are our own and need no quoting.
pub fn set(response: &mut Response, origin: &str, cookie: Cookie, value: &str, seconds: i64) {
    let (name, same_site) = (name_on(origin, cookie), cookie.same_site);
    let secure = if is_secure(origin) { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite={same_site}{secure}");
    if let Ok(text) = HeaderValue::from_str(&text) {
        response.headers_mut().append(header::SET_COOKIE, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("docz_device2=x; docz_entity=NGB;docz_device=a.b"));
        let [device, entity] = [DEVICE, ENTITY].map(|cookie| read(&headers, "http://localhost:8080", cookie));
        assert_eq!((device, entity), (Some("a.b"), Some("NGB")));
    }

    #[test]
    fn over_https_only_a_cookie_of_this_very_host_counts() {
        let origin = "https://docs.example";
        let mut response = Response::new(Body::empty());
        set(&mut response, origin, DEVICE, "a.b", 60);
        let expected = "__Host-docz_device=a.b; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure";
        assert_eq!(response.headers()[header::SET_COOKIE], expected);
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("docz_device=planted"));
        assert_eq!(read(&headers, origin, DEVICE), None);
        headers.append(header::COOKIE, HeaderValue::from_static("__Host-docz_device=a.b"));
        assert_eq!(read(&headers, origin, DEVICE), Some("a.b"));
    }
}
