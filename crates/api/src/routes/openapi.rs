//! The OpenAPI 3.1 description, made from the definitions, and a small page to read it.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::master_data::{ALL, Definition, Field, Kind};
use serde_json::{Map, Value, json};

use crate::Api;

const READER: &str = include_str!("../../assets/docs.html");
const READER_SCRIPT: &str = include_str!("../../assets/docs.js");
const READER_STYLE: &str = include_str!("../../assets/docs.css");
const READER_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub async fn serve(State(api): State<Arc<Api>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], api.openapi.clone()).into_response()
}

pub async fn reader() -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, READER_POLICY)], READER)
        .into_response()
}

pub async fn reader_file(Path(file): Path<String>) -> Response {
    match file.as_str() {
        "docs.js" => ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], READER_SCRIPT).into_response(),
        "docs.css" => ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], READER_STYLE).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

const BASE: &str = "/v1/docz/banking";

pub fn description() -> String {
    let mut paths = Map::new();
    let mut schemas = envelope();
    for definition in ALL {
        describe(definition, &mut paths, &mut schemas);
    }
    for log in domain::logs::ALL {
        describe_log(log, &mut paths);
    }
    let others = OTHERS.iter().map(|(method, path, summary, body)| (*method, (*path).to_owned(), *summary, *body));
    let requests = super::openapi_requests::REQUESTS.iter().map(|(method, resource, summary, body)| {
        (*method, format!("/api/banker{BASE}/transaction/{resource}"), *summary, *body)
    });
    for (method, path, summary, body) in others.chain(requests) {
        let mut operation = json!({ "tags": [tag(&path)], "summary": summary, "security": security(&path), "responses": responses("Envelope") });
        if !body.is_empty() {
            operation["requestBody"] = json!({ "content": { "application/json": { "schema": fields_schema(body) } } });
        }
        let entry = paths
            .entry(format!("{path}@{{headerJson}}"))
            .or_insert_with(|| json!({ "parameters": [header_parameter()] }));
        entry[method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Docz",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Every call carries one JSON object after the @ of its path; the operation in it chooses what a POST does. Token and one-time code belong in the Authorization and X-OTP headers.",
        },
        "servers": [{ "url": "/" }],
        "security": [{ "token": [] }],
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" } },
            "schemas": schemas,
        },
        "paths": paths,
    })
    .to_string()
}

fn tag(path: &str) -> &'static str {
    if path.contains("/transaction/") { "requests" } else { "app and login" }
}

fn security(path: &str) -> Value {
    if path.contains("/transaction/") { json!([{ "token": [] }]) } else { json!([]) }
}

