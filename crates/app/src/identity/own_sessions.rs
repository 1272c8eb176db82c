//! Lets users list their own sessions and end the ones they do not recognise.

use domain::Refusal;
use domain::access::{Actor, Change, Permit, Side, system};
use serde_json::Value;
use store::audit::stamp;

use crate::{App, Error, Result};

fn own_permit(actor: &Actor) -> Permit<Change> {
    let (country, entity) = (&actor.scope.country, &actor.scope.entity);
    match actor.side {
        Side::Staff => system::identity(country, entity, &actor.user_id),
        Side::Customer => system::customer(country, entity, &actor.user_id),
    }
}

/// The open sessions, newest first; `current` marks the caller's.
pub async fn own_sessions(app: &App, actor: &Actor) -> Result<Vec<Value>> {
    let open = app.store.open_sessions(&own_permit(actor), &actor.user_id, &stamp(app.clock.now())).await?;
    let shown = open.into_iter().map(|session| {
        let current = session.session_id == actor.session_id;
        let mut shown = serde_json::to_value(session).map_err(Error::internal)?;
        shown["current"] = current.into();
        Ok(shown)
    });
    shown.collect()
}

/// Ends one of the caller's own sessions; any other counts as not found.
pub async fn end_own_session(app: &App, actor: &Actor, session_id: &str) -> Result<()> {
    if session_id.is_empty() {
        return Err(Refusal::NothingSelected.into());
    }
    app.store.end_session(&own_permit(actor), session_id, &actor.user_id, &stamp(app.clock.now())).await?;
    app.invalidate(&actor.scope.country, &actor.scope.entity, Some(&actor.user_id));
    Ok(())
}

/// Ends all sessions except the caller's and returns their number.
pub async fn end_other_sessions(app: &App, actor: &Actor) -> Result<usize> {
    let now = stamp(app.clock.now());
    let permit = own_permit(actor);
    let open = app.store.open_sessions(&permit, &actor.user_id, &now).await?;
    let mut ended = 0;
    for session in open.iter().filter(|session| session.session_id != actor.session_id) {
        match app.store.end_session(&permit, &session.session_id, &actor.user_id, &now).await {
            Ok(()) => ended += 1,
            // It has expired in the meantime.
            Err(Error::Refused(Refusal::NotFound)) => {}
            Err(error) => return Err(error),
        }
    }
    app.invalidate(&actor.scope.country, &actor.scope.entity, Some(&actor.user_id));
    Ok(ended)
}
