use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use ports::{Channel, Letter, MailServer, Messenger, NotSent, SendFuture};

use crate::outbound::{Blocked, Outbound};

/// Mail over SMTP, through servers that the operator listed.
pub struct Smtp {
    outbound: Arc<Outbound>,
}

const TIMEOUT: Duration = Duration::from_secs(20);

impl Smtp {
    pub fn new(outbound: Arc<Outbound>) -> Smtp {
        Smtp { outbound }
    }

    async fn deliver(&self, server: &MailServer, letter: &Letter) -> Result<(), NotSent> {
        let message = message(server, letter)?;
        let found = self.outbound.addresses(&server.host, server.port, None).await;
        let addresses = found.map_err(|blocked| match blocked {
            Blocked::Forbidden(text) => NotSent::Refused(text),
            Blocked::Unreachable(text) => NotSent::Unavailable(text),
        })?;
        let mut outcome = Err(NotSent::Unavailable(format!("{} has no address", server.host)));
        for address in addresses {
            let sent = self.transport(server, address)?.send(message.clone()).await;
            outcome = sent.map(drop).map_err(|error| match error.is_permanent() || error.is_client() {
                true => NotSent::Refused(error.to_string()),
                false => NotSent::Unavailable(error.to_string()),
            });
            if !matches!(outcome, Err(NotSent::Unavailable(_))) {
                break;
            }
        }
        outcome
    }

    /// Connects to the checked address; the certificate must match the host name.
    fn transport(
        &self,
        server: &MailServer,
        address: SocketAddr,
    ) -> Result<AsyncSmtpTransport<Tokio1Executor>, NotSent> {
        let refused = |error: lettre::transport::smtp::Error| NotSent::Refused(error.to_string());
        let mut parameters = TlsParameters::builder(server.host.clone());
        if !self.outbound.certificates().is_empty() {
            let certificates = Certificate::from_pem(self.outbound.certificates()).map_err(refused)?;
            parameters = parameters.add_root_certificate(certificates);
        }
        let tls = match server.security.as_str() {
            "Tls" => Tls::Wrapper(parameters.build().map_err(refused)?),
            "StartTls" => Tls::Required(parameters.build().map_err(refused)?),
            _ => Tls::None,
        };
        let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(address.ip().to_string())
            .port(address.port())
            .timeout(Some(TIMEOUT))
            .tls(tls);
        Ok(match (&server.user_name, &server.password) {
            (Some(user), Some(password)) => {
                builder.credentials(Credentials::new(user.clone(), password.clone())).build()
            }
            _ => builder.build(),
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
            // Limits the whole conversation.
            match tokio::time::timeout(TIMEOUT, self.deliver(server, letter)).await {
                Ok(outcome) => outcome,
                Err(_) => Err(NotSent::Unavailable("the mail server takes too long".into())),
            }
        })
    }
}

/// Removes line breaks, so that no text can end a header line.
fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

fn message(server: &MailServer, letter: &Letter) -> Result<Message, NotSent> {
    let address = |text: &str| text.parse::<Address>().map_err(|_| NotSent::Refused("not a mail address".into()));
    let builder = Message::builder()
        .from(Mailbox::new(server.from_name.as_deref().map(one_line), address(&server.from_address)?))
        .to(Mailbox::new(None, address(&letter.to)?))
        .subject(one_line(&letter.subject));
    let made = match &letter.calendar {
        None => builder.header(ContentType::TEXT_PLAIN).body(letter.text.clone()),
        Some(calendar) => {
            let kind =
                ContentType::parse("text/calendar; charset=utf-8").map_err(|_| NotSent::Refused("calendar".into()))?;
            let invitation = Attachment::new("meeting.ics".to_owned()).body(calendar.clone(), kind);
            builder
                .multipart(MultiPart::mixed().singlepart(SinglePart::plain(letter.text.clone())).singlepart(invitation))
        }
    };
    made.map_err(|error| NotSent::Refused(error.to_string()))
}
