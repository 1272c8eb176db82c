//! The common envelope of all responses.

use std::borrow::Cow;

use app::labels::LabelFields;
use app::wording::{Locale, Wording};
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
    pub locale: Locale,
    /// What is translated in answers that are not serialised yet.
    pub labels: Option<&'a LabelFields>,
}

impl<'a> Responder<'a> {
    pub fn new(wording: &'a Wording, locale: Locale) -> Responder<'a> {
        Responder { wording, locale, labels: None }
    }

    fn translated<'v>(&self, answer: &'v Value) -> Cow<'v, Value> {
        match self.labels {
            Some(labels) => Cow::Owned(labels.translate(answer.clone())),
            None => Cow::Borrowed(answer),
        }
    }

    fn all_translated<'v>(&self, content: &'v [Value]) -> Cow<'v, [Value]> {
        match self.labels {
            Some(labels) => Cow::Owned(content.iter().map(|one| labels.translate(one.clone())).collect()),
            None => Cow::Borrowed(content),
        }
    }

    pub fn text(&self, message: &Message) -> String {
        self.wording.render(self.locale, message)
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
        self.record_text(code, &text(&self.translated(record)))
    }

    /// `data.record`, already serialised.
    pub fn record_text(&self, code: &'static str, record: &[u8]) -> Response {
        let tail = format!(",\"ErrorCodeDTO\":{}}}}}", self.code_text(code));
        ok([br#"{"status":"S","data":{"record":"#, record, tail.as_bytes()].concat())
    }

    /// `data.content` in full.
    pub fn content(&self, code: &'static str, content: &[Value]) -> Response {
        ok(text(&Answer { status: "S", data: Content::of(&self.all_translated(content), self.code(code)) }))
    }

    /// `data.record` of an action that failed in part or altogether.
    pub fn partly(&self, record: &Value, failed: usize, all: usize) -> Response {
        let data = json!({ "record": self.translated(record), "ErrorCodeDTO": self.some_failed(failed, all) });
        ok(text(&Answer { status: "W", data }))
    }

    /// `data.record`, already serialised, with what the caller is told besides: a warning when something waits.
    pub fn record_with(&self, code: &'static str, record: &[u8], notes: &[Note]) -> Response {
        if notes.is_empty() {
            return self.record_text(code, record);
        }
        let is_waiting = notes.iter().any(|note| note.tone == Tone::Waits);
        let is_warning = is_waiting || notes.iter().any(|note| note.tone == Tone::Warns);
        let said =
            |note: &Note| json!({ "code": note.message.key, "message": self.text(&note.message), "field": note.field });
        let mut codes: Vec<Value> = notes.iter().map(said).collect();
        if !is_waiting {
            codes.insert(0, json!({ "code": code, "message": self.text(&Message::plain(code)), "field": null }));
        }
        let status = if is_warning { "W" } else { "S" };
        let head = format!(r#"{{"status":"{status}","data":{{"record":"#);
        let tail = format!(r#","ErrorCodeDTO":{}}}}}"#, Value::from(codes));
        ok([head.as_bytes(), record, tail.as_bytes()].concat())
    }

    /// `data` without content or record, as a warning with what waits.
    pub fn done_with(&self, code: &'static str, mut data: Value, notes: &[Note]) -> Response {
        if notes.is_empty() {
            return self.done(code, data);
        }
        let said =
            |note: &Note| json!({ "code": note.message.key, "message": self.text(&note.message), "field": note.field });
        data["ErrorCodeDTO"] = notes.iter().map(said).collect();
        ok(text(&Answer { status: "W", data }))
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
        ok(text(&Answer { status, data: Content::of(&self.all_translated(content), codes) }))
    }

    /// `data` without content or record.
    pub fn done(&self, code: &'static str, data: Value) -> Response {
        let mut data = self.translated(&data).into_owned();
        data["ErrorCodeDTO"] = self.code(code);
        ok(text(&Answer { status: "S", data }))
    }

    pub fn page_of(&self, code: &'static str, content: &[Value], page: PageInfo) -> Response {
        let rows: Vec<String> = self.all_translated(content).iter().map(Value::to_string).collect();
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

/// How a note changes the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// It is not done yet: a second person decides.
    Waits,
    /// It is done, and the caller should look.
    Warns,
    /// It is done.
    Tells,
}

/// What the caller is told about a field besides the outcome.
pub struct Note {
    pub field: &'static str,
    pub message: Message,
    pub tone: Tone,
}

impl Note {
    /// The same message about each of these fields.
    pub fn about(
        (key, tone): (&'static str, Tone),
        resource: &'static str,
        fields: impl IntoIterator<Item = &'static str>,
    ) -> Vec<Note> {
        let note = |field| Note { field, message: Message::about(key, resource, field), tone };
        fields.into_iter().map(note).collect()
    }

    /// A given password was not stored: the user chooses one by a link.
    pub fn password_by_link() -> Note {
        Note { field: "password", message: Message::plain("passwordByLink"), tone: Tone::Tells }
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
