use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Definition, Purpose, Record, validate};
use serde_json::{Map, Value, json};
use store::{Batch, Error, identity::remember};

use super::protect::{audited, password_set_by_admin, protect, shown};
use super::user_access::AccessChange;
use super::{check_scope, four_eyes, invalidate_caches, levels};
use crate::{App, Result};

/// A key under which a repeated save creates only one record.
#[derive(Debug)]
pub struct Idempotency {
    pub key: String,
    pub body_hash: String,
}

/// The stored record as JSON text.
pub struct Saved(pub String);

/// Saves a new record.
pub async fn save(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
    repeat: Option<Idempotency>,
) -> Result<Saved> {
    save_with(app, permit, definition, body, repeat, AccessChange::default()).await
}

/// Like `save`, with the access of a user in the same commit.
pub(super) async fn save_with(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
    repeat: Option<Idempotency>,
    access: AccessChange,
) -> Result<Saved> {
    if let Some(repeat) = &repeat
        && let Some(answer) = Box::pin(earlier_response(app, permit, repeat)).await?
    {
        return Ok(answer);
    }
    let scope = permit.scope();
    check_scope(definition, scope, body)?;
    let purpose = if access.is_invited { Purpose::Invite } else { Purpose::Save };
    let record = validate(definition, body, purpose, &app.validation_context(scope).await?)?;
    if let Some(message) = four_eyes::own_role(app, permit, definition).await?(&record) {
        return Err(Refusal::NotYou(message).into());
    }
    if definition.resource == "adminEntityRequestForward" {
        Box::pin(super::forward::refuse_cycle(app, permit, definition, &record)).await?;
    }
    levels::check_role(app, permit, definition, &record).await?;
    let is_stored_as_is = definition.stored().all(|field| !field.kind.is_secret() && !field.kind.is_heavy());
    let mut record = if is_stored_as_is { record } else { Box::pin(protect(app, permit, definition, record)).await? };
    let now = store::audit::stamp(app.clock.now());
    let visible = shown(definition, &record);
    if access.is_invited {
        set_no_password(definition, &mut record);
    }
    let answer = stored_view(permit, &visible, 1, &now);
    let change = store::master_data::insert(
        definition,
        scope,
        permit.actor(),
        &record,
        &now,
        json!({ "record": audited(definition, visible) }),
    );
    let change =
        password_set_by_admin(definition, permit, &record).into_iter().fold(change, Batch::and).join(access.batch);
    let batch = match &repeat {
        Some(repeat) => Batch::default().and(remember(permit, &repeat.key, &repeat.body_hash, &answer)).join(change),
        None => change,
    };
    match (app.store.commit(permit, batch).await, &repeat) {
        (Ok(()), _) => {}
        // A concurrent call with the same key committed first; return its response.
        (Err(Error::Refused(Refusal::IdempotencyMismatch)), Some(repeat)) => {
            return Box::pin(earlier_response(app, permit, repeat))
                .await?
                .ok_or_else(|| Refusal::IdempotencyMismatch.into());
        }
        (Err(error), _) => return Err(error),
    }
    invalidate_caches(app, definition, scope);
    if definition.resource == "customerusermaster" {
        notify_customer(app, permit, &record.key(definition)).await;
    }
    if access.is_invited
        && let Some(user_id) = record.get(definition, "userId").as_text()
        && let Err(error) = Box::pin(crate::identity::invite(app, permit, user_id)).await
    {
        tracing::warn!(%error, "a new user could not be invited");
    }
    Ok(Saved(answer))
}

async fn earlier_response(app: &App, permit: &Permit<Change>, repeat: &Idempotency) -> Result<Option<Saved>> {
    match app.store.idempotent_answer(permit, &repeat.key).await? {
        Some((hash, answer)) if hash == repeat.body_hash => Ok(Some(Saved(answer))),
        Some(_) => Err(Refusal::IdempotencyMismatch.into()),
        None => Ok(None),
    }
}

/// Sends a message to a new customer. A failure does not affect the record.
async fn notify_customer(app: &App, permit: &Permit<Change>, key: &[domain::master_data::Value]) {
    let Some(user_id) = key.first().and_then(|value| value.as_text()) else { return };
    if let Err(error) = Box::pin(crate::identity::welcome_customer(app, permit, user_id)).await {
        tracing::warn!(%error, "a new customer could not be notified");
    }
}

/// A user without a password cannot log in; the invitation sets one.
fn set_no_password(definition: &'static Definition, record: &mut Record) {
    if let Some(at) = definition.stored().position(|field| field.name == "password") {
        record.values[at] = domain::master_data::Value::text("");
    }
}

fn stored_view(permit: &Permit<Change>, visible: &Map<String, Value>, version: i64, now: &str) -> String {
    let (scope, actor) = (permit.scope(), permit.actor());
    let stored = Stored {
        country_code: &scope.country,
        entity_code: &scope.entity,
        fields: visible,
        version_number: version,
        created_on: now,
        created_by: actor,
        updated_on: now,
        updated_by: actor,
    };
    serde_json::to_string(&stored).unwrap_or_default()
}

/// A record as a list would show it.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Stored<'a> {
    country_code: &'a str,
    entity_code: &'a str,
    #[serde(flatten)]
    fields: &'a Map<String, Value>,
    version_number: i64,
    created_on: &'a str,
    created_by: &'a str,
    updated_on: &'a str,
    updated_by: &'a str,
}
