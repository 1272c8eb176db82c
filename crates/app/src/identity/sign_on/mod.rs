//! Single sign-on: somebody else proves who a member of the staff is. Nobody becomes a user by it: whoever is proven
//! must be one already.

mod begin;
mod directory;
mod finish;
mod nobody;
mod person;
mod test;
mod tickets;

use std::sync::Arc;

use domain::access::system;
use domain::sso::{Protocol, SsoServer};
use ports::{Directory, IdentityProvider};
use serde_json::{Value, json};

pub use begin::begin_sign_on;
pub(super) use directory::by_directory;
pub use finish::{SignOnReturn, finish_sign_on};
pub use test::test_sign_on;
pub use tickets::Tickets;

use crate::{App, Result};

/// Who is asked, and what the operator says about it.
pub struct SignOn {
    pub directory: Arc<dyn Directory>,
    pub provider: Arc<dyn IdentityProvider>,
    /// (entity, user) who may use a password of ours even where only SSO is accepted: for the day it is down.
    pub emergency_users: Vec<(String, String)>,
}

impl Default for SignOn {
    fn default() -> SignOn {
        SignOn { directory: Arc::new(nobody::Nobody), provider: Arc::new(nobody::Nobody), emergency_users: Vec::new() }
    }
}

impl SignOn {
    /// May this user log in with a password that we keep ourselves?
    pub(super) fn accepts_password(&self, servers: &[SsoServer], entity: &str, user_id: &str) -> bool {
        let is_emergency = self.emergency_users.iter().any(|(at, user)| at == entity && user == user_id);
        is_emergency || !servers.iter().any(|server| server.sso_only)
    }
}

/// The provider behind a button of the login page.
fn provider_of<'a>(servers: &'a [SsoServer], app_code: &str) -> Option<&'a SsoServer> {
    servers.iter().find(|server| server.protocol == Protocol::Oidc && server.app_code == app_code)
}

/// What a login page offers besides user id and password; an unknown entity has nothing.
pub async fn sign_on_choices(app: &App, entity: &str) -> Result<Value> {
    let country = app.store.country_of(&system::public_names(), entity).await?;
    let permit = system::identity(country.as_deref().unwrap_or("-"), entity, "system:sso");
    let servers = app.store.sso_servers(&permit).await?;
    let offers = |protocol| servers.iter().filter(move |server| server.protocol == protocol);
    let providers: Vec<Value> =
        offers(Protocol::Oidc).map(|server| json!({ "appCode": server.app_code, "hostName": server.host })).collect();
    let takes_passwords = !servers.iter().any(|server| server.sso_only) || offers(Protocol::Ldap).next().is_some();
    Ok(json!({ "providers": providers, "passwordLogin": takes_passwords }))
}
