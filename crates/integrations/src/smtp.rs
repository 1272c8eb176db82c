use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lettre::address::Envelope;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MessageBuilder, MultiPart, SinglePart};
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::response::Response;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use ports::{Accepted, Channel, Html, Letter, MailServer, Messenger, NotSent, SendFuture};
use tokio::sync::Semaphore;

use crate::outbound::{Blocked, Outbound};

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Mail over SMTP, through servers that the operator listed. Connections are kept open for the next mail.
pub struct Smtp {
    outbound: Arc<Outbound>,
    transports: Mutex<HashMap<TransportKey, Transport>>,
    /// Limits the connections to each server.
    slots: Mutex<HashMap<(String, u16), Arc<Semaphore>>>,
}

/// Everything that a connection depends on, so that a changed setting opens a new one.
#[derive(Clone, PartialEq, Eq, Hash)]
struct TransportKey {
    address: SocketAddr,
    host: String,
    security: String,
    login: Option<(String, String)>,
}

const TIMEOUT: Duration = Duration::from_secs(20);
/// How long a message waits for a connection.
const SLOT_TIMEOUT: Duration = Duration::from_secs(60);
/// Connections to one server at a time.
const MAX_CONNECTIONS: usize = 4;
/// How long an idle connection is kept; servers close theirs after minutes.
const IDLE: Duration = Duration::from_secs(30);
/// Servers whose connections are kept. Settings change rarely, so this is a safeguard.
const MAX_TRANSPORTS: usize = 256;

impl Smtp {
    pub fn new(outbound: Arc<Outbound>) -> Smtp {
        Smtp { outbound, transports: Mutex::default(), slots: Mutex::default() }
    }

    async fn deliver(&self, server: &MailServer, letter: &Letter) -> Result<Accepted, NotSent> {
        let message = message(server, letter)?;
        let found = self.outbound.addresses(&server.host, server.port, None).await;
        let addresses = found.map_err(|blocked| match blocked {
            Blocked::Forbidden(text) => NotSent::Refused(text),
            Blocked::Unreachable(text) => NotSent::Unavailable(text),
        })?;
        let mut outcome = Err(NotSent::Unavailable(format!("{} has no address", server.host)));
        for address in addresses {
            let sent = self.transport(server, address)?.send(message.clone()).await;
            outcome = sent.map(|response| accepted(&response)).map_err(|error| not_sent(&error));
            if !matches!(outcome, Err(NotSent::Unavailable(_))) {
                break;
            }
        }
        outcome
    }

    fn slots(&self, server: &MailServer) -> Arc<Semaphore> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (server.host.clone(), server.port);
        slots.entry(key).or_insert_with(|| Arc::new(Semaphore::new(MAX_CONNECTIONS))).clone()
    }

    /// The connections to a checked address; the certificate must match the host name.
    fn transport(&self, server: &MailServer, address: SocketAddr) -> Result<Transport, NotSent> {
        let key = TransportKey {
            address,
            host: server.host.clone(),
            security: server.security.clone(),
            login: server.user_name.clone().zip(server.password.clone()),
        };
        let mut transports = self.transports.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = transports.get(&key) {
            return Ok(known.clone());
        }
        let transport = self.open(&key)?;
        if transports.len() >= MAX_TRANSPORTS {
            transports.clear();
        }
        transports.insert(key, transport.clone());
        Ok(transport)
    }

    fn open(&self, key: &TransportKey) -> Result<Transport, NotSent> {
        let refused = |error: lettre::transport::smtp::Error| NotSent::Refused(error.to_string());
        let mut parameters = TlsParameters::builder(key.host.clone());
        if !self.outbound.certificates().is_empty() {
            let certificates = Certificate::from_pem(self.outbound.certificates()).map_err(refused)?;
            parameters = parameters.add_root_certificate(certificates);
        }
        let tls = match key.security.as_str() {
            "Tls" => Tls::Wrapper(parameters.build().map_err(refused)?),
            "StartTls" => Tls::Required(parameters.build().map_err(refused)?),
            _ => Tls::None,
        };
        let builder = Transport::builder_dangerous(key.address.ip().to_string())
            .port(key.address.port())
            .timeout(Some(TIMEOUT))
            .pool_config(PoolConfig::new().max_size(MAX_CONNECTIONS as u32).idle_timeout(IDLE))
            .tls(tls);
        Ok(match &key.login {
            Some((user, password)) => builder.credentials(Credentials::new(user.clone(), password.clone())).build(),
            None => builder.build(),
        })
    }
}

