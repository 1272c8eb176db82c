use std::sync::Arc;

use domain::Refusal;
use domain::access::{Actor, Side, system};
use store::audit::stamp;
use store::identity::Session;

use super::actor::{actor, step_up_actions};
use crate::{App, Result};

/// How long a step-up lasts.
const STEP_UP_SECONDS: i64 = 5 * 60;

/// Resolves a token to its actor. The session row and the role tables decide, not the token.
pub async fn authenticate(app: &App, token: &str) -> Result<Arc<Actor>> {
    let now = app.clock.now();
    match app.sessions.get(token, now.as_millisecond()) {
        Some((actor, needs_refresh)) => {
            if needs_refresh {
                tokio::spawn(refresh(app.clone(), token.to_owned(), now));
            }
            Ok(actor)
        }
        None => Box::pin(load_actor(app, token, now)).await,
    }
}

/// Refreshes an ageing cache entry in the background, so that frequent callers never wait. A failed look-up removes the
/// entry.
async fn refresh(app: App, token: String, now: jiff::Timestamp) {
    if load_actor(&app, &token, now).await.is_err() {
        app.sessions.remove_token(&token);
    }
}

/// Reads the actor from five tables.
async fn load_actor(app: &App, token: &str, now: jiff::Timestamp) -> Result<Arc<Actor>> {
    let version = app.sessions.version();
    let claims = app.tokens.check(token, now.as_second()).ok_or(Refusal::NotAuthenticated)?;
    let permit = system::identity(&claims.country, &claims.entity, &claims.sub);
    let session = app.store.session(&permit, &claims.sid).await?.ok_or(Refusal::NotAuthenticated)?;
    if session.generation != claims.generation || session.user_id != claims.sub {
        return Err(Refusal::NotAuthenticated.into());
    }
    let actor = actor_of_session(app, (&claims.country, &claims.entity), claims.side(), &session, now).await?;
    app.sessions.insert(token, actor.clone(), claims.exp, now.as_millisecond(), version);
    Ok(actor)
}

/// Reads the actor again for a caller with an open connection. The session must still be valid; the original token may
/// have expired.
pub async fn reload_actor(app: &App, actor: &Actor) -> Result<Arc<Actor>> {
    let (country, entity) = (&actor.scope.country, &actor.scope.entity);
    let permit = system::identity(country, entity, &actor.user_id);
    let session = app.store.session(&permit, &actor.session_id).await?;
    let session = session.filter(|session| session.user_id == actor.user_id).ok_or(Refusal::NotAuthenticated)?;
    actor_of_session(app, (country, entity), actor.side, &session, app.clock.now()).await
}

/// The actor of a session, if the session is still valid.
async fn actor_of_session(
    app: &App,
    place: (&str, &str),
    side: Side,
    session: &Session,
    now: jiff::Timestamp,
) -> Result<Arc<Actor>> {
    if session.is_ended || session.ends_on <= stamp(now) {
        return Err(Refusal::NotAuthenticated.into());
    }
    if side == Side::Customer {
        return Ok(Arc::new(super::customer_session::customer_of(app, place, session).await?));
    }
    let mut actor = match staff_actor(app, place, session).await {
        Err(store::Error::Refused(_)) => return Err(Refusal::NotAuthenticated.into()),
        other => other?,
    };
    let since = stamp(now - jiff::SignedDuration::from_secs(STEP_UP_SECONDS));
    actor.is_stepped_up = session.stepped_up_on.as_ref().is_some_and(|at| *at > since);
    Ok(Arc::new(actor))
}

/// A member of staff with the rights of now, for work that goes on after the session in which it was started.
pub(crate) async fn actor_without_session(
    app: &App,
    place: (&str, &str),
    user_id: &str,
    tenant: &str,
) -> Result<Actor> {
    let session = Session { user_id: user_id.to_owned(), tenant: tenant.to_owned(), ..Session::default() };
    staff_actor(app, place, &session).await
}

/// A member of staff as the tables say now; refused when user or entity is not active.
async fn staff_actor(app: &App, place: (&str, &str), session: &Session) -> Result<Actor> {
    let permit = system::identity(place.0, place.1, &session.user_id);
    let user = app.store.staff_user(&permit, &session.user_id).await?.ok_or(Refusal::UserInactive)?;
    let entity = app.store.entity_profile(&permit).await?.ok_or(Refusal::EntityInactive)?;
    let today = app.clock.today(&entity.time_zone).to_string();
    super::open_session::check_status(&user, &entity, &today)?;
    let grants = app.store.grants(&permit, &session.user_id).await?;
    let tenants = app.store.tenant_names(&system::public_names(), place.0, place.1).await?;
    let tenants = tenants.into_iter().map(|tenant| tenant.tenant_code).collect();
    let step_up_actions = step_up_actions(app, &permit).await?;
    Ok(actor(place.0, place.1, session, &user, &entity, grants, tenants, step_up_actions))
}
