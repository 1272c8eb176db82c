use std::future::Future;
use std::pin::Pin;

use domain::sso::SsoServer;

/// Why somebody else could not be asked, or why his answer is not believed. The text is for the log: it never holds
/// a password, a code or a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignOnFault {
    /// Down, slow, not to be reached, or not set up as it should be.
    Unavailable(String),
    /// An answer that does not prove anything.
    Rejected(String),
}

pub type Checking<'a> = Pin<Box<dyn Future<Output = Result<Option<String>, SignOnFault>> + Send + 'a>>;

/// Whoever knows the staff's passwords in place of us.
pub trait Directory: Send + Sync {
    /// The user id that this password proves; nothing when it proves none.
    fn check<'a>(&'a self, server: &'a SsoServer, user_id: &'a str, password: &'a str) -> Checking<'a>;
}
