use domain::Refusal;
use domain::access::{Permit, View};
use domain::master_data::{Definition, validate_key};
use serde_json::{Map, Value};
use store::audit::HistoryEntry;
use store::master_data::{Found, key_text};

use super::check_scope;
use crate::{App, Result};

const CHOICES: i64 = 500;

/// One record by its key.
pub async fn find(
    app: &App,
    permit: &Permit<View>,
    definition: &'static Definition,
    body: &Map<String, Value>,
) -> Result<Found> {
    let scope = permit.scope();
    match check_scope(definition, scope, body) {
        // A record of another scope looks like a missing one.
        Err(Refusal::Invalid(_)) => return Err(Refusal::NotFound.into()),
        other => other?,
    }
    let key = validate_key(definition, body, &app.validation_context(scope).await?)?;
    app.store.find_record(permit, definition, &key).await?.ok_or_else(|| Refusal::NotFound.into())
}

/// The history of one record, newest first.
pub async fn history(
    app: &App,
    permit: &Permit<View>,
    definition: &'static Definition,
    body: &Map<String, Value>,
) -> Result<Vec<HistoryEntry>> {
    let scope = permit.scope();
    let key = validate_key(definition, body, &app.validation_context(scope).await?)?;
    let tenant = body.get("tenantCode").and_then(Value::as_str);
    if definition.is_tenant_scoped() && !tenant.is_some_and(|tenant| scope.tenants.includes(tenant)) {
        return Err(Refusal::NotFound.into());
    }
    app.store.history(permit, definition.resource, &key_text(&key)).await
}

/// Keys and names for selection lists.
pub async fn look_up(
    app: &App,
    permit: &Permit<View>,
    definition: &'static Definition,
    q: Option<&str>,
) -> Result<Vec<Map<String, Value>>> {
    app.store.look_up(permit, definition, q.filter(|q| !q.is_empty()), CHOICES).await
}
