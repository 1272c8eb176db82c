use domain::access::{Action, Actor, Change, Permit, Powers, Reach, Scope, Side};
use store::access::Grants;
use store::identity::{EntityProfile, Session, StaffUser};

use crate::{App, Result};

/// Users who may edit this screen maintain the tenants themselves, so they reach every tenant.
const TENANT_MASTER_SCREEN: &str = "SD-ADM-011";

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
