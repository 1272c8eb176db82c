//! In-memory directory and identity provider with a fixed set of users.

use std::collections::HashMap;

use jiff::Timestamp;
use ports::{
    BeginFuture, CheckFuture, Directory, DirectoryAccount, FindFuture, FinishFuture, Handshake, IdentityProvider,
    ProbeFuture, SignOnFault, SsoServer,
};

/// User ids with their passwords; for the provider, codes with their user ids.
#[derive(Default)]
pub struct KnownPeople(pub HashMap<String, String>);

impl Directory for KnownPeople {
    fn find<'a>(&'a self, _: &'a SsoServer, user_id: &'a str) -> FindFuture<'a> {
        let account = DirectoryAccount { name: user_id.to_owned(), user_id: None };
        Box::pin(std::future::ready(Ok(self.0.contains_key(user_id).then_some(account))))
    }

    fn check<'a>(
        &'a self,
        _: &'a SsoServer,
        user_id: &'a str,
        _: Option<&'a DirectoryAccount>,
        password: &'a str,
    ) -> CheckFuture<'a> {
        let fits = self.0.get(user_id).is_some_and(|known| known == password && !password.is_empty());
        Box::pin(std::future::ready(Ok(fits.then(|| user_id.to_owned()))))
    }

    fn probe<'a>(&'a self, _: &'a SsoServer) -> ProbeFuture<'a> {
        Box::pin(std::future::ready(Ok(())))
    }
}

impl IdentityProvider for KnownPeople {
    fn probe<'a>(&'a self, _: &'a SsoServer) -> ProbeFuture<'a> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn begin<'a>(&'a self, server: &'a SsoServer, handshake: &'a Handshake) -> BeginFuture<'a> {
        let page = format!("https://{}/?state={}", server.host, handshake.state);
        Box::pin(std::future::ready(Ok(page)))
    }

    fn finish<'a>(&'a self, _: &'a SsoServer, _: &'a Handshake, code: &'a str, _: Timestamp) -> FinishFuture<'a> {
        let known = self.0.get(code).cloned();
        let nobody = || SignOnFault::Rejected("the code is unknown".into());
        Box::pin(std::future::ready(known.ok_or_else(nobody)))
    }
}
