//! Authenticates a token and compares the caller's claims with the session.

use std::sync::Arc;

use app::App;
use axum::http::{HeaderMap, header};
use domain::Refusal;
use domain::access::Actor;

use crate::wire::HeaderJson;

/// The token of a call: the real header wins over the one in the path.
pub fn token<'a>(headers: &'a HeaderMap, claims: &'a HeaderJson) -> Option<&'a str> {
    let real = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = real.or(claims.authorization.as_deref())?.trim();
    let token = token.strip_prefix("Bearer ").unwrap_or(token).trim();
    (!token.is_empty()).then_some(token)
}

pub async fn actor(app: &App, headers: &HeaderMap, claims: &HeaderJson) -> store::Result<Arc<Actor>> {
    let token = token(headers, claims).ok_or(Refusal::NotAuthenticated)?;
    app::identity::authenticate(app, token).await
}

/// The header json must agree with the session; it is never corrected silently.
pub fn compare(actor: &Actor, claims: &HeaderJson) -> Result<(), Refusal> {
    let differs = |claim: &Option<String>, own: &str| claim.as_deref().is_some_and(|claimed| claimed != own);
    let scope = &actor.scope;
    if differs(&claims.user_id, &actor.user_id) || differs(&claims.user_type, &actor.user_type) {
        return Err(Refusal::NotAllowed("the header json names another user"));
    }
    if differs(&claims.country_code, &scope.country) || differs(&claims.entity_code, &scope.entity) {
        return Err(Refusal::NotAllowed("the header json names another entity"));
    }
    let tenant = claims.tenant_code.as_deref().unwrap_or(&actor.tenant);
    if tenant != actor.tenant && !actor.tenants.iter().any(|known| known == tenant) {
        return Err(Refusal::NotAllowed("the header json names a tenant out of reach"));
    }
    let branch = claims.branch_code.as_deref();
    if branch.is_some_and(|branch| !actor.may_enter_branch(tenant, branch)) {
        return Err(Refusal::NotAllowed("the header json names a branch out of reach"));
    }
    Ok(())
}
