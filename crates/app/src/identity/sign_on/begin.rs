use domain::Refusal;
use domain::access::system;
use ports::{Handshake, SignOnFault};
use serde_json::{Value, json};

use super::provider_of;
use super::tickets::Ticket;
use crate::{App, Error, Result};

/// How long a user may take at the provider's login page.
pub(super) const GOOD_FOR: i64 = 10 * 60;

/// Returns the URL of the login page and the ticket to bring back.
pub async fn begin_sign_on(
    app: &App,
    entity: &str,
    app_code: &str,
    tenant: Option<String>,
    domain: &str,
) -> Result<Value> {
    let country = app.store.country_of(&system::public_names(), entity).await?.ok_or(Refusal::SignOnFailed)?;
    let permit = system::identity(&country, entity, "system:sso");
    let servers = app.store.sso_servers(&permit).await?;
    let server = provider_of(&servers, app_code).ok_or(Refusal::SignOnFailed)?;
    let handshake = Handshake {
        state: app.codes.secret()?,
        nonce: app.codes.secret()?,
        verifier: app.codes.secret()?,
        redirect: format!("{}/auth/sso", origin(app, &country, entity, domain)),
    };
    let page = app.sign_on.provider.begin(server, &handshake).await.map_err(report_fault)?;
    let ticket = Ticket {
        country,
        entity: entity.to_owned(),
        tenant,
        app_code: server.app_code.clone(),
        state: handshake.state,
        nonce: handshake.nonce,
        verifier: handshake.verifier,
        redirect: handshake.redirect,
        expires: app.clock.now().as_second() + GOOD_FOR,
    };
    Ok(json!({ "authorizationUrl": page, "ticket": app.sign_on_tickets.seal(&ticket)?, "expiresIn": GOOD_FOR }))
}

/// Redirects only to origins the operator configured: the general one, or the entity's own host name.
fn origin(app: &App, country: &str, entity: &str, domain: &str) -> String {
    let is_own = |(host, at_country, at_entity): &&(String, String, String)| {
        host.eq_ignore_ascii_case(domain) && at_country == country && at_entity == entity
    };
    match app.settings.domains.iter().find(is_own) {
        Some((host, ..)) => format!("https://{host}"),
        None => app.settings.origin.clone(),
    }
}

/// Logs the reason; the caller only learns that the login failed and whether a retry may help.
pub(super) fn report_fault(fault: SignOnFault) -> Error {
    tracing::warn!(?fault, "the identity provider proved no identity");
    match fault {
        SignOnFault::Unavailable(_) => Error::Unavailable("the identity provider is not available".into()),
        SignOnFault::Rejected(_) => Refusal::SignOnFailed.into(),
    }
}
