use std::fmt;
use std::future::Future;
use std::pin::Pin;

use domain::mail_server::MailServer;

/// The channel of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    Mail,
    Sms,
}

impl Channel {
    pub fn name(self) -> &'static str {
        match self {
            Channel::Mail => "Email",
            Channel::Sms => "SMS",
        }
    }

    pub fn named(name: &str) -> Option<Channel> {
        [Channel::Mail, Channel::Sms].into_iter().find(|channel| channel.name() == name)
    }

    pub fn other(self) -> Channel {
        match self {
            Channel::Mail => Channel::Sms,
            Channel::Sms => Channel::Mail,
        }
    }
}

/// A picture inside an HTML mail, shown by `cid:` and its name.
#[derive(Clone, PartialEq, Eq)]
pub struct InlinePicture {
    pub name: &'static str,
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// The HTML form of a mail. Its plain text stays the alternative.
#[derive(Clone, PartialEq, Eq)]
pub struct Html {
    pub text: String,
    pub logo: Option<InlinePicture>,
}

/// A message to one recipient.
#[derive(Clone)]
pub struct Letter {
    pub channel: Channel,
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: Option<Html>,
    /// An iCalendar invitation attached to a mail.
    pub calendar: Option<String>,
    /// The left part of the Message-ID, the same at every attempt, so that a repeated mail is recognised.
    pub token: Option<String>,
    pub reply_to: Option<String>,
    /// The address that a recipient writes to in order to get no more of these mails.
    pub unsubscribe: Option<String>,
    /// The envelope sender, to which delivery reports are sent.
    pub bounce_to: Option<String>,
}

impl Letter {
    pub fn new(channel: Channel, to: impl Into<String>, subject: impl Into<String>, text: impl Into<String>) -> Letter {
        Letter {
            channel,
            to: to.into(),
            subject: subject.into(),
            text: text.into(),
            html: None,
            calendar: None,
            token: None,
            reply_to: None,
            unsubscribe: None,
            bounce_to: None,
        }
    }

    /// The headers of a mail besides From, To, Subject and Date.
    pub fn headers(&self, from_address: &str) -> Vec<(&'static str, String)> {
        if self.channel == Channel::Sms {
            return Vec::new();
        }
        let mut all = vec![("Auto-Submitted", "auto-generated".to_owned())];
        let domain = from_address.rsplit_once('@').map_or("docz.invalid", |(_, domain)| domain);
        all.extend(self.token.as_ref().map(|token| ("Message-ID", format!("<{token}@{domain}>"))));
        all.extend(self.reply_to.as_ref().map(|address| ("Reply-To", address.clone())));
        all.extend(self.unsubscribe.as_ref().map(|address| ("List-Unsubscribe", format!("<mailto:{address}>"))));
        all
    }
}

/// Hides the recipient and the text, which may contain a code or a link.
impl fmt::Debug for Letter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Letter").field("channel", &self.channel).finish_non_exhaustive()
    }
}

/// What the other side answered when it accepted a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Accepted {
    pub answer: String,
    /// The SMS gateway's own id of the message, by which it reports the delivery.
    pub gateway_id: Option<String>,
}

impl Accepted {
    pub fn with(answer: impl Into<String>) -> Accepted {
        Accepted { answer: answer.into(), gateway_id: None }
    }
}

/// Why a message did not go out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotSent {
    /// A retry will not help: wrong setting, or a message that is not accepted.
    Refused(String),
    /// The other side says that this recipient does not exist.
    NoSuchRecipient(String),
    /// The other side asks to send this message again later.
    Later(String),
    /// The server cannot be used now, so other messages need not be tried either.
    Unavailable(String),
}

impl NotSent {
    pub fn answer(&self) -> &str {
        match self {
            NotSent::Refused(answer)
            | NotSent::NoSuchRecipient(answer)
            | NotSent::Later(answer)
            | NotSent::Unavailable(answer) => answer,
        }
    }
}

pub type SendFuture<'a> = Pin<Box<dyn Future<Output = Result<Accepted, NotSent>> + Send + 'a>>;

/// Sends messages.
pub trait Messenger: Send + Sync {
    fn send<'a>(&'a self, server: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a>;
}
