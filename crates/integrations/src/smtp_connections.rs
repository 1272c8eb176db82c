use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lettre::Message;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
use ports::NotSent;
use tokio::time::Instant;

use crate::outbound::Blocked;

/// How long an idle connection is kept; servers close theirs after minutes.
const IDLE: Duration = Duration::from_secs(30);

/// Connections to mail servers, kept open for the next mail.
///
/// lettre's own pool writes a mail and its closing dot separately, without TCP_NODELAY: each mail waits 40 ms for
/// the server's delayed acknowledgement. Here both are one write.
#[derive(Clone, Default)]
pub struct Connections {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default)]
struct Kept {
    idle: HashMap<ServerKey, Vec<(AsyncSmtpConnection, Instant)>>,
    is_swept: bool,
}

/// Everything that a connection depends on, so that a changed setting opens a new one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ServerKey {
    pub address: SocketAddr,
    pub host: String,
    pub security: String,
    pub login: Option<(String, String)>,
}

impl Connections {
    /// Sends one mail on an open connection, or on a new one. `certificates` are trusted beside the system's.
    pub async fn send(
        &self,
        key: &ServerKey,
        (certificates, connect): (&[u8], Duration),
        message: &Message,
    ) -> Result<Result<Response, NotSent>, Blocked> {
        if let Some(connection) = self.take(key).await {
            match self.send_on(key, connection, message).await {
                // The server may close it at any time, and has nothing of the mail then.
                Err(Failed::Lost(_)) => {}
                sent => return Ok(sent.map_err(Failed::into_not_sent)),
            }
        }
        match open(key, certificates, connect).await {
            Ok(connection) => Ok(self.send_on(key, connection, message).await.map_err(Failed::into_not_sent)),
            // The message itself is fine, so it waits until the settings are mended.
            Err(error) if error.status().is_some() => Ok(Err(NotSent::Unavailable(error.to_string()))),
            Err(error) => Err(Blocked::Unreachable(error.to_string())),
        }
    }

    async fn send_on(
        &self,
        key: &ServerKey,
        mut connection: AsyncSmtpConnection,
        message: &Message,
    ) -> Result<Response, Failed> {
        let sent = converse(&mut connection, message).await;
        match sent {
            Ok(_) => self.keep(key.clone(), connection),
            Err(_) => connection.abort().await,
        }
        sent
    }

    /// An idle connection that still answers.
    async fn take(&self, key: &ServerKey) -> Option<AsyncSmtpConnection> {
        loop {
            let (mut connection, since) = self.kept().idle.get_mut(key)?.pop()?;
            if since.elapsed() < IDLE && connection.test_connected().await {
                return Some(connection);
            }
        }
    }

    fn keep(&self, key: ServerKey, connection: AsyncSmtpConnection) {
        let mut kept = self.kept();
        kept.idle.entry(key).or_default().push((connection, Instant::now()));
        if !kept.is_swept {
            kept.is_swept = true;
            tokio::spawn(self.clone().sweep());
        }
    }

