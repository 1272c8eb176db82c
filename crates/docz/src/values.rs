//! Values that several sections of docz.toml have.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use axum::http::Uri;

/// An http or https address with a host, and without user name, fragment or invalid port.
pub fn web_address(text: &str) -> Option<Uri> {
    let uri: Uri = text.parse().ok()?;
    let authority = uri.authority()?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    let after_host = authority.as_str().strip_prefix(uri.host()?)?;
    let has_good_port = after_host.is_empty() || uri.port_u16().is_some_and(|port| port > 0);
    (is_web && has_good_port && !uri.host()?.is_empty() && !text.contains('#')).then_some(uri)
}

/// From the environment or a file; never in docz.toml itself.
pub fn secret(
    section: &str,
    env: &Option<String>,
    file: &Option<PathBuf>,
    data: &Path,
) -> anyhow::Result<Option<String>> {
    match (env, file) {
        (Some(_), Some(_)) => bail!("{section}: secret_env or secret_file, not both"),
        (Some(name), None) => {
            let value = std::env::var(name).ok().filter(|value| !value.is_empty());
            Ok(Some(value.with_context(|| format!("{section}.secret_env: {name} is not set"))?))
        }
        (None, Some(path)) => {
            let text = std::fs::read_to_string(data.join(path))
                .with_context(|| format!("{section}.secret_file cannot be read"))?;
            Ok(Some(text.trim().to_owned()))
        }
        (None, None) => Ok(None),
    }
}

/// `host:port` of an address.
pub fn host_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let usual = if scheme == "http" { 80 } else { 443 };
    let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    Some(if has_port { authority.to_owned() } else { format!("{authority}:{usual}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gateway_host_is_taken_from_its_url() {
        assert_eq!(host_of("https://sms.example/send?x").as_deref(), Some("sms.example:443"));
        assert_eq!(host_of("http://127.0.0.1:9/send").as_deref(), Some("127.0.0.1:9"));
        assert_eq!(host_of("nonsense"), None);
    }
}
