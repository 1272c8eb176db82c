//! The common envelope of all responses.

use app::wording::{Voice, Wording};
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use domain::message::Message;
use serde::Serialize;
use serde_json::{Value, json};

/// Builds responses in the caller's language and the entity's wording.
#[derive(Clone, Copy)]
pub struct Responder<'a> {
    pub wording: &'a Wording,
    pub voice: Voice,
}

impl Responder<'_> {
    pub fn text(&self, message: &Message) -> String {
        self.wording.render(self.voice, message)
    }

    fn code(&self, code: &'static str) -> Value {
        json!([{ "code": code, "message": self.text(&Message::plain(code)), "field": null }])
    }

    /// The same as text, because most responses need no JSON value.
    fn code_text(&self, code: &'static str) -> String {
        let message = Value::from(self.text(&Message::plain(code)));
        format!(r#"[{{"code":"{code}","message":{message},"field":null}}]"#)
    }

    /// `data.record`
    pub fn record(&self, code: &'static str, record: &Value) -> Response {
        self.record_text(code, &text(record))
    }

    /// `data.record`, already serialised.
    pub fn record_text(&self, code: &'static str, record: &[u8]) -> Response {
        let tail = format!(",\"ErrorCodeDTO\":{}}}}}", self.code_text(code));
        ok([br#"{"status":"S","data":{"record":"#, record, tail.as_bytes()].concat())
    }

    /// `data.content` in full.
    pub fn content(&self, code: &'static str, content: &[Value]) -> Response {
        ok(text(&Answer { status: "S", data: Content::of(content, self.code(code)) }))
    }

    /// `data.record` of an action that failed in part or altogether.
    pub fn partly(&self, record: &Value, failed: usize, all: usize) -> Response {
        let data = json!({ "record": record, "ErrorCodeDTO": self.some_failed(failed, all) });
        ok(text(&Answer { status: "W", data }))
    }

    /// `data.record` with a warning next to some of its fields, after the code of what was done.
    pub fn noted(
        &self,
        done: Option<&'static str>,
        resource: &'static str,
        notes: &[(&'static str, &'static str)],
        record: &Value,
    ) -> Response {
        let said = |message: Message, field: Option<&str>| {
            let text = self.text(&message);
            json!({ "code": message.key, "message": text, "field": field })
        };
        let mut codes: Vec<Value> = done.into_iter().map(|code| said(Message::plain(code), None)).collect();
        codes.extend(notes.iter().map(|&(key, field)| said(Message::about(key, resource, field), Some(field))));
        ok(text(&Answer { status: "W", data: json!({ "record": record, "ErrorCodeDTO": codes }) }))
    }

    fn some_failed(&self, failed: usize, all: usize) -> Value {
        let message = Message::plain("someFailed").with("count", failed).with("all", all);
        json!([{ "code": message.key, "message": self.text(&message), "field": null }])
    }

    /// Several outcomes; a warning when some failed.
    pub fn several(&self, code: &'static str, content: &[Value], failed: usize) -> Response {
        let codes = match failed {
            0 => self.code(code),
            _ => self.some_failed(failed, content.len()),
        };
        let status = if failed == 0 { "S" } else { "W" };
        ok(text(&Answer { status, data: Content::of(content, codes) }))
    }

    /// `data` without content or record.
    pub fn done(&self, code: &'static str, data: Value) -> Response {
        let mut data = data;
        data["ErrorCodeDTO"] = self.code(code);
        ok(text(&Answer { status: "S", data }))
    }

    pub fn page_of(&self, code: &'static str, content: &[Value], page: PageInfo) -> Response {
        let rows: Vec<String> = content.iter().map(Value::to_string).collect();
        self.page(code, rows.join(",").as_bytes(), page)
    }

    /// A page with the given rows, already serialised.
    pub fn page(&self, code: &'static str, rows: &[u8], page: PageInfo) -> Response {
        let PageInfo { number, size, total, is_newest_only } = page;
        let newest_only = if is_newest_only { "\"newestOnly\":true," } else { "" };
        let tail = format!(
            "],\"page\":{number},\"size\":{size},\"totalElements\":{total},{newest_only}\"ErrorCodeDTO\":{}}}}}",
            self.code_text(code)
        );
        ok([LIST_HEAD, rows, tail.as_bytes()].concat())
    }

    pub fn list_tail(&self, code: &'static str, total: i64) -> Vec<u8> {
        format!("],\"totalElements\":{total},\"ErrorCodeDTO\":{}}}}}", self.code_text(code)).into_bytes()
    }
}

/// The position of a page in its list.
#[derive(Default)]
pub struct PageInfo {
    pub number: i64,
    pub size: i64,
    pub total: i64,
    /// The text search covered its newest matches only.
    pub is_newest_only: bool,
}

#[derive(Serialize)]
struct Answer<T> {
    status: &'static str,
    data: T,
}

#[derive(Serialize)]
struct Content<'a> {
    content: &'a [Value],
    #[serde(rename = "totalElements")]
    total: usize,
    #[serde(rename = "ErrorCodeDTO")]
    codes: Value,
}

impl Content<'_> {
    fn of(content: &[Value], codes: Value) -> Content<'_> {
        Content { content, total: content.len(), codes }
    }
}

/// Serialising cannot fail: all keys are texts.
fn text(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

pub const LIST_HEAD: &[u8] = br#"{"status":"S","data":{"content":["#;

fn ok(body: Vec<u8>) -> Response {
    json_response(StatusCode::OK, Body::from(body))
}

pub fn json_response(status: StatusCode, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
