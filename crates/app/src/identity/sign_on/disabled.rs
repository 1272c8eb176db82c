use jiff::Timestamp;
use ports::{
    BeginFuture, CheckFuture, Directory, DirectoryAccount, FindFuture, FinishFuture, Handshake, IdentityProvider,
    ProbeFault, ProbeFuture, SignOnFault, SsoServer,
};

/// Refuses everything, for when single sign-on is not configured.
pub struct DisabledSignOn;

fn fault() -> SignOnFault {
    SignOnFault::Unavailable("single sign-on is not set up".into())
}

impl Directory for DisabledSignOn {
    fn find<'a>(&'a self, _: &'a SsoServer, _: &'a str) -> FindFuture<'a> {
        Box::pin(std::future::ready(Err(fault())))
    }

    fn check<'a>(
        &'a self,
        _: &'a SsoServer,
        _: &'a str,
        _: Option<&'a DirectoryAccount>,
        _: &'a str,
    ) -> CheckFuture<'a> {
        Box::pin(std::future::ready(Err(fault())))
    }

    fn probe<'a>(&'a self, _: &'a SsoServer) -> ProbeFuture<'a> {
        Box::pin(std::future::ready(Err(not_listed())))
    }
}

fn not_listed() -> ProbeFault {
    ProbeFault::NotListed("single sign-on is not set up".into())
}

impl IdentityProvider for DisabledSignOn {
    fn probe<'a>(&'a self, _: &'a SsoServer) -> ProbeFuture<'a> {
        Box::pin(std::future::ready(Err(not_listed())))
    }

    fn begin<'a>(&'a self, _: &'a SsoServer, _: &'a Handshake) -> BeginFuture<'a> {
        Box::pin(std::future::ready(Err(fault())))
    }

    fn finish<'a>(&'a self, _: &'a SsoServer, _: &'a Handshake, _: &'a str, _: Timestamp) -> FinishFuture<'a> {
        Box::pin(std::future::ready(Err(fault())))
    }
}