    /// Closes idle connections until none is left.
    async fn sweep(self) {
        loop {
            tokio::time::sleep(IDLE).await;
            let mut kept = self.kept();
            kept.idle.retain(|_, connections| {
                connections.retain(|(_, since)| since.elapsed() < IDLE);
                !connections.is_empty()
            });
            if kept.idle.is_empty() {
                kept.is_swept = false;
                return;
            }
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens a connection to a checked address; the certificate must match the host name.
async fn open(key: &ServerKey, certificates: &[u8], connect: Duration) -> Result<AsyncSmtpConnection, Error> {
    let (name, security) = (ClientId::default(), key.security.as_str());
    let tls = || tls_parameters(&key.host, certificates);
    let at_once = if security == "Tls" { Some(tls()?) } else { None };
    let mut connection = AsyncSmtpConnection::connect_tokio1(key.address, Some(connect), &name, at_once, None).await?;
    if security == "StartTls" {
        connection.starttls(tls()?, &name).await?;
    }
    if let Some((user, password)) = &key.login {
        connection.auth(DEFAULT_MECHANISMS, &Credentials::new(user.clone(), password.clone())).await?;
    }
    Ok(connection)
}

fn tls_parameters(host: &str, certificates: &[u8]) -> Result<TlsParameters, Error> {
    let mut parameters = TlsParameters::builder(host.to_owned());
    if !certificates.is_empty() {
        parameters = parameters.add_root_certificate(Certificate::from_pem(certificates)?);
    }
    parameters.build()
}

/// Why a mail was not taken.
enum Failed {
    /// The connection ended before the server had anything of the mail.
    Lost(String),
    NotSent(NotSent),
}

impl Failed {
    fn before_data(error: Error) -> Failed {
        if error.status().is_none() { Failed::Lost(error.to_string()) } else { Failed::NotSent(not_sent(error)) }
    }

    fn into_not_sent(self) -> NotSent {
        match self {
            Failed::Lost(answer) => NotSent::Unavailable(answer),
            Failed::NotSent(not_sent) => not_sent,
        }
    }
}

impl From<NotSent> for Failed {
    fn from(not_sent: NotSent) -> Failed {
        Failed::NotSent(not_sent)
    }
}

async fn converse(connection: &mut AsyncSmtpConnection, message: &Message) -> Result<Response, Failed> {
    let (envelope, bytes) = (message.envelope(), message.formatted());
    let mut parameters = Vec::new();
    let addresses = envelope.from().into_iter().chain(envelope.to());
    if addresses.map(|address| address.as_ref() as &str).any(|address| !address.is_ascii()) {
        requires(connection, Extension::SmtpUtfEight)?;
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !bytes.is_ascii() {
        requires(connection, Extension::EightBitMime)?;
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let text = String::from_utf8(bytes).map_err(|_| NotSent::Refused("the mail is not UTF-8".into()))?;
    connection.command(Mail::new(envelope.from().cloned(), parameters)).await.map_err(Failed::before_data)?;
    for recipient in envelope.to() {
        connection.command(Rcpt::new(recipient.clone(), Vec::new())).await.map_err(Failed::before_data)?;
    }
    connection.command(Data).await.map_err(Failed::before_data)?;
    Ok(connection.command(with_closing_dot(&text)).await.map_err(not_sent)?)
}

fn not_sent(error: Error) -> NotSent {
    let answer = error.to_string();
    match error.status().map(u16::from) {
        // A wrong password is mended in the settings, and 421 closes the connection: the message itself is fine.
        Some(421 | 432 | 454 | 530 | 534 | 535 | 538) => NotSent::Unavailable(answer),
        Some(550 | 551 | 553) => NotSent::NoSuchRecipient(answer),
        Some(400..500) => NotSent::Later(answer),
        Some(_) => NotSent::Refused(answer),
        None => NotSent::Unavailable(answer),
    }
}

fn requires(connection: &AsyncSmtpConnection, extension: Extension) -> Result<(), NotSent> {
    if connection.server_info().supports_feature(extension) {
        return Ok(());
    }
    Err(NotSent::Refused("the mail server takes no characters outside of ASCII".into()))
}

/// A mail as RFC 5321, section 4.5.2 sends it: a dot at the start of a line is doubled, and a single one ends the mail.
fn with_closing_dot(text: &str) -> String {
    let first = if text.starts_with('.') { "." } else { "" };
    let end = if text.ends_with("\r\n") { ".\r\n" } else { "\r\n.\r\n" };
    format!("{first}{}{end}", text.replace("\r\n.", "\r\n.."))
}

#[cfg(test)]
mod tests {
    use super::with_closing_dot;

    #[test]
    fn dots_at_the_start_of_a_line_are_doubled() {
        assert_eq!(with_closing_dot(".a\r\n.\r\n..b\r\nc.\r\n"), "..a\r\n..\r\n...b\r\nc.\r\n.\r\n");
        assert_eq!(with_closing_dot("a\r\n.\r\n."), "a\r\n..\r\n..\r\n.\r\n");
        assert_eq!(with_closing_dot(""), "\r\n.\r\n");
    }
}
