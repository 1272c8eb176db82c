//! Schemas of the envelope and of master data.

use domain::master_data::{Account, Definition, Field, Kind};
use serde_json::{Map, Value, json};

pub fn fields_schema(fields: &[&str]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|name| ((*name).to_owned(), json!({ "type": "string" }))).collect();
    json!({ "type": "object", "properties": properties })
}

pub fn header_parameter() -> Value {
    json!({
        "name": "headerJson",
        "in": "path",
        "required": true,
        "description": "One percent-encoded JSON object of at most 4 KiB",
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/HeaderJson" } } },
    })
}

pub fn envelope() -> Map<String, Value> {
    let text = json!({ "type": "string" });
    let names = [
        "userId",
        "userType",
        "screenId",
        "module",
        "service",
        "countryCode",
        "entityCode",
        "tenantCode",
        "branchCode",
        "authorization",
        "otp",
    ];
    let mut header: Map<String, Value> = names.iter().map(|name| ((*name).to_owned(), text.clone())).collect();
    header.insert("operation".into(), json!({ "type": "string", "enum": ["FA", "F", "S", "U", "D"] }));
    let code = json!({
        "type": "object",
        "properties": { "code": text, "message": text, "field": { "type": ["string", "null"] } },
    });
    let data = json!({
        "type": "object",
        "properties": {
            "content": { "type": "array", "items": { "type": "object" } },
            "record": { "type": "object" },
            "page": { "type": "integer" },
            "size": { "type": "integer" },
            "totalElements": { "type": "integer" },
            "ErrorCodeDTO": { "type": "array", "items": code },
        },
    });
    let envelope = json!({
        "type": "object",
        "required": ["status"],
        "properties": {
            "status": { "type": "string", "enum": ["S", "W", "F"] },
            "data": data,
            "error": { "type": "string" },
            "traceId": { "type": "string" },
        },
    });
    let mut schemas = Map::new();
    schemas
        .insert("HeaderJson".into(), json!({ "type": "object", "properties": header, "additionalProperties": false }));
    schemas.insert("Envelope".into(), envelope);
    schemas
}

pub fn responses(schema: &str) -> Value {
    let body = json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } });
    let mut all = Map::new();
    let meanings = [
        ("200", "Done"),
        ("400", "Not of this contract"),
        ("401", "No, bad or expired token"),
        ("403", "Not allowed"),
        ("404", "No such record for this caller"),
        ("409", "Duplicate, stale or in use"),
        ("410", "Its files are destroyed"),
        ("413", "Too large"),
        ("415", "Unsupported format"),
        ("422", "A field is not valid"),
        ("429", "Too many tries"),
        ("500", "Our fault"),
        ("503", "A part is down"),
    ];
    for (status, meaning) in meanings {
        all.insert(status.to_owned(), json!({ "description": meaning, "content": body }));
    }
    all.into()
}

/// The content of an answer that is a file.
pub fn files(types: &[&str]) -> Value {
    let file = json!({ "schema": { "type": "string", "format": "binary" } });
    types.iter().map(|media_type| ((*media_type).to_owned(), file.clone())).collect::<Map<_, _>>().into()
}

/// The answers of an export of all records as CSV.
pub fn export_responses() -> Value {
    let mut all = responses("Envelope");
    all["200"]["content"] = files(&["text/csv"]);
    all
}

pub fn record_schema(definition: &'static Definition) -> Value {
    let properties: Map<String, Value> =
        definition.fields.iter().map(|field| (field.name.to_owned(), field_schema(field))).collect();
    let required: Vec<&str> = definition.stored().filter(|field| field.required).map(|field| field.name).collect();
    let mut schema = json!({ "type": "object", "properties": properties, "required": required });
    schema["properties"]["versionNumber"] = json!({ "type": "integer", "description": "Needed to update" });
    if definition.account == Some(Account::Staff) {
        add_user_lists(&mut schema["properties"]);
    }
    schema
}

/// Saved together with a user; a list that is left out stays as it is.
fn add_user_lists(properties: &mut Value) {
    properties["sendInvitation"] =
        json!({ "type": "boolean", "description": "Save: mail a link for choosing a password instead of sending one" });
    properties["roles"] =
        json!({ "type": "array", "items": { "type": "string" }, "description": "Keys of roledefinition" });
    let branch = json!({ "type": "object", "properties": { "tenantCode": { "type": "string" },
        "branchCode": { "type": "string" } } });
    properties["branches"] = json!({ "type": "array", "items": branch, "description": "Keys of branchmaster" });
}

fn field_schema(field: &Field) -> Value {
    let mut schema = match field.kind {
        Kind::Int { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Enum(options) => json!({ "type": "string", "enum": options }),
        Kind::Date => json!({ "type": "string", "format": "date" }),
        Kind::Email => json!({ "type": "string", "format": "email", "maxLength": field.max }),
        Kind::Url => json!({ "type": "string", "format": "uri", "maxLength": field.max }),
        Kind::Secret | Kind::Password => json!({ "type": "string", "writeOnly": true, "maxLength": field.max }),
        _ if field.max > 0 => json!({ "type": "string", "maxLength": field.max }),
        _ => json!({ "type": "string" }),
    };
    if let Some(reference) = field.reference {
        schema["description"] = format!("A key of {}", reference.resource).into();
    }
    schema
}
