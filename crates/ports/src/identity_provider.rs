use std::future::Future;
use std::pin::Pin;

use domain::sso::SsoServer;
use jiff::Timestamp;

use crate::{ProbeFuture, SignOnFault};

/// Ties the two halves of a login together. No `Debug`, because it is secret.
#[derive(Clone)]
pub struct Handshake {
    /// Returned by the browser.
    pub state: String,
    /// Returned inside the signed token.
    pub nonce: String,
    /// Proves that the caller who redeems the code also requested it (PKCE).
    pub verifier: String,
    /// The URL to which the browser returns.
    pub redirect: String,
}

pub type BeginFuture<'a> = Pin<Box<dyn Future<Output = Result<String, SignOnFault>> + Send + 'a>>;
pub type FinishFuture<'a> = Pin<Box<dyn Future<Output = Result<String, SignOnFault>> + Send + 'a>>;

/// An OpenID Connect provider with a login page of its own.
pub trait IdentityProvider: Send + Sync {
    /// Checks that the provider's metadata contains everything a login needs.
    fn probe<'a>(&'a self, server: &'a SsoServer) -> ProbeFuture<'a>;

    /// The URL of the login page.
    fn begin<'a>(&'a self, server: &'a SsoServer, handshake: &'a Handshake) -> BeginFuture<'a>;

    /// Redeems the code from the browser and returns the user id that the provider confirms.
    fn finish<'a>(
        &'a self,
        server: &'a SsoServer,
        handshake: &'a Handshake,
        code: &'a str,
        now: Timestamp,
    ) -> FinishFuture<'a>;
}
