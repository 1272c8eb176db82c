//! Opens sessions for staff, however the identity was proven.

use domain::Refusal;
use domain::access::{Change, Origin, Permit, Side, system};
use store::audit::stamp;
use store::identity::{EntityProfile, Session, StaffUser};

use super::actor::{actor, step_up_actions};
use super::auth_object::{LoggedIn, auth_object};
use super::failed_login::CallOrigin;
use crate::{App, Result};

/// The absolute lifetime of a staff session.
const SESSION_HOURS: i64 = 8;

/// The number of other sessions a user may have besides a new one.
pub(super) fn max_other_sessions(app: &App) -> i64 {
    i64::from(app.settings.sessions_at_once.max(1)) - 1
}

/// The origin of the call, the requested tenant, and whether another system proved who the user is.
pub(super) struct SessionRequest {
    pub tenant_code: Option<String>,
    pub from: CallOrigin,
    pub by_sso: bool,
}

/// Opens a session for a proven user; `permit` is the user's own.
pub(super) async fn open_session(
    app: &App,
    permit: &Permit<Change>,
    user: StaffUser,
    request: SessionRequest,
) -> Result<LoggedIn> {
    let profile = active_entity(app, permit, &user).await?;
    let now = app.clock.now();
    let ends = now + jiff::SignedDuration::from_hours(SESSION_HOURS);
    let grants = app.store.grants(permit, &user.user_id).await?;
    let tenant = request.tenant_code.filter(|tenant| !tenant.is_empty()).unwrap_or_else(|| user.default_tenant.clone());
    let in_tenant = grants.branches.iter().find(|branch| branch.tenant == tenant).map(|branch| branch.code.clone());
    let branch = if tenant == user.default_tenant { Some(user.default_branch.clone()) } else { in_tenant };
    let branch = branch.ok_or(Refusal::NotAllowed("the user has no branch of this tenant"))?;
    let session = Session {
        session_id: uuid::Uuid::now_v7().to_string(),
        user_id: user.user_id.clone(),
        user_type: user.user_type.clone(),
        tenant,
        branch,
        ip_address: request.from.ip_address,
        device: request.from.device,
        generation: 1,
        refreshed_on: stamp(now),
        ends_on: stamp(ends),
        is_ended: false,
        first_session_id: None,
        stepped_up_on: None,
        by_sso: request.by_sso,
    };
    let role_codes: Vec<&str> = grants.roles.iter().map(|role| role.code.as_str()).collect();
    let origin =
        Origin { role_codes: role_codes.join(","), home_branch: user.default_branch.clone(), screen: String::new() };
    let permit = &permit.clone().with_origin(origin);
    app.store.start_session(permit, &session, max_other_sessions(app)).await?;
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

/// Returns the entity if both account and entity are active today.
pub(super) async fn active_entity(app: &App, permit: &Permit<Change>, user: &StaffUser) -> Result<EntityProfile> {
    let profile = app.store.entity_profile(permit).await?.ok_or(Refusal::LoginFailed)?;
    check_status(user, &profile, &app.clock.today(&profile.time_zone).to_string())?;
    Ok(profile)
}

/// Checks that account and entity are active today. Only proven users may see the result.
pub(super) fn check_status(user: &StaffUser, entity: &EntityProfile, today: &str) -> Result<(), Refusal> {
    if user.status != "Active" {
        Err(Refusal::UserInactive)
    } else if user.expiry_date.as_str() < today {
        Err(Refusal::UserExpired)
    } else {
        check_entity(entity, today)
    }
}

/// Checks that the entity is active today.
pub(super) fn check_entity(entity: &EntityProfile, today: &str) -> Result<(), Refusal> {
    if entity.status != "Active" || entity.start_date.as_str() > today {
        Err(Refusal::EntityInactive)
    } else if entity.expiry_date.as_str() < today {
        Err(Refusal::EntityExpired)
    } else {
        Ok(())
    }
}
