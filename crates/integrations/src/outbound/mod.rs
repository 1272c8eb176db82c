//! All calls to external systems: only hosts that the operator listed, only addresses that were checked, and exactly
//! those addresses; with limits, slots for each entity and server, and remembered failures. No redirect is followed.

mod calls;
mod limits;
mod network;
mod rules;

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
use tokio::time::timeout;

use calls::Calls;
pub use limits::{Caller, DIRECTORY_STEP, Limits, SCAN_JOB_TOTAL, STORED_PART, Target, TargetKind, stored_answer};
pub use network::Network;
use network::{is_forbidden, is_public};
pub use rules::{AllowList, OutboundRules};

/// Why a connection was refused or failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blocked {
    /// Not allowed; nothing was sent.
    Forbidden(String),
    /// Not allowed without encryption; nothing was sent.
    ClearText(String),
    /// Allowed, but unreachable, or left alone because it was a moment ago.
    Unreachable(String),
    /// All slots stayed in use.
    Busy(String),
}

impl std::fmt::Display for Blocked {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Blocked::Forbidden(text) | Blocked::ClearText(text) | Blocked::Unreachable(text) | Blocked::Busy(text)) =
            self;
        formatter.write_str(text)
    }
}

impl std::error::Error for Blocked {}

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
    limits: fn(TargetKind) -> Limits,
    calls: Calls,
}

impl Outbound {
    pub fn new(rules: OutboundRules, resolver: Box<dyn Resolver>) -> Result<Outbound, String> {
        let tls = Arc::new(tls(&rules.certificates)?);
        Ok(Outbound { rules, resolver, tls, limits: TargetKind::limits, calls: Calls::default() })
    }

    /// Other limits than the product's, for tests.
    pub fn with_limits(self, limits: fn(TargetKind) -> Limits) -> Outbound {
        Outbound { limits, ..self }
    }

    pub fn limits(&self, kind: TargetKind) -> Limits {
        (self.limits)(kind)
    }

    pub fn tls(&self) -> Arc<ClientConfig> {
        self.tls.clone()
    }

    /// Certificates trusted besides the system's, as PEM.
    pub fn certificates(&self) -> &[u8] {
        &self.rules.certificates
    }

    /// True when the host and port are listed for this caller.
    pub fn allows(&self, caller: &Caller, host: &str, port: u16) -> bool {
        self.rules.allows_host(caller.entity.as_deref(), host, port)
    }

    /// Makes a call within the limits of its kind. Fails at once while a failure of the server is remembered.
    pub async fn call<T>(&self, target: &Target, work: impl Future<Output = Result<T, Blocked>>) -> Result<T, Blocked> {
        self.call_within(target, self.limits(target.kind).total, work).await
    }

    /// Like `call`, with another limit for the whole call.
    pub async fn call_within<T>(
        &self,
        target: &Target,
        total: Duration,
        work: impl Future<Output = Result<T, Blocked>>,
    ) -> Result<T, Blocked> {
        let admitted = self.calls.admit(target, &self.limits(target.kind)).await?;
        let slow = |_| Blocked::Unreachable(format!("{target} gave no answer in {} s", total.as_secs()));
        let outcome = timeout(total, work).await.map_err(slow).flatten();
        match &outcome {
            Ok(_) => admitted.end(None),
            Err(Blocked::Unreachable(cause)) => admitted.end(Some(cause)),
            // Nothing was sent.
            Err(_) => drop(admitted),
        }
        outcome
    }

    /// Remembers a failure that was seen after the answer had begun, or by the limit of several calls together.
    pub fn remember_failure(&self, target: &Target, cause: &str) {
        self.calls.remember_failure(target, &self.limits(target.kind), cause);
    }

    /// Lets the next call try, as when an administrator tests a connection.
    pub fn forget_failure(&self, target: &Target) {
        self.calls.forget_failure(target, &self.limits(target.kind));
    }

    /// The addresses of a server, all of them checked. One forbidden address rejects the whole host.
    pub async fn addresses(&self, target: &Target) -> Result<Vec<SocketAddr>, Blocked> {
        let (host, port, entity) = (target.host.as_str(), target.port, target.entity.as_deref());
        let unlisted = |name: &str| Blocked::Forbidden(format!("{name}:{port} is not on the list of outbound hosts"));
        if !self.rules.allows_host(entity, host, port) {
            return Err(unlisted(host));
        }
        let found = match target.address {
            // It replaces what the name resolves to, so it is listed like a host.
            Some(address) => {
                let name = literal(address);
                if !self.rules.allows_host(entity, &name, port) {
                    return Err(unlisted(&name));
                }
                vec![address]
            }
            None => self.resolve(host).await?,
        };
        for address in &found {
            self.check(host, entity, *address)?;
        }
        Ok(found.into_iter().map(|address| SocketAddr::new(address.to_canonical(), port)).collect())
    }

    async fn resolve(&self, host: &str) -> Result<Vec<IpAddr>, Blocked> {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        if let Ok(address) = bare.parse() {
            return Ok(vec![address]);
        }
        let found = self.resolver.look_up(host).await.unwrap_or_default();
        if found.is_empty() { Err(Blocked::Unreachable(format!("{host} has no address"))) } else { Ok(found) }
    }

    fn check(&self, host: &str, entity: Option<&str>, address: IpAddr) -> Result<(), Blocked> {
        let address = address.to_canonical();
        let is_allowed = is_public(address) || self.rules.allows_network(entity, address);
        if !is_forbidden(address) && is_allowed {
            return Ok(());
        }
        Err(Blocked::Forbidden(format!("{host} resolves to {address}, which is in a network that is not allowed")))
    }

    /// The checked addresses, if what is sent there may be read on the way.
    pub async fn addresses_for_clear_text(&self, target: &Target) -> Result<Vec<SocketAddr>, Blocked> {
        let addresses = self.addresses(target).await?;
        if addresses.iter().all(|address| self.rules.allows_clear_text(target, address.ip())) {
            return Ok(addresses);
        }
        let kind = target.kind.name();
        Err(Blocked::ClearText(format!("{target} is not reached without encryption ({kind}): use TLS")))
    }

    /// Connects to the checked address, without resolving the name again.
    pub async fn connect(&self, target: &Target, is_plain: bool) -> Result<TcpStream, Blocked> {
        let addresses =
            if is_plain { self.addresses_for_clear_text(target).await? } else { self.addresses(target).await? };
        let mut last = format!("{target} does not answer");
        for address in addresses {
            match timeout(self.limits(target.kind).connect, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => last = format!("{target}: {error}"),
                Err(_) => {}
            }
        }
        Err(Blocked::Unreachable(last))
    }
}

/// An address as a list of hosts names it.
fn literal(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(four) => four.to_string(),
        IpAddr::V6(six) => format!("[{six}]"),
    }
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
