use domain::Refusal;
use domain::access::Scope;
use domain::master_data::{Definition, Record, Value};
use serde_json::json;

use super::Table;
use super::count::counted;
use crate::audit::Entry;
use crate::batch::{Batch, Statement, Written};

fn scope_values(scope: &Scope) -> Vec<Value> {
    vec![Value::text(&scope.country), Value::text(&scope.entity)]
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
    let now = Value::text(now);
    let mut values = scope_values(scope);
    values.extend(record.values.iter().cloned());
    values.extend([Value::Int(1), now.clone(), Value::text(actor), now, Value::text(actor)]);
    let statement = Statement::new(Table::of(definition).insert.as_str(), values).of(definition, Written::Insert);
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
    let fields = definition.stored().zip(&record.values);
    let mut values: Vec<Value> = fields.filter(|(field, _)| !field.key).map(|(_, value)| value.clone()).collect();
    values.extend([Value::text(now), Value::text(actor)]);
    values.extend(scope_values(scope));
    let key = record.key(definition);
    values.extend(comparable(&key));
    values.push(Value::Int(version));
    let text = Table::of(definition).update.as_str();
    let statement = Statement::new(text, values).of(definition, Written::Update).or_refuse(Refusal::Stale);
    Batch::audited(Entry { action: "U", resource: definition.resource, key: key_text(&key), detail: changes })
        .and(statement)
}

/// Refuses a batch as stale unless a record still has the version it was read with.
pub fn unchanged(definition: &'static Definition, scope: &Scope, key: &[Value], version: i64) -> Statement {
    let table = Table::of(definition);
    let mut values = scope_values(scope);
    values.extend(comparable(key));
    values.push(Value::Int(version));
    let text = format!(
        "UPDATE {} SET version_number = version_number WHERE {} AND version_number = ${}",
        table.name,
        table.by_key,
        values.len()
    );
    Statement::new(text, values).of(definition, Written::Update).or_refuse(Refusal::Stale)
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
    let mut values = scope_values(scope);
    values.extend(comparable(key));
    values.push(Value::Int(version));
    let text = format!("DELETE FROM {} WHERE {} AND version_number = ${}", table.name, table.by_key, values.len());
    let statement = Statement::new(text, values).of(definition, Written::Delete).or_refuse(Refusal::Stale);
    let entry = Entry { action: "D", resource: definition.resource, key: key_text(key), detail: json!({ "was": was }) };
    Batch::audited(entry).and(statement).and(super::count::counted_in(definition, scope, tenant, -1))
}