/// Calls that are not master data: method, path, summary, body fields.
const OTHERS: &[(&str, &str, &str, &[&str])] = &[
    ("get", "/api/sms/v1/docz/banking/sms/captcha", "A captcha picture", &[]),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/usermasterlogin",
        "Log a member of the staff in",
        &["entityCode", "tenantCode", "userId", "password", "captchaId", "captchaAnswer", "factorRef", "factorCode"],
    ),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/customerusermasterLogin",
        "Log a customer in: entityCode and userId ask for a code, otpRef and otp use it",
        &["entityCode", "userId", "channel", "otpRef", "otp"],
    ),
    (
        "post",
        "/api/app/v1/docz/banking/app/sso",
        "How the staff of an entity may log in besides a password",
        &["entityCode"],
    ),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/sso/begin",
        "Begin a login at an identity provider: the page to go to, and a ticket to bring back",
        &["entityCode", "appCode", "tenantCode", "domain"],
    ),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/sso/finish",
        "End a login at an identity provider with what came back from it",
        &["ticket", "code", "state"],
    ),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/usermaster/forgetpassword",
        "Ask for a link to set a new password; the same answer for every id",
        &["entityCode", "userId"],
    ),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/usermaster/resetpassword",
        "Set a new password by a link",
        &["resetToken", "password"],
    ),
    ("post", "/api/sms/v1/docz/banking/sms/usermasterlogout", "Log out", &[]),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/refreshtokenjwt",
        "A new token for the one in the Authorization header",
        &[],
    ),
    ("get", "/api/sms/v1/docz/banking/sms/me", "The auth object as it is now", &[]),
    ("get", "/api/sms/v1/docz/banking/sms/session", "The caller's own open sessions", &[]),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/session",
        "D ends one of the caller's sessions, or with `others` all but this one",
        &["sessionId", "others"],
    ),
    ("get", "/api/sms/v1/docz/banking/sms/secondfactor", "What second factor the caller has, and must have", &[]),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/secondfactor",
        "S begins to set up an authenticator app, U confirms it with a code, D takes it away",
        &["password", "factorCode"],
    ),
    (
        "get",
        "/api/sms/v1/docz/banking/sms/secondfactor/policy",
        "Which roles need a second factor and what is confirmed again",
        &[],
    ),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/secondfactor/policy",
        "U puts a policy in force",
        &["requiredRoles", "sensitive"],
    ),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/secondfactor/recovery",
        "U gives new recovery codes for a code that the app shows now; the old ones stop",
        &["factorCode"],
    ),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/ssoconfiguration/test",
        "U asks a stored directory or provider whether it can be asked, and answers one word",
        &["appCode"],
    ),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/stepup",
        "S asks for a code, U brings it: sensitive actions are open for five minutes",
        &["factorRef", "factorCode"],
    ),
    ("get", "/api/app/v1/docz/banking/code/countryList", "All countries", &[]),
    ("get", "/api/app/v1/docz/banking/code/stateList", "The states of the country in `code`", &[]),
    ("get", "/api/app/v1/docz/banking/entity/entityList", "The entities of the country in `code`", &[]),
    ("post", "/api/sms/v1/docz/banking/sms/captcha/audio", "A captcha read out, as WAV", &["captchaId"]),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/usermaster/why",
        "Why a user can or cannot do something, step by step, with the record that decides",
        &["userId", "screenCode", "actionCode", "businessAction", "level", "tenantCode", "branchCode"],
    ),
    (
        "post",
        "/api/sms/v1/docz/banking/sms/refreshtokenjwt/{token}",
        "The same with the token in the path, as the spec has it",
        &[],
    ),
    ("post", "/api/app/v1/docz/banking/app/mapping/domain", "Where the services are", &["domain"]),
    ("get", "/api/app/v1/docz/banking/app/definition", "The definitions of master data that the caller may use", &[]),
];

fn fields_schema(fields: &[&str]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|name| ((*name).to_owned(), json!({ "type": "string" }))).collect();
    json!({ "type": "object", "properties": properties })
}

fn header_parameter() -> Value {
    json!({
        "name": "headerJson",
        "in": "path",
        "required": true,
        "description": "One percent-encoded JSON object of at most 4 KiB",
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/HeaderJson" } } },
    })
}

