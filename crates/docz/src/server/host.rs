//! A call names one host. A proxy and this server would otherwise see different ones.

use axum::body::Body;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, Version, header};

/// True when the call names exactly one host; the authority of HTTP/2 or of an absolute address must be the same one.
/// HTTP/1.0, which some health checks speak, may name none.
pub fn is_single(version: Version, uri: &Uri, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (host, is_repeated) = (hosts.next(), hosts.next().is_some());
    if is_repeated {
        return false;
    }
    let host = match host.map(|host| host.to_str().ok().and_then(|text| text.parse::<Authority>().ok())) {
        Some(None) => return false,
        Some(host) => host,
        None => None,
    };
    match (host, uri.authority()) {
        (Some(host), None) => has_no_user(&host),
        (Some(host), Some(authority)) => has_no_user(&host) && host == *authority,
        (None, Some(authority)) => version == Version::HTTP_2 && has_no_user(authority),
        (None, None) => version < Version::HTTP_11,
    }
}

fn has_no_user(authority: &Authority) -> bool {
    !authority.as_str().contains('@')
}

/// The answer, which is closed like the API's: it comes before the router that adds the headers.
pub fn refusal() -> Response<Body> {
    let mut response = Response::new(Body::from("a call names one host"));
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response.headers_mut().extend(api::security_headers());
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_good(version: Version, uri: &str, hosts: &[&'static str]) -> bool {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, HeaderValue::from_static(host));
        }
        is_single(version, &uri.parse().unwrap(), &headers)
    }

    #[test]
    fn exactly_one_host_is_named() {
        let one = Version::HTTP_11;
        for host in ["a.in", "a.in:8080", "[::1]:8080", "10.0.0.1"] {
            assert!(is_good(one, "/x", &[host]), "{host}");
        }
        assert!(is_good(one, "http://a.in/x", &["A.in"]));
        assert!(is_good(Version::HTTP_10, "/x", &[]));
        assert!(
            is_good(Version::HTTP_2, "https://a.in/x", &[]) && is_good(Version::HTTP_2, "https://a.in/x", &["a.in"])
        );
        for hosts in [&[][..], &["a.in", "a.in"], &["a.in", "b.in"], &[""], &["a.in, b.in"], &["u@a.in"], &["a.in/x"]] {
            assert!(!is_good(one, "/x", hosts), "{hosts:?}");
        }
        assert!(!is_good(one, "http://a.in/x", &["b.in"]) && !is_good(one, "http://a.in/x", &[]));
        assert!(!is_good(Version::HTTP_2, "https://a.in/x", &["b.in"]));
        assert!(!is_good(Version::HTTP_10, "/x", &["a.in", "a.in"]));
    }

    #[test]
    fn a_refusal_has_the_headers_of_every_answer() {
        let headers = refusal().into_parts().0.headers;
        for (name, value) in [
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (header::CACHE_CONTROL, "no-store"),
            (header::CONNECTION, "close"),
        ] {
            assert_eq!(headers[&name], value);
        }
        assert!(headers.contains_key(header::CONTENT_SECURITY_POLICY));
    }
}
