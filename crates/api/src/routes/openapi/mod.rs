//! The OpenAPI 3.1 description, made from the definitions and declared bodies, and a small page to read it.

mod bodies;
mod calls;
mod events;
mod schemas;
#[cfg(test)]
mod typescript;

use std::sync::{Arc, LazyLock};

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::master_data::{ALL, Definition};
use serde_json::{Map, Value, json};

use self::schemas::{envelope, export_responses, fields_schema, header_parameter, record_schema, responses};
use super::table::endpoints;
use super::verb::Verb;
use crate::state::Api;

const READER: &str = include_str!("../../../assets/docs.html");
const READER_SCRIPT: &str = include_str!("../../../assets/docs.js");
const READER_STYLE: &str = include_str!("../../../assets/docs.css");
const READER_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src \
                             'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub async fn serve(State(api): State<Arc<Api>>) -> Response {
    if !api.exposed.api_docs {
        return StatusCode::NOT_FOUND.into_response();
    }
    static TEXT: LazyLock<Bytes> = LazyLock::new(|| description().into());
    ([(header::CONTENT_TYPE, "application/json")], TEXT.clone()).into_response()
}

pub async fn reader(State(api): State<Arc<Api>>) -> Response {
    if !api.exposed.api_docs {
        return StatusCode::NOT_FOUND.into_response();
    }
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, READER_POLICY)], READER)
        .into_response()
}

pub async fn reader_file(State(api): State<Arc<Api>>, Path(file): Path<String>) -> Response {
    match file.as_str() {
        _ if !api.exposed.api_docs => StatusCode::NOT_FOUND.into_response(),
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
    bodies::add_schemas(&mut schemas);
    schemas.insert("WebhookEvent".to_owned(), events::schema());
    for endpoint in endpoints() {
        let (area, resource) = (endpoint.area, endpoint.resource.replace('*', "{token}"));
        let path = path_of(area, &resource);
        for about in endpoint.about {
            let entry = paths
                .entry(format!("{path}@{{headerJson}}"))
                .or_insert_with(|| json!({ "parameters": path_parameters(&path) }));
            entry[about.method] = calls::describe(endpoint, about);
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Docz",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Every call carries one JSON object after the @ of its path; the operation in it chooses \
                            what a POST does. Token and one-time code belong in the Authorization and X-OTP headers.",
        },
        "servers": [{ "url": "/" }],
        "security": [{ "token": [] }],
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" } },
            "schemas": schemas,
        },
        "paths": paths,
        "webhooks": events::webhooks(),
    })
    .to_string()
}

/// Areas are served under their own name, but for requests. Some paths of the spec have no area.
fn path_of(area: &str, resource: &str) -> String {
    let service = if area == "transaction" { "banker" } else { area };
    let is_short = ["code/", "entity/entityList"].iter().any(|start| resource.starts_with(start));
    if is_short {
        format!("/api/{service}{BASE}/{resource}")
    } else {
        format!("/api/{service}{BASE}/{area}/{resource}")
    }
}

/// The parameters in a path, with the one after its `@`.
fn path_parameters(path: &str) -> Vec<Value> {
    let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let own = names.map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    own.chain([header_parameter()]).collect()
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
            "summary": Verb::Operate.summary(),
            "parameters": [{ "name": "Idempotency-Key", "in": "header", "schema": { "type": "string",
            "maxLength": 200 } }],
            "requestBody": body(&schema),
            "responses": responses("Envelope"),
        },
    });
    paths.insert(format!("{place}@{{headerJson}}"), operations);
    for verb in Verb::SUFFIXED.into_iter().filter(|verb| verb.applies_to(definition)) {
        let mut operation = json!({ "tags": tag, "summary": verb.summary(), "responses": responses("Envelope") });
        match verb {
            Verb::Import => {
                operation["requestBody"] = json!({ "content": { "text/csv": { "schema": { "type": "string" } } } })
            }
            Verb::History => operation["requestBody"] = body(&schema),
            Verb::Export => operation["responses"] = export_responses(),
            _ => {}
        }
        let mut item = json!({ "parameters": [header_parameter()] });
        for (method, _) in verb.methods() {
            item[method.to_ascii_lowercase()] = operation.clone();
        }
        paths.insert(format!("{place}{}@{{headerJson}}", verb.suffix()), item);
    }
}

/// A log is listed and exported as CSV, filtered by a period and by some of its columns.
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
        "get": { "tags": tag, "summary": "List, newest first", "parameters": listing,
        "responses": responses("Envelope") },
        "post": {
            "tags": tag,
            "summary": "List (FA) with the filter in the body",
            "requestBody": { "content": { "application/json": { "schema": fields_schema(log.filters) } } },
            "responses": responses("Envelope"),
        },
    });
    paths.insert(format!("{place}@{{headerJson}}"), operations);
    let export = json!({ "tags": tag, "summary": "All of it as CSV, \
        streamed", "parameters": narrowing, "responses": export_responses() });
    paths
        .insert(format!("{place}/export@{{headerJson}}"), json!({ "parameters": [header_parameter()], "get": export }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::endpoint::Takes;

    #[test]
    fn every_route_is_described() {
        let description: Value = serde_json::from_str(&description()).unwrap();
        for listed in crate::routes::table() {
            let resource = listed.resource.replace('*', "{token}");
            let path = format!("{}@{{headerJson}}", path_of(listed.area, &resource));
            for (method, _) in listed.methods {
                let found = &description["paths"][&path][method.to_ascii_lowercase()];
                assert!(found.is_object(), "{method} {path} is not described");
            }
        }
    }

    #[test]
    fn every_path_declares_its_parameters() {
        let description: Value = serde_json::from_str(&description()).unwrap();
        for (path, item) in description["paths"].as_object().unwrap() {
            let written: Vec<&str> = path.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect();
            let declared = item["parameters"].as_array().unwrap().iter();
            let declared: Vec<&Value> = declared.filter(|one| one["in"] == "path").collect();
            assert!(declared.iter().all(|one| one["required"] == true), "{path}");
            let names: Vec<&str> = declared.iter().map(|one| one["name"].as_str().unwrap()).collect();
            assert_eq!(names, written, "{path}");
        }
    }

    /// Operations whose body is a file, or that have none.
    const WITHOUT_BODY: &[(&str, &str)] =
        &[("docrequest/import", "S"), ("document/upload", "S"), ("notification", "FA")];

    #[test]
    fn every_operation_on_requests_has_a_declared_body() {
        for endpoint in endpoints().filter(|endpoint| endpoint.area == "transaction") {
            let posts = endpoint.about.iter().filter(|about| about.method == "post");
            let declared: Vec<&str> = posts
                .flat_map(|about| if let Takes::Bodies(bodies) = about.takes { bodies } else { &[] })
                .map(|(operation, _)| *operation)
                .collect();
            for operation in endpoint.methods.iter().filter(|(method, _)| *method == "POST").filter_map(|(_, op)| *op) {
                let has_none = WITHOUT_BODY.contains(&(endpoint.resource, operation));
                assert!(declared.contains(&operation) != has_none, "{operation} {}", endpoint.resource);
            }
        }
    }
}
