use domain::Refusal;
use domain::access::Scope;
use domain::master_data::{Definition, Field, Record, Value};
use serde_json::json;

use super::Table;
use super::count::counted;
use crate::audit::Entry;
use crate::batch::Batch;
use crate::statement::{Filter, Insert, Set, Statement};

/// The record with this key, if it still has the version it was read with.
fn with_version(table: &'static Table, scope: &Scope, key: &[Value], version: i64) -> Filter {
    let keyed = table.key().zip(comparable(key)).fold(Filter::in_scope(scope), |filter, ((column, field), value)| {
        if field.required { filter.equals(column, value) } else { filter.equals_or_empty(column, value) }
    });
    keyed.equals("version_number", Value::Int(version))
}

/// A key as text, for the audit log and history queries.
pub fn key_text(key: &[Value]) -> String {
    let part = |value: &Value| match value {
        Value::Null => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.clone(),
    };
    key.iter().map(part).collect::<Vec<_>>().join("|")
}

/// An empty part of a key is compared as an empty text.
pub(crate) fn comparable(key: &[Value]) -> impl Iterator<Item = Value> {
    key.iter().map(|value| if *value == Value::Null { Value::text("") } else { value.clone() })
}

pub fn insert(
    definition: &'static Definition,
    scope: &Scope,
    actor: &str,
    record: &Record,
    now: &str,
    detail: serde_json::Value,
) -> Batch {
    let table = Table::of(definition);
    let stored = table.stored().map(|(column, _)| column).zip(record.values.iter().cloned());
    let texts = [("created_on", now), ("created_by", actor), ("updated_on", now), ("updated_by", actor)];
    let (columns, row): (Vec<_>, Vec<_>) = [("country_code", &scope.country), ("entity_code", &scope.entity)]
        .map(|(column, text)| (column, Value::text(text)))
        .into_iter()
        .chain(stored)
        .chain([("version_number", Value::Int(1))])
        .chain(texts.map(|(column, text)| (column, Value::text(text))))
        .unzip();
    let statement = Statement::from(Insert::new(table.name, &columns, [row])).of(definition);
    let key = record.key(definition);
    let entry = Entry { action: "S", resource: definition.resource, key: key_text(&key), detail };
    Batch::audited(entry).and(statement).and(counted(definition, scope, record, 1))
}

/// Updates a record if it still has the version it was read with.
pub fn update(
    definition: &'static Definition,
    scope: &Scope,
    actor: &str,
    record: &Record,
    version: i64,
    now: &str,
    changes: serde_json::Value,
) -> Batch {
    let table = Table::of(definition);
    // An omitted secret stays unchanged.
    let is_omitted = |field: &Field, value: &Value| field.kind.is_secret() && *value == Value::Null;
    let fields = table.stored().zip(&record.values);
    let fields = fields.filter(|((_, field), value)| !field.key && !is_omitted(field, value));
    let set = fields.map(|((column, _), value)| (column, Set::Value(value.clone()))).chain([
        ("updated_on", Set::Value(Value::text(now))),
        ("updated_by", Set::Value(Value::text(actor))),
        ("version_number", Set::add(1)),
    ]);
    let key = record.key(definition);
    let statement = Statement::update(table.name, set, with_version(table, scope, &key, version))
        .of(definition)
        .or_refuse(Refusal::Stale);
    Batch::audited(Entry { action: "U", resource: definition.resource, key: key_text(&key), detail: changes })
        .and(statement)
}

/// Refuses a batch as stale unless a record still has the version it was read with.
pub fn unchanged(definition: &'static Definition, scope: &Scope, key: &[Value], version: i64) -> Statement {
    let table = Table::of(definition);
    let filter = with_version(table, scope, key, version);
    Statement::update(table.name, [("version_number", Set::add(0))], filter).of(definition).or_refuse(Refusal::Stale)
}

/// Deletes a record if it still has the version it was read with.
pub fn delete(
    definition: &'static Definition,
    scope: &Scope,
    key: &[Value],
    version: i64,
    was: serde_json::Value,
    tenant: &str,
) -> Batch {
    let table = Table::of(definition);
    let statement = Statement::delete(table.name, with_version(table, scope, key, version))
        .of(definition)
        .or_refuse(Refusal::Stale);
    let entry = Entry { action: "D", resource: definition.resource, key: key_text(key), detail: json!({ "was": was }) };
    Batch::audited(entry).and(statement).and(super::count::counted_in(definition, scope, tenant, -1))
}
