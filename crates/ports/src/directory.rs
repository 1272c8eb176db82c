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

/// Why a server that an administrator set up cannot be asked. The texts are for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProbeFault {
    /// The operator does not let us talk to it.
    NotListed(String),
    /// No connection: name, port, or a certificate that is not trusted.
    Silent(String),
    /// It does not accept the search account.
    Account,
    /// The base of the tree is not there, or not to be seen.
    Base,
    /// It answers something else than was to be expected.
    Answer(String),
}

pub type Probing<'a> = Pin<Box<dyn Future<Output = Result<(), ProbeFault>> + Send + 'a>>;

pub type Checking<'a> = Pin<Box<dyn Future<Output = Result<Option<String>, SignOnFault>> + Send + 'a>>;

/// Whoever knows the staff's passwords in place of us.
pub trait Directory: Send + Sync {
    /// The user id that this password proves; nothing when it proves none.
    fn check<'a>(&'a self, server: &'a SsoServer, user_id: &'a str, password: &'a str) -> Checking<'a>;

    /// Can it be asked, with the account it was set up with? Nobody's password is needed for that.
    fn probe<'a>(&'a self, server: &'a SsoServer) -> Probing<'a>;
}
