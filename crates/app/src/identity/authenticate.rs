use std::sync::Arc;

use domain::Refusal;
use domain::access::{Action, Actor, Change, Permit, Powers, Reach, Scope, Side, system};
use store::access::Grants;
use store::audit::stamp;
use store::identity::{EntityProfile, Session, StaffUser};

use crate::{App, Result};

/// Holding this screen's edit means keeping the tenants themselves, so every tenant is within reach.
const TENANT_KEEPER: &str = "SD-ADM-011";

/// How long a confirmed identity opens sensitive actions.
const STEPPED_UP_SECONDS: i64 = 5 * 60;

/// Whose token is this? The session row and the role tables answer, not the token.
pub async fn authenticate(app: &App, token: &str) -> Result<Arc<Actor>> {
    let now = app.clock.now();
    match app.sessions.get(token, now.as_millisecond()) {
        Some((actor, renews)) => {
            if renews {
                tokio::spawn(renew(app.clone(), token.to_owned(), now));
            }
            Ok(actor)
        }
        None => Box::pin(look_up(app, token, now)).await,
    }
}

/// Looks up aside who is believed for a moment yet, so that whoever calls all the time never waits for it. Whom the
/// tables do not know any more nobody believes from here on.
async fn renew(app: App, token: String, now: jiff::Timestamp) {
    if look_up(&app, &token, now).await.is_err() {
        app.sessions.forget_token(&token);
    }
}

/// The long way: five tables.
async fn look_up(app: &App, token: &str, now: jiff::Timestamp) -> Result<Arc<Actor>> {
    let moment = app.sessions.moment();
    let claims = app.tokens.check(token, now.as_second()).ok_or(Refusal::NotAuthenticated)?;
    let permit = system::identity(&claims.country, &claims.entity, &claims.sub);
    let session = app.store.session(&permit, &claims.sid).await?.ok_or(Refusal::NotAuthenticated)?;
    if session.generation != claims.generation || session.user_id != claims.sub {
        return Err(Refusal::NotAuthenticated.into());
    }
    let actor = holder(app, (&claims.country, &claims.entity), claims.side(), &session, now).await?;
    app.sessions.keep(token, actor.clone(), claims.exp, now.as_millisecond(), moment);
    Ok(actor)
}

/// The same person as the tables know him now, for somebody who goes on listening: his session counts, not the token he
/// came with.
pub async fn look_again(app: &App, actor: &Actor) -> Result<Arc<Actor>> {
    let (country, entity) = (&actor.scope.country, &actor.scope.entity);
    let permit = system::identity(country, entity, &actor.user_id);
    let session = app.store.session(&permit, &actor.session_id).await?;
    let session = session.filter(|session| session.user_id == actor.user_id).ok_or(Refusal::NotAuthenticated)?;
    holder(app, (country, entity), actor.side, &session, app.clock.now()).await
}

/// Whose session it is, if it goes on.
async fn holder(
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
        return Ok(Arc::new(super::customer_log_in::customer_of(app, place, session).await?));
    }
    let permit = system::identity(place.0, place.1, &session.user_id);
    let user = app.store.staff_user(&permit, &session.user_id).await?.ok_or(Refusal::NotAuthenticated)?;
    let entity = app.store.entity_profile(&permit).await?.ok_or(Refusal::NotAuthenticated)?;
    let today = app.clock.today(&entity.time_zone).to_string();
    super::open_session::standing(&user, &entity, &today).map_err(|_| Refusal::NotAuthenticated)?;
    let grants = app.store.grants(&permit, &session.user_id).await?;
    let tenants = app.store.tenant_names(&system::public_names(), place.0, place.1).await?;
    let tenants = tenants.into_iter().map(|tenant| tenant.tenant_code).collect();
    let step_up_actions = step_up_actions(app, &permit).await?;
    let mut actor = actor(place.0, place.1, session, &user, &entity, grants, tenants, step_up_actions);
    let since = stamp(now - jiff::SignedDuration::from_secs(STEPPED_UP_SECONDS));
    actor.is_stepped_up = session.stepped_up_on.as_ref().is_some_and(|at| *at > since);
    Ok(Arc::new(actor))
}

/// What the entity wants confirmed once more.
pub(super) async fn step_up_actions(app: &App, permit: &Permit<Change>) -> Result<Vec<(String, Action)>> {
    let marked = app.store.sensitive_actions(permit).await?;
    let known = |(resource, action): (String, String)| match Action::parse(&action) {
        Some(action) => Some((resource, action)),
        // An action of a newer version, which nobody can take here.
        None => {
            let column = "action".to_owned();
            store::Error::Unreadable { table: "sensitive_action", key: resource, column }.report();
            None
        }
    };
    Ok(marked.into_iter().filter_map(known).collect())
}

/// The person as the tables know him.
#[expect(clippy::too_many_arguments, reason = "one for each table that is read")]
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
    // A branch that is not granted (any more) is not entered, not even the one he logged in to.
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
        debugging: grants.debugging,
        step_up_actions,
        is_stepped_up: false,
    };
    if !actor.may(TENANT_KEEPER, Action::Edit) {
        let mut tenants: Vec<String> = actor.branches.iter().map(|branch| branch.tenant.clone()).collect();
        tenants.push(user.default_tenant.clone());
        tenants.sort();
        tenants.dedup();
        actor.tenants.retain(|tenant| tenants.contains(tenant));
        actor.scope.tenants = Reach::Only(tenants);
    }
    actor
}
