//! The two cookies of the portal. Neither authenticates a call: tokens do.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

/// A cookie and the paths it is sent to.
#[derive(Clone, Copy)]
pub struct Cookie {
    name: &'static str,
    path: &'static str,
    same_site: &'static str,
}

/// Opens a link without another code while the session lives. Sent to the login call only, never from other sites.
pub const DEVICE: Cookie = Cookie { name: "docz_device", path: "/api/sms", same_site: "Strict" };
/// The entity of the last visit, whose name and colours the portal shows first.
pub const ENTITY: Cookie = Cookie { name: "docz_entity", path: "/provider", same_site: "Lax" };

pub const A_YEAR: i64 = 365 * 24 * 3600;

/// The value of a cookie of this call.
pub fn read(headers: &HeaderMap, cookie: Cookie) -> Option<&str> {
    let pairs = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut named = pairs.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    named.find(|(name, _)| *name == cookie.name).map(|(_, value)| value)
}

/// Sets a cookie that no script can read; zero seconds remove it. Values are our own and need no quoting.
pub fn set(response: &mut Response, origin: &str, cookie: Cookie, value: &str, seconds: i64) {
    let Cookie { name, path, same_site } = cookie;
    let secure = if origin.starts_with("https:") { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite={same_site}{secure}");
    if let Ok(text) = HeaderValue::from_str(&text) {
        response.headers_mut().append(header::SET_COOKIE, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn a_cookie_is_found_among_others_and_set_for_its_path() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("docz_device2=x; docz_entity=NGB;docz_device=a.b"));
        assert_eq!((read(&headers, DEVICE), read(&headers, ENTITY)), (Some("a.b"), Some("NGB")));
        let mut response = Response::new(Body::empty());
        set(&mut response, "https://docs.example", DEVICE, "a.b", 60);
        let expected = "docz_device=a.b; Path=/api/sms; Max-Age=60; HttpOnly; SameSite=Strict; Secure";
        assert_eq!(response.headers()[header::SET_COOKIE], expected);
    }
}
