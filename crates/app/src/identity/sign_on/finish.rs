use domain::Refusal;
use domain::access::{Change, Permit, system};
use domain::sso::SsoServer;
use jiff::SignedDuration;
use ports::{Handshake, SignOnFault};
use serde::Deserialize;
use store::audit::stamp;
use subtle::ConstantTimeEq;

use super::begin::{GOOD_FOR, told};
use super::{person, provider_of};
use crate::identity::LoginStep;
use crate::identity::failed_login::{From, Who, noted};
use crate::identity::log_in::go_on;
use crate::identity::open_session::Visit;
use crate::{App, Result};

/// What the browser brings back. Without `Debug`: it is secret.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SignOnReturn {
    pub ticket: String,
    pub code: String,
    pub state: String,
    #[serde(skip)]
    pub from: From,
}

/// The provider's code against a session of ours, or against the question for our own second factor; good once. The tenant
/// that was chosen before comes with it.
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
    // As it is set up now: whoever was taken off the list meanwhile vouches for nobody.
    let servers = app.store.sso_servers(&asking).await?;
    let server = provider_of(&servers, &ticket.app_code).ok_or(Refusal::SignOnFailed)?;
    let handshake =
        Handshake { state: ticket.state, nonce: ticket.nonce, verifier: ticket.verifier, redirect: ticket.redirect };
    let redeemed = app.sign_on.provider.finish(server, &handshake, &back.code, now).await;
    let who = redeemed.clone().unwrap_or_default();
    let outcome =
        let_in(app, &asking, server, redeemed, Visit { tenant_code: ticket.tenant.clone(), from: back.from.clone() });
    let step = noted(app, &asking, Who::Typed(&who), &back.from, outcome.await).await?;
    Ok((step, ticket.tenant))
}

async fn let_in(
    app: &App,
    asking: &Permit<Change>,
    server: &SsoServer,
    redeemed: Result<String, SignOnFault>,
    visit: Visit,
) -> Result<LoginStep> {
    let proven = match redeemed {
        Ok(proven) => proven,
        Err(fault) => {
            if let SignOnFault::Rejected(what) = &fault {
                person::note_refusal(app, asking, server, "", what).await?;
            }
            return Err(told(fault));
        }
    };
    let Some(user) = person::user_of(app, asking, &proven).await? else {
        person::note_refusal(app, asking, server, &proven, "no user of this id").await?;
        return Err(Refusal::SignOnUnknown.into());
    };
    let scope = asking.scope();
    let permit = system::identity(&scope.country, &scope.entity, &user.user_id);
    person::note_success(app, &permit, server, &user.user_id).await?;
    go_on(app, &permit, user, visit).await
}
