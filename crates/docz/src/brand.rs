//! The entity's name, logo and colours in the portal's page, so that they are there from the first paint. They are
//! public: the page says nothing about customers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use api::{Api, cookies};
use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{PreEscaped, html};
use serde_json::{Value, json};

/// What the page shows of an entity.
pub struct Brand {
    pub code: String,
    /// The entity owns the host name, so the visitor cannot choose another.
    pub is_host: bool,
    /// The answer of `mapping/domain`, which the client then need not ask for.
    domain: Value,
}

/// The entity of the host name, of the link, or of the last visit.
pub async fn find(api: &Api, request: &Parts) -> Option<Brand> {
    // A caller above the limit gets the page without a brand.
    limit(api, request).ok()?;
    let headers = &request.headers;
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let of_host = app::places::entity_of_host(&api.app, host).await.ok()?;
    let is_host = of_host.is_some();
    let entity = match of_host {
        Some(entity) => Some(entity),
        None => {
            let named =
                request.uri.query().and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("entity=")));
            let last = || cookies::read(headers, &api.app.settings.origin, cookies::ENTITY);
            let code = named.or_else(last).filter(|code| is_code(code))?;
            app::places::entity_of_code(&api.app, code).await.ok()?
        }
    }?;
    let domain = app::places::domain_record(&api.app, Some(&entity));
    Some(Brand { code: entity["entityCode"].as_str()?.to_owned(), is_host, domain })
}

fn limit(api: &Api, request: &Parts) -> Result<(), domain::Refusal> {
    let peer = request.extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    api.limits.public(api.proxies.origin(peer, &request.headers))
}

fn is_code(text: &str) -> bool {
    (1..=50).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

impl Brand {
    fn address(&self, name: &str) -> String {
        let version = self.domain["entity"]["versionNumber"].as_i64().unwrap_or_default();
        app::places::brand_address(&self.code, version, name)
    }

    /// Logo and banner have addresses of their own, so that browsers keep them.
    fn picture(&self, name: &str) -> Option<String> {
        self.domain["entity"][name].as_str().map(|_| self.address(name))
    }

    fn name(&self) -> &str {
        self.domain["entity"]["displayName"].as_str().unwrap_or_default()
    }

    fn colour(&self) -> String {
        domain::theme::brand(&self.domain["entity"]["theme"].to_string()).unwrap_or_else(|| DEFAULT_COLOUR.to_owned())
    }

    /// Lets phones install the portal under the entity's name.
    fn manifest(&self) -> String {
        json!({
            "name": self.name(), "short_name": self.name(), "start_url": format!("/provider?entity={}", self.code),
            "scope": "/provider", "display": "standalone", "background_color": "#ffffff", "theme_color": self.colour(),
            "icons": [{ "src": self.address("icon"), "type": "image/svg+xml", "sizes": "any" }],
        })
        .to_string()
    }

    /// The initials on the entity's colour: a logo is rarely square.
    fn icon(&self) -> String {
        let colour = self.colour();
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" {
                rect width="512" height="512" fill=(colour) {}
                text x="256" y="256" fill=(domain::theme::text_on(&colour)) font-family="sans-serif" font-weight="600"
                    font-size="220" text-anchor="middle" dominant-baseline="central" { (initials(self.name())) }
            }
        }
        .into_string()
    }

    /// Writes title, colours, data for the client and a header into the page.
    pub fn render(&self, page: &str) -> String {
        let mut data = self.domain.clone();
        for name in ["logo", "banner"] {
            data["entity"][name] = json!(self.picture(name));
        }
        data["mayChoose"] = json!(!self.is_host);
        let colours = domain::theme::declarations(&self.domain["entity"]["theme"].to_string());
        let title = html! { title { (self.name()) } };
        let head = html! {
            meta name="domain" content=(data);
            link rel="manifest" href=(self.address("manifest"));
            style nonce=(crate::web::NONCE) { ":root{" (PreEscaped(colours)) "}" (SHELL) }
        };
        let shell = html! {
            header id="shell" {
                @if let Some(logo) = self.picture("logo") {
                    img src=(logo) alt="";
                } @else {
                    i { (initials(self.name())) }
                }
                b { (self.name()) }
            }
        };
        page.replace("<title>Docz</title>", &title.into_string())
            .replace("</head>", &(head.into_string() + "</head>"))
            .replace("<!--shell-->", &shell.into_string())
    }
}

const DEFAULT_COLOUR: &str = "#2b4acb";

/// The header in the place where the client draws the same one.
const SHELL: PreEscaped<&str> = PreEscaped(concat!(
    "#shell{display:flex;align-items:center;gap:8px;padding:20px 32px;min-height:36px;",
    "font:600 15px system-ui,sans-serif}",
    "#shell img{max-width:96px;height:32px;padding:var(--logo-pad);object-fit:contain;",
    "background:var(--logo-ground);border-radius:6px}",
    "#shell i{width:30px;font:650 13px/30px system-ui,sans-serif;text-align:center;color:var(--light-contrast,#fff);",
    "border-radius:8px;background:var(--t-brand,#3b4fd8)}@media(max-width:640px){#shell{padding:12px 16px}}",
));

