use ports::{Channel, Letter, MailServer, Messenger, NotSent, SendFuture};

use crate::outbound::Blocked;
use crate::sms_gateway::SmsGateway;
use crate::smtp::Smtp;

/// Mail through the entity's own server, SMS through the operator's gateway.
pub struct MailAndSms {
    pub mail: Smtp,
    pub sms: Option<SmsGateway>,
}

impl Messenger for MailAndSms {
    fn send<'a>(&'a self, server: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        match (letter.channel, &self.sms) {
            (Channel::Mail, _) => self.mail.send(server, letter),
            (Channel::Sms, Some(gateway)) => gateway.send(server, letter),
            (Channel::Sms, None) => {
                Box::pin(std::future::ready(Err(NotSent::Refused("no SMS gateway is set up".into()))))
            }
        }
    }
}

/// What a refused or failed connection means for a message.
pub(crate) fn not_sent(blocked: Blocked) -> NotSent {
    match blocked {
        Blocked::Forbidden(text) | Blocked::ClearText(text) => NotSent::Refused(text),
        Blocked::Unreachable(text) => NotSent::Unavailable(text),
        Blocked::Busy(text) => NotSent::Later(text),
    }
}
