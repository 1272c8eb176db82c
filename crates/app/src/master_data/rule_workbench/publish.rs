//! Publishing a draft.

use std::collections::BTreeMap;

use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::validate_key;
use serde_json::{Map, Value, json};
use store::Batch;
use store::audit::stamp;

use super::super::check_scope;
use super::super::protect::{audited, shown};
use super::super::update::changes;
use super::{Published, draft, entry, rule_details};
use crate::{App, Error, Result};

/// Replaces the details of a rule by the draft in one commit. A draft that removes details also needs the permit to
/// delete them.
pub async fn publish_rule(
    app: &App,
    permit: &Permit<Change>,
    removal: Result<Permit<Change>, Refusal>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let (definition, scope) = (rule_details()?, permit.scope());
    check_scope(definition, scope, body)?;
    let published = Published::load(app, &permit.clone().into(), body.get("ruleCode")).await?;
    let (code, given, context) = (published.code.clone(), body.clone(), app.validation_context(scope).await?);
    // Large expressions take a while to compile, and other tasks of this thread would wait.
    let records =
        tokio::task::spawn_blocking(move || draft(&code, &given, &context)).await.map_err(Error::internal)??;
    if body.get("ruleVersion").and_then(Value::as_str) != Some(&published.version()) {
        return Err(Refusal::Stale.into());
    }
    let now = stamp(app.clock.now());
    let number_of = |detail: &Map<String, Value>| detail.get("sequenceNo").and_then(Value::as_i64).unwrap_or(0);
    let mut stored: BTreeMap<i64, Map<String, Value>> =
        published.details.into_iter().map(|detail| (number_of(&detail), detail)).collect();
    let mut batch = Batch::default();
    for record in &records {
        let visible = shown(definition, record);
        let Some(before) = stored.remove(&number_of(&visible)) else {
            let added = json!({ "record": audited(definition, visible) });
            batch = batch.join(store::master_data::insert(definition, scope, permit.actor(), record, &now, added));
            continue;
        };
        let (version, changes) = (version_of(&before), changes(definition, &before, record));
        batch = match changes["changed"].as_object().is_some_and(Map::is_empty) {
            true => batch.and(store::master_data::unchanged(definition, scope, &record.key(definition), version)),
            false => {
                let actor = permit.actor();
                batch.join(store::master_data::update(definition, scope, actor, record, version, &now, changes))
            }
        };
    }
    if !stored.is_empty() {
        removal?;
    }
    let context = app.validation_context(scope).await?;
    for before in stored.into_values() {
        let key_fields = before.iter().filter(|(name, _)| definition.key().any(|field| field.name == **name));
        let key_fields = key_fields.map(|(name, value)| (name.clone(), value.clone())).collect();
        let key = validate_key(definition, &key_fields, &context)?;
        let (version, was) = (version_of(&before), audited(definition, before));
        batch = batch.join(store::master_data::delete(definition, scope, &key, version, was, ""));
    }
    let entries = batch.entries.len();
    if entries > 0 {
        let batch = batch.join(Batch::audited(entry("publish-rule", &published.code, json!({ "changes": entries }))));
        app.store.commit(permit, batch).await?;
    }
    Ok(json!({ "ruleCode": published.code, "changes": entries }))
}

fn version_of(record: &Map<String, Value>) -> i64 {
    record.get("versionNumber").and_then(Value::as_i64).unwrap_or(0)
}
