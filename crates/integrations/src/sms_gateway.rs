//! Any SMS gateway that takes an HTTP call. What it wants is written down once, with placeholders.

use std::collections::BTreeMap;

use http::{HeaderName, HeaderValue, Method, Request};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ports::{Channel, Letter, MailServer, Messenger, NotSent, Sending};

use crate::https::Https;
use crate::outbound::Blocked;

/// `{{to}}` and `{{text}}` in url and body, `{{secret}}` everywhere.
#[derive(Clone)]
pub struct GatewayCall {
    pub url: String,
    pub method: String,
    pub headers: BTreeMap<String, String>,
    pub body: String,
    /// Statuses that mean "taken".
    pub success: Vec<u16>,
    pub secret: Option<String>,
}

pub struct SmsGateway {
    https: Https,
    call: GatewayCall,
    method: Method,
}

/// How a value is written so that it stays a value.
#[derive(Clone, Copy, PartialEq)]
enum Dress {
    Json,
    Form,
    Url,
    Plain,
}

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
        let gateway = SmsGateway { https, call, method };
        // A mistake shows now, not with the first message.
        let try_out = Letter {
            channel: Channel::Sms,
            to: "+10000000".into(),
            subject: String::new(),
            text: "x".into(),
            calendar: None,
        };
        gateway.request(&try_out).map(|_| gateway)
    }

    fn dress_of_body(&self) -> Dress {
        let kind = self.call.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        match kind.map(|(_, value)| value.to_ascii_lowercase()) {
            Some(kind) if kind.contains("form-urlencoded") => Dress::Form,
            Some(kind) if kind.starts_with("text/plain") => Dress::Plain,
            _ => Dress::Json,
        }
    }

    fn filled(&self, template: &str, letter: &Letter, dress: Dress) -> String {
        let secret = self.call.secret.as_deref().unwrap_or_default();
        let values = [("to", letter.to.as_str()), ("text", letter.text.as_str()), ("secret", secret)];
        let dressed = values.map(|(name, value)| (name, dress_up(value, dress)));
        let pairs: Vec<(&str, &str)> = dressed.iter().map(|(name, value)| (*name, value.as_str())).collect();
        domain::message_template::fill(template, &pairs)
    }

    fn request(&self, letter: &Letter) -> Result<Request<Vec<u8>>, String> {
        let mut request = Request::builder().method(&self.method).uri(self.filled(&self.call.url, letter, Dress::Url));
        let mut has_kind = false;
        for (name, template) in &self.call.headers {
            let wrong = || format!("the header {name} cannot be sent");
            let name = HeaderName::try_from(name).map_err(|_| wrong())?;
            has_kind |= name == http::header::CONTENT_TYPE;
            // Only the secret belongs into a header; it is never shown.
            let value = template.replace("{{secret}}", self.call.secret.as_deref().unwrap_or_default());
            let mut value = HeaderValue::try_from(value).map_err(|_| wrong())?;
            value.set_sensitive(true);
            request = request.header(name, value);
        }
        let body = if self.method == Method::GET {
            String::new()
        } else {
            self.filled(&self.call.body, letter, self.dress_of_body())
        };
        if !has_kind && !body.is_empty() {
            request = request.header(http::header::CONTENT_TYPE, "application/json");
        }
        request = request.header(http::header::CONTENT_LENGTH, body.len());
        request.body(body.into_bytes()).map_err(|_| "the url cannot be used".to_owned())
    }
}

fn dress_up(value: &str, dress: Dress) -> String {
    match dress {
        Dress::Plain => value.to_owned(),
        Dress::Form | Dress::Url => utf8_percent_encode(value, NON_ALPHANUMERIC).to_string(),
        // Inside of the template's own quotes.
        Dress::Json => {
            let quoted = serde_json::Value::from(value).to_string();
            quoted[1..quoted.len() - 1].to_owned()
        }
    }
}

impl Messenger for SmsGateway {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, letter: &'a Letter) -> Sending<'a> {
        Box::pin(async move {
            let request = self.request(letter).map_err(NotSent::Refused)?;
            let answer = self.https.send(request).await.map_err(|blocked| match blocked {
                Blocked::Forbidden(text) => NotSent::Refused(text),
                Blocked::Silent(text) => NotSent::Unavailable(text),
            })?;
            let status = answer.status();
            match status {
                taken if self.call.success.contains(&taken.as_u16()) => Ok(()),
                busy if busy.is_server_error() || busy.as_u16() == 429 => {
                    Err(NotSent::Unavailable(format!("the gateway answers {busy}")))
                }
                other => Err(NotSent::Refused(format!("the gateway answers {other}"))),
            }
        })
    }
}
