use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Definition, validate_key};
use serde_json::{Map, Value};
use store::Batch;
use store::master_data::key_text;

use super::four_eyes::{Guard, Held, Operation};
use super::protect::audited;
use super::user_access::SameCommit;
use super::{access_guard, check_scope, four_eyes, invalidate_caches};
use crate::{App, Result};

/// The maximum number of records deleted by one call.
const MAX_RECORDS: usize = 1000;

/// How many records were deleted, and what waits for a second person.
#[derive(Default)]
pub struct Deleted {
    pub count: usize,
    pub waiting: Vec<&'static str>,
}

/// Deletes one record, or all those in `records`: either all or none. Some deletions become proposals.
pub async fn delete(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
) -> Result<Deleted> {
    delete_with(app, permit, definition, body, SameCommit::default()).await
}

/// Like `delete`, with other changes in the same commit.
pub(super) async fn delete_with(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
    mut with: SameCommit,
) -> Result<Deleted> {
    let guard = Guard::load(app, permit, definition, "", with.proposed_by.as_deref()).await?;
    let now = store::audit::stamp(app.clock.now());
    let (mut batch, mut removals, mut deleted) = (Batch::default(), Vec::new(), Deleted::default());
    for body in keys_in(body)? {
        let Removed { key, batch: removal, was } = removal(app, permit, definition, body).await?;
        let waiting = guard.waits_to_delete(&was);
        if waiting.is_empty() {
            removals.extend((definition.access_lost)(&was));
            let applied = guard.applied_delete(permit, &was, &now);
            if applied.is_sign_on {
                with.tell(four_eyes::sign_on_changed(app, permit, definition, &key_text(&key), &now).await?, permit);
            }
            let ended = access_guard::deleted_user(definition, &was);
            let ended = ended.map(|user| store::identity::end_all(permit, &user, &now));
            batch = applied.statements.into_iter().chain(ended).fold(batch.join(removal), Batch::and);
            deleted.count += 1;
        } else {
            let held = Held::of_delete(definition, &was);
            with.propose(four_eyes::propose(app, permit, definition, Operation::Delete, &key, held, &now).await?);
            deleted.waiting = waiting;
        }
    }
    with.depend_on(access_guard::guard(app, permit, &removals).await?);
    app.store.commit(permit, batch.join(with.take_batch(permit))).await?;
    invalidate_caches(app, definition, permit.scope());
    for one in with.told {
        one.send(app, permit).await;
    }
    Ok(deleted)
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

/// A record that is to be deleted.
struct Removed {
    key: Vec<domain::master_data::Value>,
    batch: Batch,
    was: Map<String, Value>,
}

async fn removal(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
) -> Result<Removed> {
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
    let tenant = if definition.is_tenant_scoped() {
        found.get("tenantCode").and_then(Value::as_str).unwrap_or_default().to_owned()
    } else {
        String::new()
    };
    let was = audited(definition, found.clone());
    let batch = store::master_data::delete(definition, scope, &key, version, was, &tenant);
    Ok(Removed { key, batch, was: found })
}
