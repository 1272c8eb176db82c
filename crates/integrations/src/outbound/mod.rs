//! The one door to the outside for hosts that an entity may name: only what the operator listed, only at an address
//! that was checked, and at that very address. Nothing here follows a redirect.

mod network;

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use tokio::net::TcpStream;

pub use network::Network;
use network::{is_never, is_public};

const CONNECT_PATIENCE: Duration = Duration::from_secs(5);

/// What the operator allows.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// `host`, `host:port`, `*.domain`, `*.domain:port`
    pub hosts: Vec<String>,
    /// Networks of his own that these hosts may be in; all others must be on the public internet.
    pub networks: Vec<Network>,
    /// Certificates to trust besides the system's, as PEM.
    pub certificates: Vec<u8>,
}

/// Why a host is not talked to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blocked {
    /// Not allowed; nothing was sent.
    Forbidden(String),
    /// Allowed, but it does not answer.
    Silent(String),
}

impl std::fmt::Display for Blocked {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Blocked::Forbidden(text) | Blocked::Silent(text)) = self;
        formatter.write_str(text)
    }
}

pub type Found<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Turns names into addresses.
pub trait Names: Send + Sync {
    fn look_up<'a>(&'a self, host: &'a str) -> Found<'a>;
}

/// The system's own resolver.
pub struct SystemNames;

impl Names for SystemNames {
    fn look_up<'a>(&'a self, host: &'a str) -> Found<'a> {
        Box::pin(async move { Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect()) })
    }
}

pub struct Outbound {
    rules: Rules,
    names: Box<dyn Names>,
    tls: Arc<ClientConfig>,
}

impl Outbound {
    pub fn new(rules: Rules, names: Box<dyn Names>) -> Result<Outbound, String> {
        let tls = Arc::new(tls(&rules.certificates)?);
        Ok(Outbound { rules, names, tls })
    }

    /// Nobody is talked to.
    pub fn closed() -> Result<Outbound, String> {
        Outbound::new(Rules::default(), Box::new(SystemNames))
    }

    pub fn tls(&self) -> Arc<ClientConfig> {
        self.tls.clone()
    }

    /// Certificates that were added to the system's, as PEM.
    pub fn certificates(&self) -> &[u8] {
        &self.rules.certificates
    }

    /// Is this host on the list?
    pub fn allows(&self, host: &str, port: u16) -> bool {
        self.rules.hosts.iter().any(|rule| matches(rule, host, port))
    }

    /// The addresses of a host, all of them checked. One bad address spoils the whole answer.
    pub async fn addresses(&self, host: &str, port: u16, given: Option<IpAddr>) -> Result<Vec<SocketAddr>, Blocked> {
        if !self.allows(host, port) {
            return Err(Blocked::Forbidden(format!("{host}:{port} is not on the list of outbound hosts")));
        }
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let found = match given.or_else(|| bare.parse().ok()) {
            Some(address) => vec![address],
            None => self.names.look_up(host).await.map_err(|_| Blocked::Silent(format!("{host} has no address")))?,
        };
        if found.is_empty() {
            return Err(Blocked::Silent(format!("{host} has no address")));
        }
        for address in &found {
            self.check(host, *address)?;
        }
        Ok(found.into_iter().map(|address| SocketAddr::new(address.to_canonical(), port)).collect())
    }

    fn check(&self, host: &str, address: IpAddr) -> Result<(), Blocked> {
        let address = address.to_canonical();
        let listed = || self.rules.networks.iter().any(|network| network.holds(address));
        match !is_never(address) && (is_public(address) || listed()) {
            true => Ok(()),
            false => Err(Blocked::Forbidden(format!("{host} leads to {address}, a network that is not opened"))),
        }
    }

    /// Connects to the address that was checked, never to the name again.
    pub async fn connect(&self, host: &str, port: u16, given: Option<IpAddr>) -> Result<TcpStream, Blocked> {
        let mut last = format!("{host}:{port} does not answer");
        for address in self.addresses(host, port, given).await? {
            match tokio::time::timeout(CONNECT_PATIENCE, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => last = format!("{host}:{port}: {error}"),
                Err(_) => {}
            }
        }
        Err(Blocked::Silent(last))
    }

    /// Plain text is for networks of the operator's own.
    pub fn may_be_plain(&self, address: IpAddr) -> bool {
        !is_public(address.to_canonical())
    }
}

fn matches(rule: &str, host: &str, port: u16) -> bool {
    let (name, only) = match rule.rsplit_once(':') {
        Some((name, digits)) if digits.parse::<u16>().is_ok() => (name, digits.parse::<u16>().ok()),
        _ => (rule, None),
    };
    let host = host.trim_end_matches('.');
    let name_fits = match name.strip_prefix("*.") {
        Some(domain) => {
            let split = host.len().checked_sub(domain.len() + 1);
            split.is_some_and(|at| {
                at > 0
                    && host.is_char_boundary(at)
                    && host[at..].starts_with('.')
                    && host[at + 1..].eq_ignore_ascii_case(domain)
            })
        }
        None => host.eq_ignore_ascii_case(name),
    };
    name_fits && only.is_none_or(|only| only == port)
}

fn tls(extra: &[u8]) -> Result<ClientConfig, String> {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    for certificate in CertificateDer::pem_slice_iter(extra) {
        let certificate = certificate.map_err(|error| format!("a certificate cannot be read: {error}"))?;
        roots.add(certificate).map_err(|error| format!("a certificate cannot be used: {error}"))?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Ok(builder.map_err(|error| error.to_string())?.with_root_certificates(roots).with_no_client_auth())
}

#[cfg(test)]
mod tests;
