//! JSON schemas of the declared bodies.

use domain::request::RequestAction;
use domain::request::bodies::{ACTION, ALL};
use domain::request::body::{Audience, Body, BodyField, Direction, Kind, Usage};
use domain::request::read::{MAX_EMAIL, MAX_MOBILE};
use serde_json::{Map, Value, json};

/// A record has two schemas: as it is answered, and as it is sent.
pub(super) fn input_name(body: &Body) -> String {
    match body.usage {
        Usage::Record => format!("{}Input", body.name),
        Usage::Input | Usage::Answer => body.name.to_owned(),
    }
}

pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

pub(super) fn add_schemas(schemas: &mut Map<String, Value>) {
    for body in ALL {
        if body.usage != Usage::Input {
            schemas.insert(body.name.to_owned(), answer_schema(body));
        }
        if body.usage != Usage::Answer {
            schemas.insert(input_name(body), input_schema(body));
        }
    }
}

fn answer_schema(body: &Body) -> Value {
    let property = |field: &BodyField| {
        let mut schema = field_schema(field, |inner| reference(inner.name));
        if field.is_nullable {
            schema = json!({ "anyOf": [schema, { "type": "null" }] });
        }
        if field.direction == Direction::ReadOnly {
            schema["readOnly"] = true.into();
        }
        (field.name.to_owned(), schema)
    };
    let always = body.answer().filter(|field| field.audience == Audience::Everyone);
    json!({
        "type": "object",
        "properties": body.answer().map(property).collect::<Map<_, _>>(),
        "required": always.map(|field| field.name).collect::<Vec<_>>(),
    })
}

fn input_schema(body: &Body) -> Value {
    let property =
        |field: &BodyField| (field.name.to_owned(), field_schema(field, |inner| reference(&input_name(inner))));
    let required = body.input().filter(|field| field.is_required);
    let mut schema = json!({
        "type": "object",
        "properties": body.input().map(property).collect::<Map<_, _>>(),
        "required": required.map(|field| field.name).collect::<Vec<_>>(),
    });
    if !body.example.is_empty() {
        schema["examples"] = json!([serde_json::from_str::<Value>(body.example).unwrap_or_default()]);
    }
    if body.name == ACTION.name {
        schema["oneOf"] = RequestAction::CALLS.iter().map(|action| action_schema(*action)).collect();
    }
    schema
}

/// What one action needs.
fn action_schema(action: RequestAction) -> Value {
    json!({
        "title": action.name(),
        "properties": { "action": { "const": action.name() } },
        "required": action.required_fields(),
    })
}

pub(super) fn field_schema(field: &BodyField, object: impl Fn(&'static Body) -> Value) -> Value {
    match field.kind {
        Kind::Text { max: usize::MAX } => json!({ "type": "string" }),
        Kind::Text { max } => json!({ "type": "string", "maxLength": max }),
        Kind::Code { max, resource } => {
            json!({ "type": "string", "maxLength": max, "description": format!("A key of {resource}") })
        }
        Kind::Email => json!({ "type": "string", "format": "email", "maxLength": MAX_EMAIL }),
        Kind::Mobile => json!({ "type": "string", "maxLength": MAX_MOBILE, "description": "A mobile number" }),
        Kind::Date => json!({ "type": "string", "format": "date" }),
        Kind::Timestamp => json!({ "type": "string", "format": "date-time" }),
        Kind::Int { min, max: i64::MAX } => json!({ "type": "integer", "minimum": min }),
        Kind::Int { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Bool { default } => json!({ "type": "boolean", "default": default }),
        Kind::OneOf(options) => json!({ "type": "string", "enum": options.values }),
        Kind::ManyOf(options) => {
            json!({ "type": "array", "items": { "type": "string", "enum": options.values } })
        }
        Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Numbers => json!({ "type": "array", "items": { "type": "integer" }, "uniqueItems": true }),
        Kind::Area => {
            let part = json!({ "type": "number", "minimum": 0, "maximum": 1 });
            json!({ "type": "array", "items": part, "minItems": 4, "maxItems": 4 })
        }
        Kind::Object(body) => object(body),
        Kind::List { of, most: usize::MAX } => json!({ "type": "array", "items": object(of) }),
        Kind::List { of, most } => json!({ "type": "array", "items": object(of), "maxItems": most }),
        Kind::Json => json!({ "type": "object" }),
    }
}
