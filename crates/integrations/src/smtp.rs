use std::sync::Arc;

use lettre::Address;
use lettre::address::Envelope;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MessageBuilder, MultiPart, SinglePart};
use lettre::transport::smtp::response::Response;
use ports::{Accepted, Channel, Html, Letter, MailServer, Messenger, NotSent, SendFuture};

use crate::mail_and_sms::not_sent;
use crate::outbound::{Blocked, Caller, Outbound, Target, TargetKind};
use crate::smtp_connections::{Connections, ServerKey};

/// Mail over SMTP, through servers that the operator listed. Connections are kept open for the next mail.
pub struct Smtp {
    outbound: Arc<Outbound>,
    connections: Connections,
}

impl Smtp {
    pub fn new(outbound: Arc<Outbound>) -> Smtp {
        Smtp { outbound, connections: Connections::default() }
    }

    async fn deliver(
        &self,
        target: &Target,
        server: &MailServer,
        message: &Message,
    ) -> Result<Result<Accepted, NotSent>, Blocked> {
        let login = server.user_name.clone().zip(server.password.clone());
        // Mail without a login may go through a server that has no TLS.
        let addresses = if server.security == "None" && login.is_some() {
            self.outbound.addresses_for_clear_text(target).await?
        } else {
            self.outbound.addresses(target).await?
        };
        let settings = (self.outbound.certificates(), self.outbound.limits(TargetKind::Mail).connect);
        let mut last = Blocked::Unreachable(format!("{} has no address", server.host));
        for address in addresses {
            let key = ServerKey {
                address,
                host: server.host.clone(),
                security: server.security.clone(),
                login: login.clone(),
            };
            match self.connections.send(&key, settings, message).await {
                Ok(sent) => return Ok(sent.map(|response| accepted(&response))),
                Err(blocked) => last = blocked,
            }
        }
        Err(last)
    }
}

impl Messenger for Smtp {
    fn send<'a>(&'a self, server: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        Box::pin(async move {
            if letter.channel == Channel::Sms {
                return Err(NotSent::Refused("no SMS gateway is set up".into()));
            }
            let server = server.ok_or_else(|| NotSent::Refused("no mail server is set up".into()))?;
            if server.user_name.is_some() && server.password.is_none() {
                return Err(NotSent::Unavailable("the mail server has a user but no password; enter it again".into()));
            }
            let message = message(server, letter)?;
            let target = Caller::entity(TargetKind::Mail, &server.entity).target(&server.host, server.port);
            let sent = self.outbound.call(&target, self.deliver(&target, server, &message)).await;
            sent.unwrap_or_else(|blocked| Err(not_sent(blocked)))
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
