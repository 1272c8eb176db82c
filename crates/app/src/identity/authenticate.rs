use std::sync::Arc;

use domain::Refusal;
use domain::access::{Action, Actor, Change, Permit, Powers, Reach, Scope, Side, system};
use store::access::Grants;
use store::audit::stamp;
use store::identity::{EntityProfile, Session, StaffUser};

use crate::{App, Result};

/// Users who may edit this screen maintain the tenants themselves, so they reach every tenant.
const TENANT_MASTER_SCREEN: &str = "SD-ADM-011";

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
    let permit = system::identity(place.0, place.1, &session.user_id);
    let user = app.store.staff_user(&permit, &session.user_id).await?.ok_or(Refusal::NotAuthenticated)?;
    let entity = app.store.entity_profile(&permit).await?.ok_or(Refusal::NotAuthenticated)?;
    let today = app.clock.today(&entity.time_zone).to_string();
    super::open_session::check_status(&user, &entity, &today).map_err(|_| Refusal::NotAuthenticated)?;
    let grants = app.store.grants(&permit, &session.user_id).await?;
    let tenants = app.store.tenant_names(&system::public_names(), place.0, place.1).await?;
    let tenants = tenants.into_iter().map(|tenant| tenant.tenant_code).collect();
    let step_up_actions = step_up_actions(app, &permit).await?;
    let mut actor = actor(place.0, place.1, session, &user, &entity, grants, tenants, step_up_actions);
    let since = stamp(now - jiff::SignedDuration::from_secs(STEP_UP_SECONDS));
    actor.is_stepped_up = session.stepped_up_on.as_ref().is_some_and(|at| *at > since);
    Ok(Arc::new(actor))
}

/// The resource and action pairs for which the entity requires a step-up.
pub(super) async fn step_up_actions(app: &App, permit: &Permit<Change>) -> Result<Vec<(String, Action)>> {
    let marked = app.store.sensitive_actions(permit).await?;
    let known = |(resource, action): (String, String)| match Action::parse(&action) {
        Some(action) => Some((resource, action)),
        // Ignores an action of a newer version: no caller can perform it here.
        None => {
            let column = "action".to_owned();
            store::Error::Unreadable { table: "sensitive_action", key: resource, column }.report();
            None
        }
    };
    Ok(marked.into_iter().filter_map(known).collect())
}

/// Builds the actor from the stored rows.
#[expect(clippy::too_many_arguments, reason = "one per table")]
pub(super) fn actor(
    country: &str,
    entity: &str,
    session: &Session,
    user: &StaffUser,
    profile: &EntityProfile,
    grants: Grants,
    tenants: Vec<String>,
    step_up_actions: Vec<(String, Action)>,
) -> Actor {
    let powers = Powers::of(&grants.roles);
    // A branch that is no longer granted cannot be entered, not even the login branch.
    let granted = grants.branches.iter().any(|one| one.tenant == session.tenant && one.code == session.branch);
    let mut actor = Actor {
        side: Side::Staff,
        user_id: user.user_id.clone(),
        user_type: user.user_type.clone(),
        session_id: session.session_id.clone(),
        language: user.language.clone(),
        entity_type: profile.entity_type.clone(),
        scope: Scope { country: country.to_owned(), entity: entity.to_owned(), tenants: Reach::Every },
        tenant: session.tenant.clone(),
        branch: if granted { session.branch.clone() } else { String::new() },
        branches: grants.branches,
        tenants,
        screens: powers.screens,
        business: powers.business,
        level: powers.level,
        role_codes: grants.roles.into_iter().map(|role| role.code).collect(),
        home_branch: user.default_branch.clone(),
        debugging: grants.debugging,
        step_up_actions,
        is_stepped_up: false,
    };
    if !actor.may(TENANT_MASTER_SCREEN, Action::Edit) {
        let mut tenants: Vec<String> = actor.branches.iter().map(|branch| branch.tenant.clone()).collect();
        tenants.push(user.default_tenant.clone());
        tenants.sort();
        tenants.dedup();
        actor.tenants.retain(|tenant| tenants.contains(tenant));
        actor.scope.tenants = Reach::Only(tenants);
    }
    actor
}
