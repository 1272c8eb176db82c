//! Reaching the server, and bringing its tables up to date.

use std::future::poll_fn;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio_postgres::config::SslMode;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{LOCKS, PATIENCE};
use crate::{Error, Result, audit, migrate};

pub(super) async fn connect(config: &Config) -> Result<Client> {
    connect_and_hear(config, None).await
}

/// A connection whose notifications go to whoever wants them.
pub(super) async fn connect_and_hear(config: &Config, heard: Option<mpsc::Sender<String>>) -> Result<Client> {
    let mut config = config.clone();
    config.application_name("docz").connect_timeout(PATIENCE);
    if config.get_ssl_mode() == SslMode::Disable {
        let (client, connection) = config.connect(NoTls).await?;
        tokio::spawn(drive(connection, heard));
        return Ok(client);
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
    tokio::spawn(drive(connection, heard));
    Ok(client)
}

/// Ends with the connection.
async fn drive<S, T>(mut connection: Connection<S, T>, heard: Option<mpsc::Sender<String>>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        if let (AsyncMessage::Notification(note), Some(heard)) = (message, &heard) {
            let _ = heard.send(note.payload().to_owned()).await;
        }
    }
}

/// As the owner, under a lock, so that two nodes starting at once migrate once.
pub(super) async fn migrate(config: &Config) -> Result<()> {
    let mut client = connect(config).await?;
    client.execute("SELECT pg_advisory_lock($1, -1)", &[&LOCKS]).await?;
    client.batch_execute(&format!("SET client_min_messages = warning; {}", migrate::LEDGER)).await?;
    let current: i64 = client.query_one("SELECT coalesce(max(version), 0) FROM schema_migration", &[]).await?.get(0);
    for migration in migrate::pending(current)? {
        let transaction = client.transaction().await?;
        transaction.batch_execute(migration.postgres).await?;
        let insert = "INSERT INTO schema_migration (version, name, applied_on) VALUES ($1, $2, $3)";
        transaction.execute(insert, &[&migration.version, &migration.name, &audit::now()]).await?;
        transaction.commit().await?;
    }
    Ok(())
}
