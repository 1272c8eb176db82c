//! TLS of our own, so that one machine needs no proxy: `[tls]` of `docz.toml`. A certificate that was renewed is used
//! without a restart.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use axum::Router;
use axum::http::header::{HOST, LOCATION};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use parking_lot::RwLock;
use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use serde::Deserialize;

/// How often the files are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// `docz doctor` warns this long before the end of a certificate.
const WARN_DAYS: i64 = 14;

/// `[tls]`: files in PEM; a relative path is relative to the data folder.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TlsFile {
    /// The server's certificate, then those of the authorities between it and the root.
    pub certificate: PathBuf,
    pub key: PathBuf,
    /// An address for http, from which browsers are sent to https: `0.0.0.0:80`
    pub redirect: Option<String>,
}

impl TlsFile {
    pub fn in_folder(self, data: &Path) -> TlsFile {
        TlsFile { certificate: data.join(self.certificate), key: data.join(self.key), ..self }
    }

    /// When a file was written, and its size.
    fn stamp(&self) -> [Option<(SystemTime, u64)>; 2] {
        [&self.certificate, &self.key].map(|path| {
            let metadata = fs::metadata(path).ok()?;
            Some((metadata.modified().ok()?, metadata.len()))
        })
    }

    fn read(&self) -> anyhow::Result<Loaded> {
        let chain = certificates(&self.certificate)?;
        let Some(own) = chain.first() else {
            bail!("tls.certificate: {} holds no certificate in PEM", self.certificate.display());
        };
        let ends = end_of(own).with_context(|| format!("tls.certificate: {}", self.certificate.display()))?;
        // Without the cause, which may quote the file.
        let key = PrivateKeyDer::from_pem_file(&self.key)
            .map_err(|_| anyhow::anyhow!("tls.key: {} cannot be read as a private key in PEM", self.key.display()))?;
        let key = CertifiedKey::from_der(chain, key, &default_provider())
            .context("tls: the key does not fit the certificate")?;
        Ok(Loaded { key: Arc::new(key), ends })
    }
}

fn certificates(path: &Path) -> anyhow::Result<Vec<CertificateDer<'static>>> {
    let cannot = || format!("tls.certificate: {} cannot be read", path.display());
    let found = CertificateDer::pem_file_iter(path).with_context(cannot)?;
    found.collect::<Result<_, _>>().with_context(cannot)
}

fn end_of(certificate: &CertificateDer<'_>) -> anyhow::Result<Timestamp> {
    let (_, parsed) = x509_parser::parse_x509_certificate(certificate).context("it is not a certificate")?;
    Ok(Timestamp::from_second(parsed.validity().not_after.timestamp())?)
}

struct Loaded {
    key: Arc<CertifiedKey>,
    ends: Timestamp,
}

/// The certificate in use.
pub struct Tls {
    file: TlsFile,
    loaded: RwLock<Loaded>,
}

impl fmt::Debug for Tls {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tls").field("file", &self.file).finish_non_exhaustive()
    }
}

impl ResolvesServerCert for Tls {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.loaded.read().key.clone())
    }
}

impl Tls {
    pub fn open(file: TlsFile) -> anyhow::Result<Arc<Tls>> {
        let loaded = file.read()?;
        Ok(Arc::new(Tls { file, loaded: RwLock::new(loaded) }))
    }

    /// TLS 1.2 and 1.3, with HTTP/2 or HTTP/1.1.
    pub fn settings(self: &Arc<Tls>) -> anyhow::Result<Arc<ServerConfig>> {
        let mut settings = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(self.clone());
        settings.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Arc::new(settings))
    }

    /// Uses files that have changed. A pair that does not fit, perhaps half written, is reported once and the one in
    /// use is kept.
    pub async fn follow(self: Arc<Tls>) {
        let mut seen = self.file.stamp();
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            let stamp = self.file.stamp();
            if stamp == seen {
                continue;
            }
            seen = stamp;
            match self.file.read() {
                Ok(loaded) => {
                    tracing::info!(ends = %loaded.ends, "uses the new certificate");
                    *self.loaded.write() = loaded;
                }
                Err(error) => tracing::error!(error = format!("{error:#}"), "the earlier certificate stays in use"),
            }
        }
    }
}

/// The line of `docz doctor`; false when browsers would refuse the certificate.
pub fn describe(file: Option<&TlsFile>, now: Timestamp) -> (bool, String) {
    let Some(file) = file else {
        return (true, "missing       [tls]: calls are not encrypted here; a proxy in front must do it".to_owned());
    };
    let ends = match file.read() {
        Ok(loaded) => loaded.ends,
        Err(error) => return (false, format!("FAIL          {error:#}")),
    };
    let days = (ends.as_second() - now.as_second()).div_euclid(24 * 60 * 60);
    let day = ends.strftime("%d %b %Y");
    match days {
        ..0 => (false, format!("FAIL          the certificate ended on {day}: browsers refuse it")),
        0..WARN_DAYS => (true, format!("WARN          the certificate ends on {day}, in {days} days: renew it")),
        _ => (true, format!("ok            TLS with a certificate until {day}")),
    }
}

/// Where browsers that come by http are sent: the same path at the origin, or at an entity's own host name.
pub fn redirects(origin: &str, own_hosts: Vec<String>) -> Router {
    let port = origin.rsplit_once(':').map_or("", |(_, port)| port);
    let port = if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) {
        format!(":{port}")
    } else {
        String::new()
    };
    let origin = origin.to_owned();
    Router::new().fallback(move |headers: HeaderMap, uri: Uri| {
        let asked = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let asked = asked.split(':').next().unwrap_or_default();
        let own = own_hosts.iter().find(|host| host.eq_ignore_ascii_case(asked));
        let base = own.map_or_else(|| origin.clone(), |host| format!("https://{host}{port}"));
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        std::future::ready(redirect(&base, &path))
    })
}

fn redirect(base: &str, path: &str) -> Response {
    (StatusCode::PERMANENT_REDIRECT, [(LOCATION, format!("{base}{path}"))]).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use tower::Service;

    use super::*;

    #[tokio::test]
    async fn an_entity_keeps_its_own_host_name_on_the_way_to_https() {
        let mut router = redirects("https://docs.acme.example:8443", vec!["docs.north.example".to_owned()]);
        for (host, location) in [
            ("docs.acme.example", "https://docs.acme.example:8443/a?b=c"),
            ("DOCS.north.example:80", "https://docs.north.example:8443/a?b=c"),
            ("evil.example", "https://docs.acme.example:8443/a?b=c"),
        ] {
            let request = Request::builder().uri("/a?b=c").header(HOST, host).body(Body::empty()).unwrap();
            let answer = router.call(request).await.unwrap();
            assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT);
            assert_eq!(answer.headers()[LOCATION], location, "{host}");
        }
    }
}
