use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use ports::{Channel, Letter, MailServer, Messenger, NotSent, Sending};

/// Mail by SMTP. SMS needs a gateway, which an entity of this version does not have yet.
pub struct Smtp;

const PATIENCE: Duration = Duration::from_secs(20);

impl Messenger for Smtp {
    fn send<'a>(&'a self, server: Option<&'a MailServer>, letter: &'a Letter) -> Sending<'a> {
        Box::pin(async move {
            if letter.channel == Channel::Sms {
                return Err(NotSent::Refused("no SMS gateway is set up".into()));
            }
            let server = server.ok_or_else(|| NotSent::Refused("no mail server is set up".into()))?;
            let message = message(server, letter)?;
            let sent = transport(server)?.send(message).await;
            sent.map(drop).map_err(|error| match error.is_permanent() {
                true => NotSent::Refused(error.to_string()),
                false => NotSent::Unavailable(error.to_string()),
            })
        })
    }
}

fn transport(server: &MailServer) -> Result<AsyncSmtpTransport<Tokio1Executor>, NotSent> {
    let refused = |error: lettre::transport::smtp::Error| NotSent::Refused(error.to_string());
    let host = server.host.as_str();
    let builder = match server.security.as_str() {
        "Tls" => AsyncSmtpTransport::<Tokio1Executor>::relay(host).map_err(refused)?,
        "StartTls" => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(host).map_err(refused)?,
        _ => AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host),
    };
    let builder = builder.port(server.port).timeout(Some(PATIENCE));
    Ok(match (&server.user_name, &server.password) {
        (Some(user), Some(password)) => builder.credentials(Credentials::new(user.clone(), password.clone())).build(),
        _ => builder.build(),
    })
}

fn message(server: &MailServer, letter: &Letter) -> Result<Message, NotSent> {
    let address = |text: &str| text.parse::<Address>().map_err(|_| NotSent::Refused("not a mail address".into()));
    // Nothing that was typed may end a header line.
    let subject: String = letter.subject.chars().filter(|character| !character.is_control()).collect();
    Message::builder()
        .from(Mailbox::new(server.from_name.clone(), address(&server.from_address)?))
        .to(Mailbox::new(None, address(&letter.to)?))
        .subject(subject)
        .body(letter.text.clone())
        .map_err(|error| NotSent::Refused(error.to_string()))
}
