//! Connects to the server.

use std::future::poll_fn;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::{Error, Result};

pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The namespace of our advisory locks.
pub(super) const LOCKS: i32 = 0x646f_637a;

/// Parses a database URL. Connections over a network are encrypted unless the URL says `sslmode=disable`; the driver's
/// default would silently fall back to clear text.
pub fn read_url(url: &str, timeout: Duration) -> Result<Config> {
    let mut config: Config = url.parse().map_err(|_| Error::Unavailable("DOCZ_DATABASE_URL cannot be read".into()))?;
    if config.get_ssl_mode() == SslMode::Prefer && !is_on_this_machine(&config) {
        config.ssl_mode(SslMode::Require);
    }
    // Detects a server that vanished without closing its connections.
    config.keepalives(true).keepalives_idle(Duration::from_secs(30)).keepalives_interval(Duration::from_secs(10));
    config.keepalives_retries(3).tcp_user_timeout(timeout);
    Ok(config)
}

fn is_on_this_machine(config: &Config) -> bool {
    let is_local = |host: &Host| match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()),
    };
    // The address, if given, is used to connect; the name is only checked against the certificate.
    match config.get_hostaddrs() {
        [] => config.get_hosts().iter().all(is_local),
        addresses => addresses.iter().all(IpAddr::is_loopback),
    }
}

pub(crate) async fn connect(config: &Config) -> Result<(Client, AbortHandle)> {
    connect_and_listen(config, None).await
}

/// Connects and forwards notifications to `notifications`.
pub(super) async fn connect_and_listen(
    config: &Config,
    notifications: Option<mpsc::Sender<String>>,
) -> Result<(Client, AbortHandle)> {
    let mut config = config.clone();
    config.application_name("docz").connect_timeout(CONNECT_TIMEOUT);
    if config.get_ssl_mode() == SslMode::Disable {
        let (client, connection) = config.connect(NoTls).await?;
        return Ok((client, tokio::spawn(drive(connection, notifications)).abort_handle()));
    }
    let mut roots = rustls::RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        let _ = roots.add(certificate);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(Error::internal)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let (client, connection) = config.connect(MakeRustlsConnect::new(tls)).await?;
    Ok((client, tokio::spawn(drive(connection, notifications)).abort_handle()))
}

/// Ends with the connection.
async fn drive<S, T>(mut connection: Connection<S, T>, notifications: Option<mpsc::Sender<String>>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        if let (AsyncMessage::Notification(note), Some(notifications)) = (message, &notifications) {
            let _ = notifications.send(note.payload().to_owned()).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_on_another_machine_is_reached_over_tls_unless_the_url_says_otherwise() {
        let mode = |url: &str| read_url(url, Duration::from_secs(10)).unwrap().get_ssl_mode();
        for remote in [
            "postgres://docz@db.acme.example/docz",
            "host=10.0.0.5 user=docz",
            "host=db.acme.example sslmode=prefer user=docz",
            "host=127.0.0.1,10.0.0.5 user=docz",
            "host=localhost hostaddr=10.0.0.5 user=docz",
        ] {
            assert_eq!(mode(remote), SslMode::Require, "{remote}");
        }
        for near in ["host=/run/postgresql user=docz", "postgres://docz@localhost/docz", "host=::1 user=docz"] {
            assert_eq!(mode(near), SslMode::Prefer, "{near}");
        }
        assert_eq!(mode("host=db.acme.example user=docz sslmode=disable"), SslMode::Disable);
    }
}
