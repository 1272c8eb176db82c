//! The calls that are neither master data nor logs, as their entries describe them.

use domain::request::body::Body;
use serde_json::{Value, json};

use super::bodies::{field_schema, input_name, reference};
use super::schemas::{fields_schema, files, responses};
use crate::routes::endpoint::{About, Answers, Endpoint, Permission, Takes};

type Bodies = [(&'static str, &'static Body)];

/// The OpenAPI operation of one HTTP method.
pub fn describe(endpoint: &Endpoint, about: &About) -> Value {
    let mut operation =
        json!({ "tags": [tag(endpoint)], "summary": about.summary, "responses": responses("Envelope") });
    if matches!(endpoint.permission, Permission::Everybody | Permission::Operator) {
        operation["security"] = json!([]);
    }
    match about.takes {
        Takes::Bodies(bodies) if about.method == "get" => operation["parameters"] = query(bodies),
        Takes::Bodies(bodies) => operation["requestBody"] = json_body(&body(bodies)),
        Takes::Texts(names) if !names.is_empty() => operation["requestBody"] = json_body(&fields_schema(names)),
        Takes::Texts(_) | Takes::Nothing => {}
    }
    for (status, meaning) in about.also {
        operation["responses"][*status] = json!({ "description": meaning });
    }
    if let Answers::File(types) = about.answers {
        operation["responses"]["200"]["content"] = files(types);
    }
    if let Some(data) = data(&about.answers) {
        let envelope =
            json!({ "allOf": [reference("Envelope"), { "properties": { "data": { "properties": data } } }] });
        operation["responses"]["200"]["content"]["application/json"]["schema"] = envelope;
    }
    operation
}

fn tag(endpoint: &Endpoint) -> &'static str {
    match endpoint.area {
        "transaction" => "requests",
        "admin" => "administration",
        _ => "app and login",
    }
}

fn json_body(schema: &Value) -> Value {
    json!({ "content": { "application/json": { "schema": schema } } })
}

fn query(bodies: &Bodies) -> Value {
    let fields = bodies.iter().flat_map(|(_, body)| body.input());
    let schema = |inner: &'static Body| reference(inner.name);
    fields.map(|field| json!({ "name": field.name, "in": "query", "schema": field_schema(field, schema) })).collect()
}

/// One schema, or one for each operation.
fn body(bodies: &Bodies) -> Value {
    let mut operations: Vec<(String, Vec<&str>)> = Vec::new();
    for (operation, body) in bodies {
        let name = input_name(body);
        match operations.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.push(operation),
            None => operations.push((name, vec![operation])),
        }
    }
    let alternative = |(name, operations): &(String, Vec<&str>)| {
        let mut schema = reference(name);
        schema["description"] = operations.join(", ").into();
        schema
    };
    match operations.as_slice() {
        [(name, _)] => reference(name),
        several => json!({ "anyOf": several.iter().map(alternative).collect::<Vec<_>>() }),
    }
}

fn data(answers: &Answers) -> Option<Value> {
    let any_of = |bodies: &[&Body]| match bodies {
        [one] => reference(one.name),
        several => json!({ "anyOf": several.iter().map(|body| reference(body.name)).collect::<Vec<_>>() }),
    };
    match answers {
        Answers::Record(bodies) => Some(json!({ "record": any_of(bodies) })),
        Answers::Content(bodies) => Some(json!({ "content": { "type": "array", "items": any_of(bodies) } })),
        Answers::File(_) | Answers::Other => None,
    }
}
