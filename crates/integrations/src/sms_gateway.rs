//! A generic SMS gateway called over HTTP, configured with placeholders.

use std::collections::BTreeMap;

use http::{HeaderName, HeaderValue, Method, Request};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ports::{Channel, Letter, MailServer, Messenger, NotSent, SendFuture};

use crate::https::Https;
use crate::outbound::Blocked;

/// `{{to}}` and `{{text}}` are replaced in url and body, `{{secret}}` everywhere.
#[derive(Clone)]
pub struct GatewayCall {
    pub url: String,
    pub method: String,
    pub headers: BTreeMap<String, String>,
    pub body: String,
    /// HTTP statuses that mean success.
    pub success: Vec<u16>,
    pub secret: Option<String>,
}

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
        // Fails at startup instead of at the first message.
        let sample = Letter {
            channel: Channel::Sms,
            to: "+10000000".into(),
            subject: String::new(),
            text: "x".into(),
            calendar: None,
        };
        gateway.request(&sample).map(|_| gateway)
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
            let value = template.replace("{{secret}}", self.call.secret.as_deref().unwrap_or_default());
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
            let answer = self.https.send(request).await.map_err(|blocked| match blocked {
                Blocked::Forbidden(text) => NotSent::Refused(text),
                Blocked::Unreachable(text) => NotSent::Unavailable(text),
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
