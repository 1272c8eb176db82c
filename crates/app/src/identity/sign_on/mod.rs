//! Single sign-on: an external system proves the identity of staff. It never creates users; the proven user must
//! already exist.

mod begin;
mod directory;
mod disabled;
mod finish;
mod test;
mod tickets;
mod users;

use std::sync::Arc;

use domain::access::system;
use domain::sso::{Protocol, SsoServer};
use ports::{Directory, IdentityProvider};
use serde_json::{Value, json};

pub use begin::begin_sign_on;
pub(super) use directory::check_directories;
pub use finish::{SignOnReturn, finish_sign_on};
pub use test::test_sign_on;
pub use tickets::Tickets;

use crate::{App, Result};

/// The external systems, and the operator's settings.
pub struct SignOn {
    pub directory: Arc<dyn Directory>,
    pub provider: Arc<dyn IdentityProvider>,
    /// (entity, user) pairs that may use a local password even where only SSO is accepted, for when SSO is down.
    pub emergency_users: Vec<(String, String)>,
}

impl Default for SignOn {
    fn default() -> SignOn {
        SignOn {
            directory: Arc::new(disabled::DisabledSignOn),
            provider: Arc::new(disabled::DisabledSignOn),
            emergency_users: Vec::new(),
        }
    }
}

impl SignOn {
    /// True when this user may log in with a local password.
    pub(super) fn accepts_password(&self, servers: &[SsoServer], entity: &str, user_id: &str) -> bool {
        let is_emergency = self.emergency_users.iter().any(|(at, user)| at == entity && user == user_id);
        is_emergency || !servers.iter().any(|server| server.sso_only)
    }
}

/// The provider behind a button of the login page.
fn provider_of<'a>(servers: &'a [SsoServer], app_code: &str) -> Option<&'a SsoServer> {
    servers.iter().find(|server| server.protocol == Protocol::Oidc && server.app_code == app_code)
}

/// The login options besides user id and password; empty for an unknown entity.
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
