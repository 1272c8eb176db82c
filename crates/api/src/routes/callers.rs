//! Who makes a call, and what becomes of a refusal.

use std::sync::Arc;

use domain::Refusal;
use domain::access::{Actor, Side};

use super::labels;
use crate::call::Call;
use crate::session;
use crate::state::Api;

/// The authenticated staff caller; customers are refused. Responses use the caller's language from here on.
pub async fn staff_caller(api: &Api, call: &mut Call) -> store::Result<Arc<Actor>> {
    let actor = any_caller(api, call).await?;
    match actor.side {
        Side::Staff => Ok(actor),
        Side::Customer => refuse(api, &actor, Refusal::NotAllowed("staff only")).await,
    }
}

/// The authenticated caller, staff or customer.
pub async fn any_caller(api: &Api, call: &mut Call) -> store::Result<Arc<Actor>> {
    let actor = session::actor(&api.app, &call.headers, &call.address.header).await?;
    call.set_caller(&actor);
    if call.has_labels {
        call.labels = labels::in_requests(api, call, &actor).await?;
    }
    api.limits.user(&actor, call.is_search)?;
    match session::compare(&actor, &call.address.header) {
        Ok(()) => Ok(actor),
        Err(refusal) => refuse(api, &actor, refusal).await,
    }
}

/// Records what an authenticated caller was refused.
pub async fn refuse<T>(api: &Api, actor: &Actor, refusal: Refusal) -> store::Result<T> {
    if let Refusal::NotAllowed(what) = &refusal {
        Box::pin(app::identity::note_refusal(&api.app, actor, what)).await;
    }
    Err(refusal.into())
}