impl Messenger for Smtp {
    fn send<'a>(&'a self, server: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        Box::pin(async move {
            if letter.channel == Channel::Sms {
                return Err(NotSent::Refused("no SMS gateway is set up".into()));
            }
            let server = server.ok_or_else(|| NotSent::Refused("no mail server is set up".into()))?;
            let slots = self.slots(server);
            // Less than the lease of a claimed message, together with the conversation.
            let Ok(Ok(_slot)) = tokio::time::timeout(SLOT_TIMEOUT, slots.acquire()).await else {
                return Err(NotSent::Later("the connections to the mail server are busy".into()));
            };
            // Limits the whole conversation.
            match tokio::time::timeout(TIMEOUT, self.deliver(server, letter)).await {
                Ok(outcome) => outcome,
                Err(_) => Err(NotSent::Unavailable("the mail server takes too long".into())),
            }
        })
    }
}

fn accepted(response: &Response) -> Accepted {
    Accepted::with(format!("{} {}", response.code(), response.message().collect::<Vec<_>>().join(" ")))
}

fn not_sent(error: &lettre::transport::smtp::Error) -> NotSent {
    let answer = error.to_string();
    match error.status().map(u16::from) {
        // A wrong password is mended in the settings, and 421 closes the connection: the message itself is fine.
        Some(421 | 432 | 454 | 530 | 534 | 535 | 538) => NotSent::Unavailable(answer),
        Some(550 | 551 | 553) => NotSent::NoSuchRecipient(answer),
        Some(400..500) => NotSent::Later(answer),
        Some(_) => NotSent::Refused(answer),
        None if error.is_client() => NotSent::Refused(answer),
        None => NotSent::Unavailable(answer),
    }
}

/// Removes line breaks, so that no text can end a header line.
fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

fn address(text: &str) -> Result<Address, NotSent> {
    text.parse().map_err(|_| NotSent::Refused("not a mail address".into()))
}

fn message(server: &MailServer, letter: &Letter) -> Result<Message, NotSent> {
    let (from, to) = (address(&server.from_address)?, address(&letter.to)?);
    let sender = letter.bounce_to.as_deref().map(address).transpose()?.unwrap_or_else(|| from.clone());
    let envelope = Envelope::new(Some(sender), vec![to.clone()]);
    let mut builder = Message::builder()
        .envelope(envelope.map_err(|error| NotSent::Refused(error.to_string()))?)
        .from(Mailbox::new(server.from_name.as_deref().map(one_line), from))
        .to(Mailbox::new(None, to))
        .subject(one_line(&letter.subject));
    for (name, value) in letter.headers(&server.from_address) {
        let name = HeaderName::new_from_ascii(name.to_owned()).map_err(|error| NotSent::Refused(error.to_string()))?;
        builder = builder.raw_header(HeaderValue::new(name, one_line(&value)));
    }
    body(builder, letter).map_err(|error| NotSent::Refused(error.to_string()))
}

fn body(builder: MessageBuilder, letter: &Letter) -> Result<Message, lettre::error::Error> {
    let plain = || SinglePart::plain(letter.text.clone());
    let text = letter.html.as_ref().map(|html| alternative(plain(), html));
    let Some(calendar) = &letter.calendar else {
        return match text {
            Some(text) => builder.multipart(text),
            None => builder.singlepart(plain()),
        };
    };
    let kind = ContentType::parse("text/calendar; charset=utf-8").unwrap_or(ContentType::TEXT_PLAIN);
    let invitation = Attachment::new("meeting.ics".to_owned()).body(calendar.clone(), kind);
    let whole = MultiPart::mixed();
    let whole = match text {
        Some(text) => whole.multipart(text),
        None => whole.singlepart(plain()),
    };
    builder.multipart(whole.singlepart(invitation))
}

fn alternative(plain: SinglePart, html: &Html) -> MultiPart {
    let both = MultiPart::alternative().singlepart(plain);
    let page = SinglePart::html(html.text.clone());
    let logo = html.logo.as_ref().and_then(|logo| Some((logo, ContentType::parse(&logo.content_type).ok()?)));
    match logo {
        Some((logo, kind)) => {
            let picture = Attachment::new_inline(logo.name.to_owned()).body(logo.bytes.clone(), kind);
            both.multipart(MultiPart::related().singlepart(page).singlepart(picture))
        }
        None => both.singlepart(page),
    }
}
