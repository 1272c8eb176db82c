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
}

/// A message to one recipient.
#[derive(Clone)]
pub struct Letter {
    pub channel: Channel,
    pub to: String,
    pub subject: String,
    pub text: String,
    /// An iCalendar invitation attached to a mail.
    pub calendar: Option<String>,
}

/// Hides the recipient and the text, which may contain a code or a link.
impl fmt::Debug for Letter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Letter").field("channel", &self.channel).finish_non_exhaustive()
    }
}

/// Why a message did not go out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotSent {
    /// A retry will not help: wrong address or wrong setting.
    Refused(String),
    /// The server is down or slow.
    Unavailable(String),
}

pub type SendFuture<'a> = Pin<Box<dyn Future<Output = Result<(), NotSent>> + Send + 'a>>;

/// Sends messages.
pub trait Messenger: Send + Sync {
    fn send<'a>(&'a self, server: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a>;
}
