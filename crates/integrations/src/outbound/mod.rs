//! All connections to hosts that an entity configures: only hosts the operator listed, only addresses that were
//! checked, and exactly those addresses. Redirects are never followed.

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
use network::{is_forbidden, is_public};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The hosts and networks that the operator allows.
#[derive(Debug, Clone, Default)]
pub struct OutboundRules {
    /// `host`, `host:port`, `*.domain`, `*.domain:port`
    pub hosts: Vec<String>,
    /// Private networks in which these hosts may be; all other hosts must be on the public internet.
    pub networks: Vec<Network>,
    /// Certificates to trust besides the system's, as PEM.
    pub certificates: Vec<u8>,
}

/// Why a connection was refused or failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blocked {
    /// Not allowed; nothing was sent.
    Forbidden(String),
    /// Allowed, but unreachable.
    Unreachable(String),
}

impl std::fmt::Display for Blocked {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Blocked::Forbidden(text) | Blocked::Unreachable(text)) = self;
        formatter.write_str(text)
    }
}

pub type LookUpFuture<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Resolves host names.
pub trait Resolver: Send + Sync {
    fn look_up<'a>(&'a self, host: &'a str) -> LookUpFuture<'a>;
}

/// The system's resolver.
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn look_up<'a>(&'a self, host: &'a str) -> LookUpFuture<'a> {
        Box::pin(async move { Ok(tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect()) })
    }
}

pub struct Outbound {
    rules: OutboundRules,
    resolver: Box<dyn Resolver>,
    tls: Arc<ClientConfig>,
}

impl Outbound {
    pub fn new(rules: OutboundRules, resolver: Box<dyn Resolver>) -> Result<Outbound, String> {
        let tls = Arc::new(tls(&rules.certificates)?);
        Ok(Outbound { rules, resolver, tls })
    }

    /// Allows no connections.
    pub fn closed() -> Result<Outbound, String> {
        Outbound::new(OutboundRules::default(), Box::new(SystemResolver))
    }

    pub fn tls(&self) -> Arc<ClientConfig> {
        self.tls.clone()
    }

    /// Certificates trusted besides the system's, as PEM.
    pub fn certificates(&self) -> &[u8] {
        &self.rules.certificates
    }

    /// True when the host and port are listed.
    pub fn allows(&self, host: &str, port: u16) -> bool {
        self.rules.hosts.iter().any(|rule| matches(rule, host, port))
    }

    /// The addresses of a host, all of them checked. One forbidden address rejects the whole host.
    pub async fn addresses(&self, host: &str, port: u16, given: Option<IpAddr>) -> Result<Vec<SocketAddr>, Blocked> {
        if !self.allows(host, port) {
            return Err(Blocked::Forbidden(format!("{host}:{port} is not on the list of outbound hosts")));
        }
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let found = match given.or_else(|| bare.parse().ok()) {
            Some(address) => vec![address],
            None => {
                self.resolver.look_up(host).await.map_err(|_| Blocked::Unreachable(format!("{host} has no address")))?
            }
        };
        if found.is_empty() {
            return Err(Blocked::Unreachable(format!("{host} has no address")));
        }
        for address in &found {
            self.check(host, *address)?;
        }
        Ok(found.into_iter().map(|address| SocketAddr::new(address.to_canonical(), port)).collect())
    }

    fn check(&self, host: &str, address: IpAddr) -> Result<(), Blocked> {
        let address = address.to_canonical();
        let listed = || self.rules.networks.iter().any(|network| network.contains(address));
        match !is_forbidden(address) && (is_public(address) || listed()) {
            true => Ok(()),
            false => Err(Blocked::Forbidden(format!(
                "{host} resolves to {address}, which is in a network that is not allowed"
            ))),
        }
    }

    /// Connects to the checked address, without resolving the name again.
    pub async fn connect(&self, host: &str, port: u16, given: Option<IpAddr>) -> Result<TcpStream, Blocked> {
        let mut last = format!("{host}:{port} does not answer");
        for address in self.addresses(host, port, given).await? {
            match tokio::time::timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => last = format!("{host}:{port}: {error}"),
                Err(_) => {}
            }
        }
        Err(Blocked::Unreachable(last))
    }

    /// Unencrypted connections are only allowed inside private networks.
    pub fn is_plaintext_allowed(&self, address: IpAddr) -> bool {
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
