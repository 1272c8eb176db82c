//! A generic SMS gateway called over HTTP, configured with placeholders.

use std::collections::BTreeMap;

use http::{HeaderName, HeaderValue, Method, Request};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ports::{Accepted, Channel, Letter, MailServer, Messenger, NotSent, SendFuture};
use serde_json::Value;

use crate::https::Https;
use crate::mail_and_sms::not_sent;
use crate::outbound::{Caller, TargetKind};

/// `{{to}}` and `{{text}}` are replaced in url and body, `{{secret}}` everywhere.
#[derive(Clone)]
pub struct GatewayCall {
    pub url: String,
    pub method: String,
    pub headers: BTreeMap<String, String>,
    pub body: String,
    /// HTTP statuses that mean success.
    pub success: Vec<u16>,
    /// Where the gateway's id of a message is in its answer (RFC 6901), for delivery reports.
    pub id_pointer: Option<String>,
    /// A text in the answer that means an error whatever the status says.
    pub error_text: Option<String>,
    /// A value in the answer that means an error unless it is absent, null, false, 0 or empty.
    pub error_pointer: Option<String>,
    pub secret: Option<String>,
}

/// Characters of an answer that are kept.
const MAX_ANSWER: usize = 200;

pub struct SmsGateway {
    https: Https,
    call: GatewayCall,
    method: Method,
}

/// How a value is encoded at its position.
#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Json,
    Form,
    Url,
    Plain,
}

/// The placeholders of url and body, and those of headers.
pub const PLACEHOLDERS: &[&str] = &["to", "text", "secret"];
pub const HEADER_PLACEHOLDERS: &[&str] = &["secret"];

impl SmsGateway {
    pub fn new(https: Https, call: GatewayCall) -> Result<SmsGateway, String> {
        let method = match call.method.to_ascii_uppercase().as_str() {
            "POST" => Method::POST,
            "PUT" => Method::PUT,
            "GET" => Method::GET,
            other => return Err(format!("method {other} is not one of POST, PUT, GET")),
        };
        if call.success.is_empty() {
            return Err("success names no status".into());
        }
        let pointers = [&call.id_pointer, &call.error_pointer].into_iter().flatten();
        if let Some(wrong) = pointers.into_iter().find(|pointer| !pointer.starts_with('/')) {
            return Err(format!("{wrong} must begin with /, like /messages/0/id"));
        }
        let gateway = SmsGateway { https, call, method };
        // Fails at startup instead of at the first message.
        let sample = Letter::new(Channel::Sms, "+10000000", "", "x");
        gateway.request(&sample).map(|_| gateway)
    }

    /// What an accepted call means: gateways also report errors with status 200.
    fn read_answer(&self, body: &[u8]) -> Result<Accepted, NotSent> {
        let text = String::from_utf8_lossy(body);
        let record: Value = serde_json::from_slice(body).unwrap_or_default();
        let at = |pointer: &Option<String>| pointer.as_deref().and_then(|pointer| record.pointer(pointer));
        let has_error_text = self.call.error_text.as_deref().is_some_and(|wrong| text.contains(wrong));
        let answer = self.shortened(&text);
        if has_error_text || at(&self.call.error_pointer).is_some_and(is_set) {
            return Err(NotSent::Refused(answer));
        }
        let gateway_id = at(&self.call.id_pointer).filter(|id| is_set(id)).map(plain);
        Ok(Accepted { answer, gateway_id })
    }

    /// The start of an answer on one line, without the secret that a gateway may repeat.
    fn shortened(&self, text: &str) -> String {
        let text = match self.call.secret.as_deref().filter(|secret| !secret.is_empty()) {
            Some(secret) => text.replace(secret, "***"),
            None => text.to_owned(),
        };
        text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_ANSWER).collect()
    }

    fn body_encoding(&self) -> Encoding {
        let kind = self.call.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        match kind.map(|(_, value)| value.to_ascii_lowercase()) {
            Some(kind) if kind.contains("form-urlencoded") => Encoding::Form,
            Some(kind) if kind.starts_with("text/plain") => Encoding::Plain,
            _ => Encoding::Json,
        }
    }

    fn fill(&self, template: &str, letter: &Letter, encoding: Encoding) -> String {
        let secret = self.call.secret.as_deref().unwrap_or_default();
        let values = [("to", letter.to.as_str()), ("text", letter.text.as_str()), ("secret", secret)];
        let encoded = values.map(|(name, value)| (name, encode(value, encoding)));
        let pairs: Vec<(&str, &str)> = encoded.iter().map(|(name, value)| (*name, value.as_str())).collect();
        domain::message_template::fill(template, &pairs)
    }

    fn request(&self, letter: &Letter) -> Result<Request<Vec<u8>>, String> {
        let mut request = Request::builder().method(&self.method).uri(self.fill(&self.call.url, letter, Encoding::Url));
        let mut has_content_type = false;
        for (name, template) in &self.call.headers {
            let wrong = || format!("the header {name} cannot be sent");
            let name = HeaderName::try_from(name).map_err(|_| wrong())?;
            has_content_type |= name == http::header::CONTENT_TYPE;
            // Headers may only contain the secret, and are marked sensitive.
            let secret = self.call.secret.as_deref().unwrap_or_default();
            let value = domain::message_template::fill(template, &[("secret", secret)]);
            let mut value = HeaderValue::try_from(value).map_err(|_| wrong())?;
            value.set_sensitive(true);
            request = request.header(name, value);
        }
        let body = if self.method == Method::GET {
            String::new()
        } else {
            self.fill(&self.call.body, letter, self.body_encoding())
        };
        if !has_content_type && !body.is_empty() {
            request = request.header(http::header::CONTENT_TYPE, "application/json");
        }
        request = request.header(http::header::CONTENT_LENGTH, body.len());
        request.body(body.into_bytes()).map_err(|_| "the url cannot be used".to_owned())
    }
}

/// True for a value that says something: `null`, `false`, `0`, `"0"` and `""` do not.
fn is_set(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false)) && !["", "0"].contains(&plain(value).as_str())
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn encode(value: &str, encoding: Encoding) -> String {
    match encoding {
        Encoding::Plain => value.to_owned(),
        Encoding::Form | Encoding::Url => utf8_percent_encode(value, NON_ALPHANUMERIC).to_string(),
        // The template supplies the quotes.
        Encoding::Json => {
            let quoted = serde_json::Value::from(value).to_string();
            quoted[1..quoted.len() - 1].to_owned()
        }
    }
}

impl Messenger for SmsGateway {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, letter: &'a Letter) -> SendFuture<'a> {
        Box::pin(async move {
            let request = self.request(letter).map_err(NotSent::Refused)?;
            let caller = Caller::operator(TargetKind::Sms);
            let answer = self.https.send(&caller, request).await.map_err(not_sent)?;
            let status = answer.status();
            match status {
                taken if self.call.success.contains(&taken.as_u16()) => self.read_answer(answer.body()),
                busy if busy.is_server_error() || busy.as_u16() == 429 => {
                    Err(NotSent::Unavailable(format!("the gateway answers {busy}")))
                }
                other => Err(NotSent::Refused(
                    format!("the gateway answers {other} {}", self.shortened(&String::from_utf8_lossy(answer.body())))
                        .trim_end()
                        .to_owned(),
                )),
            }
        })
    }
}
