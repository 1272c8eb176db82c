use std::future::Future;
use std::pin::Pin;

use domain::sso::SsoServer;

/// Why single sign-on failed. The text is for the log and never contains a password, a code or a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignOnFault {
    /// Down, slow, unreachable or misconfigured.
    Unavailable(String),
    /// The response does not prove the user's identity.
    Rejected(String),
}

/// Why the test of a configured server failed. The texts are for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProbeFault {
    /// The operator's outbound list does not include it.
    NotListed(String),
    /// Without encryption, which the operator does not allow.
    ClearText(String),
    /// No connection: name, port, or a certificate that is not trusted.
    Unreachable(String),
    /// It does not accept the search account.
    Account,
    /// The base of the tree does not exist or is not visible.
    Base,
    /// An unexpected response.
    Answer(String),
}

pub type ProbeFuture<'a> = Pin<Box<dyn Future<Output = Result<(), ProbeFault>> + Send + 'a>>;

/// The account of a user in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryAccount {
    /// The name that is bound, the same for every user id that leads to this account.
    pub name: String,
    /// The user id that the directory says, where it is known before the password is checked.
    pub user_id: Option<String>,
}

pub type FindFuture<'a> = Pin<Box<dyn Future<Output = Result<Option<DirectoryAccount>, SignOnFault>> + Send + 'a>>;
pub type CheckFuture<'a> = Pin<Box<dyn Future<Output = Result<Option<String>, SignOnFault>> + Send + 'a>>;

/// A directory that verifies the passwords of staff.
pub trait Directory: Send + Sync {
    /// The account of a user id, so that attempts can be counted before a password is sent.
    fn find<'a>(&'a self, server: &'a SsoServer, user_id: &'a str) -> FindFuture<'a>;

    /// Returns the user id that this password of the account proves, or `None`. Without an account it takes as long.
    fn check<'a>(
        &'a self,
        server: &'a SsoServer,
        user_id: &'a str,
        account: Option<&'a DirectoryAccount>,
        password: &'a str,
    ) -> CheckFuture<'a>;

    /// Tests the connection with the configured account; no user's password is needed.
    fn probe<'a>(&'a self, server: &'a SsoServer) -> ProbeFuture<'a>;
}
