use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lettre::Address;
use lettre::address::Envelope;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MessageBuilder, MultiPart, SinglePart};
use lettre::transport::smtp::response::Response;
use ports::{Accepted, Channel, Html, Letter, MailServer, Messenger, NotSent, SendFuture};
use tokio::sync::Semaphore;

use crate::outbound::{Blocked, Outbound};
use crate::smtp_connections::{Connections, ServerKey};

/// Mail over SMTP, through servers that the operator listed. Connections are kept open for the next mail.
pub struct Smtp {
    outbound: Arc<Outbound>,
    connections: Connections,
    /// Limits the connections to each server.
    slots: Mutex<HashMap<(String, u16), Arc<Semaphore>>>,
}

const TIMEOUT: Duration = Duration::from_secs(20);
/// How long a message waits for a connection.
const SLOT_TIMEOUT: Duration = Duration::from_secs(60);
/// Connections to one server at a time.
const MAX_CONNECTIONS: usize = 4;

impl Smtp {
    pub fn new(outbound: Arc<Outbound>) -> Smtp {
        Smtp { outbound, connections: Connections::default(), slots: Mutex::default() }
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
            let key = ServerKey {
                address,
                host: server.host.clone(),
                security: server.security.clone(),
                login: server.user_name.clone().zip(server.password.clone()),
            };
            let sent = self.connections.send(&key, self.outbound.certificates(), &message).await;
            outcome = sent.map(|response| accepted(&response));
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
