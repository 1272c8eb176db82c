use std::fmt;
use std::future::Future;
use std::pin::Pin;

use domain::mail_server::MailServer;

/// How a message goes out.
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

/// A message to one person.
#[derive(Clone)]
pub struct Letter {
    pub channel: Channel,
    pub to: String,
    pub subject: String,
    pub text: String,
    /// An invitation that goes with a mail, as iCalendar.
    pub calendar: Option<String>,
}

/// Not its text, which may hold a code or a link; nor whom it is for.
impl fmt::Debug for Letter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Letter").field("channel", &self.channel).finish_non_exhaustive()
    }
}

/// Why a message did not go out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotSent {
    /// Trying again will not help: a wrong address, a wrong setting.
    Refused(String),
    /// The other side is down or slow.
    Unavailable(String),
}

pub type Sending<'a> = Pin<Box<dyn Future<Output = Result<(), NotSent>> + Send + 'a>>;

/// Whoever carries messages.
pub trait Messenger: Send + Sync {
    fn send<'a>(&'a self, server: Option<&'a MailServer>, letter: &'a Letter) -> Sending<'a>;
}
