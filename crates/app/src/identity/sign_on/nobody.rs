use jiff::Timestamp;
use ports::{
    Begun, Checking, Directory, Finished, Handshake, IdentityProvider, ProbeFault, Probing, SignOnFault, SsoServer,
};

/// Where nothing is set up, nobody is asked and nothing is proven.
pub struct Nobody;

fn fault() -> SignOnFault {
    SignOnFault::Unavailable("single sign-on is not set up".into())
}

impl Directory for Nobody {
    fn check<'a>(&'a self, _: &'a SsoServer, _: &'a str, _: &'a str) -> Checking<'a> {
        Box::pin(std::future::ready(Err(fault())))
    }

    fn probe<'a>(&'a self, _: &'a SsoServer) -> Probing<'a> {
        Box::pin(std::future::ready(Err(not_listed())))
    }
}

fn not_listed() -> ProbeFault {
    ProbeFault::NotListed("single sign-on is not set up".into())
}

impl IdentityProvider for Nobody {
    fn probe<'a>(&'a self, _: &'a SsoServer) -> Probing<'a> {
        Box::pin(std::future::ready(Err(not_listed())))
    }

    fn begin<'a>(&'a self, _: &'a SsoServer, _: &'a Handshake) -> Begun<'a> {
        Box::pin(std::future::ready(Err(fault())))
    }

    fn finish<'a>(&'a self, _: &'a SsoServer, _: &'a Handshake, _: &'a str, _: Timestamp) -> Finished<'a> {
        Box::pin(std::future::ready(Err(fault())))
    }
}
