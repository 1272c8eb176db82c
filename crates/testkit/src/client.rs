//! A client of the HTTP interface, in process.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use domain::master_data::Definition;
use http_body_util::BodyExt;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};
use tower::ServiceExt;

#[derive(Clone)]
pub struct Client {
    router: Router,
    pub token: Option<String>,
    pub auth: Value,
    /// The claims of the header JSON, which tests change.
    pub claims: Map<String, Value>,
    pub language: Option<&'static str>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Bytes,
    pub json: Value,
}

impl Answer {
    pub fn record(&self) -> &Value {
        &self.json["data"]["record"]
    }

    pub fn content(&self) -> &Vec<Value> {
        self.json["data"]["content"].as_array().unwrap_or_else(|| panic!("no content in {}", self.json))
    }

    pub fn total(&self) -> i64 {
        self.json["data"]["totalElements"].as_i64().expect("a total")
    }

    pub fn code(&self) -> &str {
        self.json["data"]["ErrorCodeDTO"][0]["code"].as_str().unwrap_or_default()
    }

    /// The code of the last message, which is a warning of our own after that of the specification.
    pub fn last_code(&self) -> &str {
        let codes = self.json["data"]["ErrorCodeDTO"].as_array();
        codes.and_then(|codes| codes.last()?["code"].as_str()).unwrap_or_default()
    }

    pub fn error(&self) -> &str {
        self.json["error"].as_str().unwrap_or_default()
    }

    /// The fields that were found faulty.
    pub fn fields(&self) -> Vec<&str> {
        let codes = self.json["data"]["ErrorCodeDTO"].as_array();
        codes.into_iter().flatten().filter_map(|code| code["field"].as_str()).collect()
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status.as_u16(), status, "{:.600}", String::from_utf8_lossy(&self.bytes));
        self
    }
}

impl Client {
    pub fn anonymous(router: Router) -> Client {
        Client { router, token: None, auth: Value::Null, claims: Map::new(), language: None }
    }

    pub async fn log_in(router: Router, entity: &str, tenant: &str, user: &str, password: &str) -> Client {
        let mut client = Client::anonymous(router);
        let body = json!({ "entityCode": entity, "tenantCode": tenant, "userId": user, "password": password });
        let answer = client.post("sms", "sms/usermasterlogin", None, &body).await.expect(200);
        client.take_token(&answer);
        client.auth = answer.record().clone();
        for name in ["userId", "userType", "countryCode", "entityCode", "tenantCode"] {
            client.claims.insert(name.into(), client.auth[name].clone());
        }
        client
    }

    /// Logs in with a password that an administrator has set, and chooses another one.
    pub async fn choose_password(router: Router, entity: &str, user: &str, given: &str, chosen: &str) -> Client {
        let client = Client::anonymous(router.clone());
        let body = json!({ "entityCode": entity, "userId": user, "password": given });
        let asked = client.post("sms", "sms/usermasterlogin", None, &body).await.expect(200);
        assert_eq!(asked.record()["passwordChange"], true, "{}", asked.json);
        assert!(!asked.headers.contains_key("authorization"), "there is no session before the password is changed");
        let body = json!({ "resetToken": asked.record()["resetToken"], "password": chosen });
        client.post("sms", "sms/usermaster/resetpassword", None, &body).await.expect(200);
        Client::log_in(router, entity, "", user, chosen).await
    }

    pub fn take_token(&mut self, answer: &Answer) {
        let value = answer.headers.get("authorization").expect("a token").to_str().expect("text");
        self.token = Some(value.trim_start_matches("Bearer ").to_owned());
    }

    pub fn header_json(&self, operation: Option<&str>) -> String {
        let mut claims = self.claims.clone();
        if let Some(operation) = operation {
            claims.insert("operation".into(), operation.into());
        }
        utf8_percent_encode(&Value::Object(claims).to_string(), NON_ALPHANUMERIC).to_string()
    }

    /// Any request; `path` is everything after the host.
    pub async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Body) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(language) = self.language {
            request = request.header("accept-language", language);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.router.clone().oneshot(request.body(body).expect("a request")).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.map(|all| all.to_bytes()).unwrap_or_default();
        let json = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Answer { status: parts.status, headers: parts.headers, bytes, json }
    }

    /// The beginning of an answer that does not end by itself.
    pub async fn begin(&self, path: &str) -> Answer {
        let (parts, mut body) = self.open(path).await.into_parts();
        let first = body.frame().await.and_then(|frame| frame.ok()).and_then(|frame| frame.into_data().ok());
        Answer { status: parts.status, headers: parts.headers, bytes: first.unwrap_or_default(), json: Value::Null }
    }

    /// An answer that does not end by itself, to be read as it comes.
    pub async fn open(&self, path: &str) -> Response {
        let mut request = Request::builder().method("GET").uri(path);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(Body::empty()).expect("a request");
        self.router.clone().oneshot(request).await.expect("an answer")
    }

    fn path(&self, service: &str, rest: &str, operation: Option<&str>, query: &str) -> String {
        let query = if query.is_empty() { String::new() } else { format!("?{query}") };
        format!("/api/{service}/v1/docz/banking/{rest}@{}{query}", self.header_json(operation))
    }

    pub async fn get(&self, service: &str, rest: &str, query: &str) -> Answer {
        self.send("GET", &self.path(service, rest, None, query), &[], Body::empty()).await
    }

    pub async fn post(&self, service: &str, rest: &str, operation: Option<&str>, body: &Value) -> Answer {
        self.send("POST", &self.path(service, rest, operation, ""), &[], Body::from(body.to_string())).await
    }

    pub fn place(definition: &Definition) -> (&'static str, String) {
        let area = definition.area.name();
        (area, format!("{area}/{}", definition.resource))
    }

    pub async fn list(&self, definition: &Definition, query: &str) -> Answer {
        let (service, rest) = Client::place(definition);
        self.get(service, &rest, query).await
    }

    pub async fn operate(&self, definition: &Definition, operation: &str, body: &Value) -> Answer {
        let (service, rest) = Client::place(definition);
        self.post(service, &rest, Some(operation), body).await
    }

    /// A call to a resource with a verb, a query and headers of its own.
    pub async fn verb(
        &self,
        definition: &Definition,
        verb: &str,
        query: &str,
        method: &str,
        headers: &[(&str, &str)],
        body: Body,
    ) -> Answer {
        let (service, rest) = Client::place(definition);
        self.send(method, &self.path(service, &format!("{rest}{verb}"), None, query), headers, body).await
    }

    pub async fn save_with_key(&self, definition: &Definition, key: &str, body: &Value) -> Answer {
        let (service, rest) = Client::place(definition);
        let path = self.path(service, &rest, Some("S"), "");
        self.send("POST", &path, &[("idempotency-key", key)], Body::from(body.to_string())).await
    }
}
