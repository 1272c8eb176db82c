use std::future::Future;
use std::pin::Pin;

use domain::sso::SsoServer;
use jiff::Timestamp;

use crate::{Probing, SignOnFault};

/// What ties the two halves of a login together. Without `Debug`: it is secret.
#[derive(Clone)]
pub struct Handshake {
    /// Comes back with the browser.
    pub state: String,
    /// Comes back in the signed answer.
    pub nonce: String,
    /// Proves that who redeems the code is who asked for it (PKCE).
    pub verifier: String,
    /// Where the browser comes back to.
    pub redirect: String,
}

pub type Begun<'a> = Pin<Box<dyn Future<Output = Result<String, SignOnFault>> + Send + 'a>>;
pub type Finished<'a> = Pin<Box<dyn Future<Output = Result<String, SignOnFault>> + Send + 'a>>;

/// Whoever lets the staff log in at a page of his own (OpenID Connect).
pub trait IdentityProvider: Send + Sync {
    /// Does it say about itself what a login needs?
    fn probe<'a>(&'a self, server: &'a SsoServer) -> Probing<'a>;

    /// The address of that page.
    fn begin<'a>(&'a self, server: &'a SsoServer, handshake: &'a Handshake) -> Begun<'a>;

    /// Redeems the code that the browser brought back: the user id that the provider vouches for.
    fn finish<'a>(
        &'a self,
        server: &'a SsoServer,
        handshake: &'a Handshake,
        code: &'a str,
        now: Timestamp,
    ) -> Finished<'a>;
}
