//! The entity's policy: which roles need a second factor, and which actions need a step-up.

use domain::Refusal;
use domain::access::{Action, Actor, Change, Permit, Role, View};
use domain::master_data::{self, Value as Cell};
use domain::message::Message;
use serde_json::{Map, Value, json};
use store::audit::stamp;
use store::second_factor::Policy;

use crate::notifications::announce::second_factor_weakened;
use crate::{App, Result};

/// Actions that can be marked as sensitive: saving and deleting.
const ACTIONS: [Action; 2] = [Action::Edit, Action::Delete];

pub async fn policy(app: &App, permit: &Permit<View>) -> Result<Value> {
    let stored = app.store.second_factor_policy(permit).await?;
    let administrative = administrative_roles(app, permit).await?;
    Ok(to_json(&effective(&stored, &administrative)))
}

/// True when one of the user's roles needs a second factor: by the entity's choice, or because it is a role of
/// administrators that the entity has not exempted.
pub(super) async fn needs_second_factor(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<bool> {
    if app.store.needs_second_factor(permit, user_id).await? {
        return Ok(true);
    }
    if app.settings.demo {
        return Ok(false);
    }
    let exempt = app.store.exempt_roles(permit).await?;
    let roles = app.store.roles(permit, user_id).await?;
    Ok(roles.iter().any(|role| role.is_administrative() && !exempt.contains(&role.code)))
}

/// Roles that need a second factor unless they are exempt. A demo has none, so that its users log in with one click.
async fn administrative_roles<Kind>(app: &App, permit: &Permit<Kind>) -> Result<Vec<String>> {
    if app.settings.demo {
        return Ok(Vec::new());
    }
    let roles = app.store.all_roles(permit).await?.into_iter().filter(Role::is_administrative);
    Ok(roles.map(|role| role.code).collect())
}

/// The stored policy with the roles that need a second factor by default.
fn effective(stored: &Policy, administrative: &[String]) -> Policy {
    let mut policy = stored.clone();
    policy.required_roles.extend(administrative.iter().filter(|role| !stored.exempt_roles.contains(role)).cloned());
    policy.required_roles.sort();
    policy.required_roles.dedup();
    policy
}

fn to_json(policy: &Policy) -> Value {
    let sensitive: Vec<Value> =
        policy.sensitive.iter().map(|(resource, action)| json!({ "resource": resource, "action": action })).collect();
    json!({ "requiredRoles": policy.required_roles, "sensitive": sensitive })
}

/// Replaces the policy, effective from the next login and call. A weaker policy itself requires a step-up, and all
/// administrators are told of roles that need no second factor any more.
pub async fn set_policy(app: &App, actor: &Actor, permit: &Permit<Change>, body: &Map<String, Value>) -> Result<Value> {
    let roles = master_data::find("roledefinition").ok_or(Refusal::NotFound)?;
    let mut wanted = Policy::default();
    for role in list(body, "requiredRoles")? {
        let role = role.as_str().ok_or(Refusal::BadRequest("a role is a text"))?;
        if app.store.find_record(permit, roles, &[Cell::text(role)]).await?.is_none() {
            let message = Message::about("select", "roledefinition", "roleCode");
            return Err(Refusal::field("requiredRoles", message).into());
        }
        wanted.required_roles.push(role.to_owned());
    }
    for one in list(body, "sensitive")? {
        wanted.sensitive.push(sensitive(one)?);
    }
    wanted.required_roles.sort();
    wanted.required_roles.dedup();
    wanted.sensitive.sort();
    wanted.sensitive.dedup();
    let stored = app.store.second_factor_policy(permit).await?;
    let administrative = administrative_roles(app, permit).await?;
    let current = effective(&stored, &administrative);
    if !actor.is_stepped_up && is_weaker(&wanted, &current) {
        return Err(Refusal::StepUp.into());
    }
    let exempt = administrative.into_iter().filter(|role| !wanted.required_roles.contains(role));
    wanted.exempt_roles = if app.settings.demo { stored.exempt_roles.clone() } else { exempt.collect() };
    let freed: Vec<String> =
        current.required_roles.into_iter().filter(|role| !wanted.required_roles.contains(role)).collect();
    let told = if freed.is_empty() {
        None
    } else {
        let now = stamp(app.clock.now());
        Some(second_factor_weakened(app, permit, roles, &freed.join(", "), &now).await?)
    };
    let notices = told.as_ref().map(|told| told.batch(permit)).unwrap_or_default();
    app.store.change_policy(permit, &stored, &wanted, notices).await?;
    app.invalidate(&permit.scope().country, &permit.scope().entity, None);
    if let Some(told) = told {
        told.send(app, permit).await;
    }
    Ok(to_json(&wanted))
}

/// True when something that is required now would no longer be.
fn is_weaker(wanted: &Policy, current: &Policy) -> bool {
    let lacks_role = current.required_roles.iter().any(|role| !wanted.required_roles.contains(role));
    lacks_role || current.sensitive.iter().any(|action| !wanted.sensitive.contains(action))
}

fn list<'a>(body: &'a Map<String, Value>, name: &'static str) -> Result<&'a [Value], Refusal> {
    match body.get(name) {
        None => Ok(&[]),
        Some(Value::Array(all)) if all.len() <= 500 => Ok(all),
        Some(_) => Err(Refusal::BadRequest("roles and actions are lists")),
    }
}

fn sensitive(one: &Value) -> Result<(String, String), Refusal> {
    let text = |name: &str| one.get(name).and_then(Value::as_str);
    let resource = text("resource").and_then(master_data::find);
    let action = text("action").and_then(Action::parse).filter(|action| ACTIONS.contains(action));
    match (resource, action) {
        (Some(definition), Some(action)) => Ok((definition.resource.to_owned(), action.code().to_owned())),
        _ => Err(Refusal::BadRequest("a sensitive action has a resource and is edit or delete")),
    }
}
