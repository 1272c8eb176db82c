//! The one place where a member of the staff gets a session, however the identity was proven.

use domain::Refusal;
use domain::access::{Change, Permit, Side, system};
use store::audit::stamp;
use store::identity::{EntityProfile, Session, StaffUser};

use super::LoggedIn;
use super::authenticate::{actor, step_up_actions};
use super::failed_login::From;
use super::log_in::auth_object;
use crate::{App, Result};

/// A session of the staff ends after this, whatever happens.
const SESSION_HOURS: i64 = 8;

/// Sessions a user may have beside a new one.
pub(super) fn beside(app: &App) -> i64 {
    i64::from(app.settings.sessions_at_once.max(1)) - 1
}

/// Where the call came from, and the tenant it asks for.
pub(super) struct Visit {
    pub tenant_code: Option<String>,
    pub from: From,
}

/// A session for a user who has proven to be that user; `permit` is the user's own.
pub(super) async fn open_session(
    app: &App,
    permit: &Permit<Change>,
    user: StaffUser,
    visit: Visit,
) -> Result<LoggedIn> {
    let profile = check_standing(app, permit, &user).await?;
    let now = app.clock.now();
    let ends = now + jiff::SignedDuration::from_hours(SESSION_HOURS);
    let grants = app.store.grants(permit, &user.user_id).await?;
    let tenant = visit.tenant_code.filter(|tenant| !tenant.is_empty()).unwrap_or_else(|| user.default_tenant.clone());
    let in_tenant = grants.branches.iter().find(|branch| branch.tenant == tenant).map(|branch| branch.code.clone());
    let branch = if tenant == user.default_tenant { Some(user.default_branch.clone()) } else { in_tenant };
    let branch = branch.ok_or(Refusal::NotAllowed("the user has no branch of this tenant"))?;
    let session = Session {
        session_id: uuid::Uuid::now_v7().to_string(),
        user_id: user.user_id.clone(),
        user_type: user.user_type.clone(),
        tenant,
        branch,
        ip_address: visit.from.ip_address,
        device: visit.from.device,
        generation: 1,
        ends_on: stamp(ends),
        is_ended: false,
        stepped_up_on: None,
    };
    app.store.start_session(permit, &session, &stamp(now), beside(app)).await?;
    app.invalidate(&permit.scope().country, &permit.scope().entity, Some(&user.user_id));
    let scope = permit.scope();
    let place = (scope.country.as_str(), scope.entity.as_str());
    let seconds = (now.as_second(), ends.as_second());
    let token = app.tokens.issue(place, &user.user_id, (&session.session_id, 1), seconds.0, seconds.1, Side::Staff)?;
    let tenants = app.store.tenant_names(&system::public_names(), place.0, place.1).await?;
    let tenants = tenants.into_iter().map(|tenant| tenant.tenant_code).collect();
    let step_up_actions = step_up_actions(app, permit).await?;
    let actor = actor(place.0, place.1, &session, &user, &profile, grants, tenants, step_up_actions);
    Ok(LoggedIn { token, auth: auth_object(&actor, &user, &profile), entity_type: profile.entity_type })
}

/// The entity, if account and entity are still good today.
pub(super) async fn check_standing(app: &App, permit: &Permit<Change>, user: &StaffUser) -> Result<EntityProfile> {
    let profile = app.store.entity_profile(permit).await?.ok_or(Refusal::LoginFailed)?;
    standing(user, &profile, &app.clock.today(&profile.time_zone).to_string())?;
    Ok(profile)
}

/// Is the account, and the entity, still good today? Told only to those who have proven who they are.
pub(super) fn standing(user: &StaffUser, entity: &EntityProfile, today: &str) -> Result<(), Refusal> {
    match () {
        () if user.status != "Active" => Err(Refusal::UserInactive),
        () if user.expiry_date.as_str() < today => Err(Refusal::UserExpired),
        () if entity.status != "Active" || entity.start_date.as_str() > today => Err(Refusal::EntityInactive),
        () if entity.expiry_date.as_str() < today => Err(Refusal::EntityExpired),
        () => Ok(()),
    }
}
