use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Definition, validate_key};
use serde_json::{Map, Value};
use store::Batch;

use super::protect::audited;
use super::{access_guard, check_scope, invalidate_caches};
use crate::{App, Result};

/// The maximum number of records deleted by one call.
const MAX_RECORDS: usize = 1000;

/// Deletes one record, or all those in `records`: either all or none.
pub async fn delete(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
) -> Result<usize> {
    let mut batch = Batch::default();
    let mut removals = Vec::new();
    let keys = keys_in(body)?;
    let now = store::audit::stamp(app.clock.now());
    for key in &keys {
        let (removal, was) = removal(app, permit, definition, key).await?;
        removals.extend(access_guard::removal_by_delete(definition, &was));
        batch = batch.join(removal);
        if let Some(user) = access_guard::deleted_user(definition, &was) {
            batch = batch.and(store::identity::end_all(permit, &user, &now));
        }
    }
    if let Some(guard) = access_guard::guard(app, permit, &removals).await? {
        batch = batch.and(guard);
    }
    app.store.commit(permit, batch).await?;
    invalidate_caches(app, definition, permit.scope());
    Ok(keys.len())
}

fn keys_in(body: &Map<String, Value>) -> Result<Vec<&Map<String, Value>>, Refusal> {
    let Some(records) = body.get("records") else { return Ok(vec![body]) };
    let keys: Option<Vec<_>> = records.as_array().and_then(|all| all.iter().map(Value::as_object).collect());
    match keys {
        Some(keys) if keys.is_empty() => Err(Refusal::NothingSelected),
        Some(keys) if keys.len() > MAX_RECORDS => {
            Err(Refusal::TooLarge(domain::Message::plain("importTooLarge").with("max", MAX_RECORDS)))
        }
        Some(keys) => Ok(keys),
        None => Err(Refusal::BadRequest("records must be a list of keys")),
    }
}

async fn removal(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
) -> Result<(Batch, Map<String, Value>)> {
    let scope = permit.scope();
    match check_scope(definition, scope, body) {
        Err(Refusal::Invalid(_)) => return Err(Refusal::NotFound.into()),
        other => other?,
    }
    let key = validate_key(definition, body, &app.validation_context(scope).await?)?;
    let found = app.store.find_record(permit, definition, &key).await?.ok_or(Refusal::NotFound)?.to_map();
    let version = found.get("versionNumber").and_then(Value::as_i64).unwrap_or(0);
    if body.get("versionNumber").and_then(Value::as_i64).is_some_and(|claimed| claimed != version) {
        return Err(Refusal::Stale.into());
    }
    let tenant = match definition.is_tenant_scoped() {
        true => found.get("tenantCode").and_then(Value::as_str).unwrap_or_default().to_owned(),
        false => String::new(),
    };
    let was = audited(definition, found.clone());
    Ok((store::master_data::delete(definition, scope, &key, version, was, &tenant), found))
}