fn envelope() -> Map<String, Value> {
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

fn responses(schema: &str) -> Value {
    let body = json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") } } });
    let mut all = Map::new();
    let meanings = [
        ("200", "Done"),
        ("400", "Not of this contract"),
        ("401", "No, bad or expired token"),
        ("403", "Not allowed"),
        ("404", "No such record for this caller"),
        ("409", "Duplicate, stale or in use"),
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

fn describe(definition: &'static Definition, paths: &mut Map<String, Value>, schemas: &mut Map<String, Value>) {
    let name = definition.resource.replace('/', "-");
    let area = definition.area.name();
    let place = format!("/api/{area}{BASE}/{area}/{}", definition.resource);
    schemas.insert(name.clone(), record_schema(definition));
    let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
    let body = |schema: &Value| json!({ "content": { "application/json": { "schema": schema } } });
    let tag = [definition.resource];
    let listing = ["page", "size", "sort", "q"].map(|name| {
        let kind = if matches!(name, "page" | "size") { "integer" } else { "string" };
        json!({ "name": name, "in": "query", "schema": { "type": kind } })
    });
    let operations = json!({
        "parameters": [header_parameter()],
        "get": { "tags": tag, "summary": "List", "parameters": listing, "responses": responses("Envelope") },
        "post": {
            "tags": tag,
            "summary": "List (FA), find (F), save (S), update (U) or delete (D), by the operation in the header json",
            "parameters": [{ "name": "Idempotency-Key", "in": "header", "schema": { "type": "string", "maxLength": 200 } }],
            "requestBody": body(&schema),
            "responses": responses("Envelope"),
        },
    });
    paths.insert(format!("{place}@{{headerJson}}"), operations);
    let mut more = vec![
        ("options", "get", "Keys and names, for a choice"),
        ("export", "get", "The list as CSV"),
        ("history", "post", "What happened to a record"),
        ("import", "post", "Save the rows of a CSV; `dryRun=true` only checks"),
    ];
    if definition.resource == "smsscreendefinition" {
        more.push(("find", "post", "Find one, by the spec's own name"));
    }
    for (verb, method, summary) in more {
        let mut operation = json!({ "tags": tag, "summary": summary, "responses": responses("Envelope") });
        match verb {
            "import" => {
                operation["requestBody"] = json!({ "content": { "text/csv": { "schema": { "type": "string" } } } })
            }
            "history" => operation["requestBody"] = body(&schema),
            _ => {}
        }
        paths.insert(
            format!("{place}/{verb}@{{headerJson}}"),
            json!({ "parameters": [header_parameter()], method: operation }),
        );
    }
}

/// A log is listed and taken out as CSV, narrowed by a period and by the columns that it can be asked for.
fn describe_log(log: &'static domain::logs::Log, paths: &mut Map<String, Value>) {
    let names = ["from", "to"].iter().chain(log.filters);
    let narrowing: Vec<Value> =
        names.map(|name| json!({ "name": name, "in": "query", "schema": { "type": "string" } })).collect();
    let paging = ["page", "size"].map(|name| json!({ "name": name, "in": "query", "schema": { "type": "integer" } }));
    let listing: Vec<&Value> = paging.iter().chain(&narrowing).collect();
    let place = format!("/api/sms{BASE}/sms/{}", log.resource);
    let tag = [log.resource];
    let operations = json!({
        "parameters": [header_parameter()],
        "get": { "tags": tag, "summary": "List, newest first", "parameters": listing, "responses": responses("Envelope") },
        "post": {
            "tags": tag,
            "summary": "List (FA) with the filter in the body",
            "requestBody": { "content": { "application/json": { "schema": fields_schema(log.filters) } } },
            "responses": responses("Envelope"),
        },
    });
    paths.insert(format!("{place}@{{headerJson}}"), operations);
    let export = json!({ "tags": tag, "summary": "All of it as CSV, streamed", "parameters": narrowing, "responses": responses("Envelope") });
    paths
        .insert(format!("{place}/export@{{headerJson}}"), json!({ "parameters": [header_parameter()], "get": export }));
}

fn record_schema(definition: &'static Definition) -> Value {
    let properties: Map<String, Value> =
        definition.fields.iter().map(|field| (field.name.to_owned(), field_schema(field))).collect();
    let required: Vec<&str> = definition.stored().filter(|field| field.required).map(|field| field.name).collect();
    let mut schema = json!({ "type": "object", "properties": properties, "required": required });
    schema["properties"]["versionNumber"] = json!({ "type": "integer", "description": "Needed to update" });
    schema
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_described() {
        let description: Value = serde_json::from_str(&description()).unwrap();
        for listed in crate::routes::table() {
            let resource = listed.resource.replace('*', "{token}");
            let short = ["code/", "entity/entityList"].iter().any(|start| resource.starts_with(start));
            let place = if short { resource.clone() } else { format!("{}/{resource}", listed.area) };
            let service = if listed.area == "transaction" { "banker" } else { listed.area };
            let path = format!("/api/{service}{BASE}/{place}@{{headerJson}}");
            for (method, _) in listed.asked {
                let found = &description["paths"][&path][method.to_ascii_lowercase()];
                assert!(found.is_object(), "{method} {path} is not described");
            }
        }
    }
}
