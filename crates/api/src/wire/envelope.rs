//! The one shape of every answer.

use app::wording::{Voice, Wording};
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use domain::message::Message;
use serde_json::{Value, json};

/// Makes answers in the caller's words.
#[derive(Clone, Copy)]
pub struct Speaker<'a> {
    pub wording: &'a Wording,
    pub voice: Voice,
}

impl Speaker<'_> {
    pub fn say(&self, message: &Message) -> String {
        self.wording.say(self.voice, message)
    }

    fn code(&self, code: &'static str) -> Value {
        json!([{ "code": code, "message": self.say(&Message::plain(code)), "field": null }])
    }

    /// `data.record`
    pub fn record(&self, code: &'static str, record: &Value) -> Response {
        self.record_text(code, record.to_string().as_bytes())
    }

    /// `data.record`, already written.
    pub fn record_text(&self, code: &'static str, record: &[u8]) -> Response {
        let tail = format!(",\"ErrorCodeDTO\":{}}}}}", self.code(code));
        ok([br#"{"status":"S","data":{"record":"#, record, tail.as_bytes()].concat())
    }

    /// `data.content` in full.
    pub fn content(&self, code: &'static str, content: &[Value]) -> Response {
        let data = json!({ "content": content, "totalElements": content.len(), "ErrorCodeDTO": self.code(code) });
        ok(json!({ "status": "S", "data": data }).to_string().into_bytes())
    }

    /// Several things at once, some of which may have failed: then it is a warning.
    pub fn several(&self, code: &'static str, content: &[Value], failed: usize) -> Response {
        let codes = match failed {
            0 => self.code(code),
            _ => {
                let message = Message::plain("someFailed").with("count", failed).with("all", content.len());
                json!([{ "code": message.key, "message": self.say(&message), "field": null }])
            }
        };
        let data = json!({ "content": content, "totalElements": content.len(), "ErrorCodeDTO": codes });
        let status = if failed == 0 { "S" } else { "W" };
        ok(json!({ "status": status, "data": data }).to_string().into_bytes())
    }

    /// `data` without content or record.
    pub fn done(&self, code: &'static str, data: Value) -> Response {
        let mut data = data;
        data["ErrorCodeDTO"] = self.code(code);
        ok(json!({ "status": "S", "data": data }).to_string().into_bytes())
    }

    /// What a page begins and ends with; the rows stand between.
    pub fn page(&self, code: &'static str, rows: &[u8], page: i64, size: i64, total: i64) -> Response {
        let tail = format!(
            "],\"page\":{page},\"size\":{size},\"totalElements\":{total},\"ErrorCodeDTO\":{}}}}}",
            self.code(code)
        );
        ok([LIST_HEAD, rows, tail.as_bytes()].concat())
    }

    pub fn list_tail(&self, code: &'static str, total: i64) -> Vec<u8> {
        format!("],\"totalElements\":{total},\"ErrorCodeDTO\":{}}}}}", self.code(code)).into_bytes()
    }
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
