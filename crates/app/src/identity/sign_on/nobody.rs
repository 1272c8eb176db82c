use jiff::Timestamp;
use ports::{Begun, Checking, Directory, Finished, Handshake, IdentityProvider, SignOnFault, SsoServer};

/// Where nothing is set up, nobody is asked and nothing is proven.
pub struct Nobody;

fn fault() -> SignOnFault {
    SignOnFault::Unavailable("single sign-on is not set up".into())
}

impl Directory for Nobody {
    fn check<'a>(&'a self, _: &'a SsoServer, _: &'a str, _: &'a str) -> Checking<'a> {
        Box::pin(std::future::ready(Err(fault())))
    }
}

impl IdentityProvider for Nobody {
    fn begin<'a>(&'a self, _: &'a SsoServer, _: &'a Handshake) -> Begun<'a> {
        Box::pin(std::future::ready(Err(fault())))
    }

    fn finish<'a>(&'a self, _: &'a SsoServer, _: &'a Handshake, _: &'a str, _: Timestamp) -> Finished<'a> {
        Box::pin(std::future::ready(Err(fault())))
    }
}