/// As the client draws them where there is no logo.
fn initials(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let letters: String = match words[..] {
        [one] => one.chars().take(2).collect(),
        _ => words.iter().take(2).filter_map(|word| word.chars().next()).collect(),
    };
    letters.to_uppercase()
}

/// The logo, banner, icon or manifest of an entity. Its version is part of the address, so that a new one is fetched.
pub async fn picture(
    State(api): State<Arc<Api>>,
    Path((entity, _, name)): Path<(String, String, String)>,
    request: Parts,
) -> Response {
    let is_known = is_code(&entity) && ["logo", "banner", "icon", "manifest"].contains(&name.as_str());
    let found = if is_known && limit(&api, &request).is_ok() {
        app::places::entity_of_code(&api.app, &entity).await.ok().flatten()
    } else {
        None
    };
    let Some((kind, bytes)) = found.and_then(|found| content(&api, found, &name)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = Response::new(Body::from(bytes));
    let set = response.headers_mut();
    set.insert(header::CONTENT_TYPE, kind);
    set.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
    response
}

/// Type and bytes of what is public of an entity.
fn content(api: &Api, entity: Value, name: &str) -> Option<(HeaderValue, Vec<u8>)> {
    let of = || {
        let domain = app::places::domain_record(&api.app, Some(&entity));
        Some(Brand { code: entity["entityCode"].as_str()?.to_owned(), is_host: false, domain })
    };
    match name {
        "manifest" => Some((HeaderValue::from_static("application/manifest+json"), of()?.manifest().into_bytes())),
        "icon" => Some((HeaderValue::from_static("image/svg+xml"), of()?.icon().into_bytes())),
        _ => decode(entity[name].as_str()?),
    }
}

/// Type and bytes of a stored `data:` URL.
fn decode(url: &str) -> Option<(HeaderValue, Vec<u8>)> {
    let (kind, data) = url.strip_prefix("data:")?.split_once(";base64,")?;
    Some((HeaderValue::from_str(kind).ok()?, STANDARD.decode(data).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<head><title>Docz</title></head><body><div id=\"root\"><!--shell--></div></body>";

    fn brand(entity: Value) -> Brand {
        Brand { code: "NGB".into(), is_host: false, domain: json!({ "entity": entity }) }
    }

    #[test]
    fn the_page_shows_the_entity_and_never_its_markup() {
        let page = brand(json!({
            "displayName": "North <script> & \"gate\"", "theme": { "--t-brand": "#2b4acb" }, "logo": null,
        }))
        .render(PAGE);
        assert!(page.contains("<title>North &lt;script&gt; &amp; &quot;gate&quot;</title>"), "{page}");
        assert!(page.contains("--t-brand:#2b4acb;--light-contrast:#ffffff;"), "{page}");
        assert!(!page.contains("<script>") && !page.contains("Docz") && !page.contains("style=\""), "{page}");
    }

    #[test]
    fn a_logo_has_an_address_of_its_own() {
        let page =
            brand(json!({ "displayName": "N", "logo": "data:image/png;base64,iVBORw0KGgo=", "versionNumber": 4 }))
                .render(PAGE);
        assert!(page.contains("<img src=\"/provider/brand/NGB/4/logo\" alt=\"\">"), "{page}");
        assert!(!page.contains("base64"), "{page}");
        let (kind, bytes) = decode("data:image/png;base64,iVBORw0KGgo=").unwrap();
        assert_eq!((kind.to_str().unwrap(), &bytes[1..4]), ("image/png", &b"PNG"[..]));
    }

    #[test]
    fn a_phone_can_install_the_portal_under_the_entitys_name() {
        let brand = brand(json!({
            "displayName": "<North> \"gate\"", "theme": { "--t-brand": "#2b4acb" }, "versionNumber": 4,
        }));
        let page = brand.render(PAGE);
        assert!(page.contains("<link rel=\"manifest\" href=\"/provider/brand/NGB/4/manifest\">"), "{page}");
        let manifest: Value = serde_json::from_str(&brand.manifest()).unwrap();
        assert_eq!((&manifest["name"], &manifest["theme_color"]), (&json!("<North> \"gate\""), &json!("#2b4acb")));
        assert_eq!(manifest["icons"][0]["src"], "/provider/brand/NGB/4/icon");
        assert!(brand.icon().contains(">&lt;&quot;</text>"), "{}", brand.icon());
    }

    #[test]
    fn a_name_has_initials() {
        assert_eq!(["Northgate Bank", "kalvi", "A b c", ""].map(initials), ["NB", "KA", "AB", ""]);
    }

    #[test]
    fn only_codes_are_looked_up() {
        assert!(is_code("NGB") && is_code("BANK-2_x"));
        assert!(!is_code("") && !is_code("a/b") && !is_code("%27") && !is_code(&"A".repeat(51)));
    }
}
