use domain::Refusal;
use domain::access::{Change, Permit, system};
use domain::sso::SsoServer;
use jiff::SignedDuration;
use ports::{Handshake, SignOnFault};
use serde::Deserialize;
use store::audit::stamp;
use subtle::ConstantTimeEq;

use super::begin::{GOOD_FOR, report_fault};
use super::{provider_of, users};
use crate::identity::LoginStep;
use crate::identity::failed_login::{CallOrigin, LoginSubject, record_refusal};
use crate::identity::log_in::continue_login;
use crate::identity::open_session::SessionRequest;
use crate::{App, Result};

/// The data the browser brings back. No `Debug`, because it is secret.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SignOnReturn {
    pub ticket: String,
    pub code: String,
    pub state: String,
    #[serde(skip)]
    pub from: CallOrigin,
}

/// Exchanges the provider's code for a session or for a second-factor challenge; valid once. Also returns the tenant
/// chosen at the beginning.
pub async fn finish_sign_on(app: &App, back: SignOnReturn) -> Result<(LoginStep, Option<String>)> {
    let now = app.clock.now();
    let ticket = app.sign_on_tickets.open(&back.ticket, now.as_second()).ok_or(Refusal::SignOnFailed)?;
    let is_same = bool::from(ticket.state.as_bytes().ct_eq(back.state.as_bytes()));
    if !is_same || back.code.is_empty() || back.code.len() > 4096 {
        return Err(Refusal::SignOnFailed.into());
    }
    let asking = system::identity(&ticket.country, &ticket.entity, "system:sso");
    let until = stamp(now + SignedDuration::from_secs(GOOD_FOR));
    app.store.spend_sign_on(&asking, &app.codes.hash("sign-on", &ticket.state), &until).await?;
    // Uses the current settings, so a provider that was removed in the meantime is not trusted.
    let servers = app.store.sso_servers(&asking).await?;
    let server = provider_of(&servers, &ticket.app_code).ok_or(Refusal::SignOnFailed)?;
    let handshake =
        Handshake { state: ticket.state, nonce: ticket.nonce, verifier: ticket.verifier, redirect: ticket.redirect };
    let redeemed = app.sign_on.provider.finish(server, &handshake, &back.code, now).await;
    let who = redeemed.clone().unwrap_or_default();
    let outcome = finish_login(
        app,
        &asking,
        server,
        redeemed,
        SessionRequest { tenant_code: ticket.tenant.clone(), from: back.from.clone(), by_sso: true },
    );
    let step = record_refusal(app, &asking, LoginSubject::Typed(&who), &back.from, outcome.await).await?;
    Ok((step, ticket.tenant))
}

async fn finish_login(
    app: &App,
    asking: &Permit<Change>,
    server: &SsoServer,
    redeemed: Result<String, SignOnFault>,
    session: SessionRequest,
) -> Result<LoginStep> {
    let proven = match redeemed {
        Ok(proven) => proven,
        Err(fault) => {
            if let SignOnFault::Rejected(what) = &fault {
                users::note_refusal(app, asking, server, "", what).await?;
            }
            return Err(report_fault(fault));
        }
    };
    let Some(user) = users::user_of(app, asking, &proven).await? else {
        users::note_refusal(app, asking, server, &proven, "no user of this id").await?;
        return Err(Refusal::SignOnUnknown.into());
    };
    let scope = asking.scope();
    let permit = system::identity(&scope.country, &scope.entity, &user.user_id);
    users::note_success(app, &permit, server, &user.user_id).await?;
    continue_login(app, &permit, user, session).await
}
