//! The demo's mailbox: shows mail and SMS that were not sent. Exists with --demo only.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use integrations::mailbox::Mailbox;
use ports::{Html, Letter};
use serde_json::{Map, Value, json};

const POLICY: &str = "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A mail may show its own styles and pictures, and open links in a new page; it runs nothing.
const MAIL_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const STYLE: &str = include_str!("../assets/mailbox.css");

pub fn router(mailbox: Arc<Mailbox>) -> Router {
    Router::new()
        .route("/demo/mailbox", get(page))
        .route("/demo/mailbox.json", get(list))
        .route("/demo/mailbox/{token}", get(mail))
        .route("/demo/mailbox.css", get(|| async { ([(header::CONTENT_TYPE, "text/css")], STYLE) }))
        .with_state(mailbox)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Turns http and https addresses into links.
fn linked(text: &str) -> String {
    let word = |word: &str| {
        if word.starts_with("http://") || word.starts_with("https://") {
            format!("<a href=\"{0}\">{0}</a>", escape(word))
        } else {
            escape(word)
        }
    };
    text.split_inclusive(char::is_whitespace)
        .map(|part| word(part.trim_end()) + &escape(&part[part.trim_end().len()..]))
        .collect()
}

async fn page(State(mailbox): State<Arc<Mailbox>>) -> Response {
    let mut body = String::new();
    for (at, letter) in mailbox.letters() {
        body.push_str(&format!(
            "<article><header><b>{}</b> <span>{}</span> <time>{}</time></header><h2>{}</h2>{}</article>",
            escape(letter.channel.name()),
            escape(&letter.to),
            at.strftime("%d %b %Y %H:%M:%S UTC"),
            escape(&letter.subject),
            shown(&letter),
        ));
    }
    if body.is_empty() {
        body.push_str("<p class=\"empty\">Nothing has been sent yet. Ask for a one-time code and look again.</p>");
    }
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta http-equiv=\"refresh\" content=\"5\"><title>Demo mailbox</title><link rel=\"stylesheet\" href=\"/demo/mailbox.css\"></head><body><main><h1>Demo mailbox</h1><p>In the demo, emails and SMS messages are shown here instead of being sent.</p>{body}</main></body></html>"
    );
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, POLICY)], html)
        .into_response()
}

/// The HTML of a mail in a frame that runs nothing, with the plain text below; otherwise the text.
fn shown(letter: &Letter) -> String {
    let text = format!("<p>{}</p>", linked(&letter.text));
    match letter.token.as_ref().filter(|_| letter.html.is_some()) {
        Some(token) => format!(
            "<iframe sandbox=\"allow-popups allow-popups-to-escape-sandbox\" loading=\"lazy\" title=\"{}\" src=\"/demo/mailbox/{}\"></iframe><details><summary>Plain text</summary>{text}</details>",
            escape(&letter.subject),
            escape(token)
        ),
        None => text,
    }
}

/// One mail as a page, with its picture inside.
async fn mail(State(mailbox): State<Arc<Mailbox>>, Path(token): Path<String>) -> Response {
    let found = mailbox.letters().into_iter().find(|(_, letter)| letter.token.as_ref() == Some(&token));
    let Some(html) = found.and_then(|(_, letter)| letter.html) else { return StatusCode::NOT_FOUND.into_response() };
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, MAIL_POLICY)];
    (headers, with_picture(&html)).into_response()
}

fn with_picture(html: &Html) -> String {
    let text = html.text.replacen("<head>", "<head><base target=\"_blank\">", 1);
    match &html.logo {
        Some(logo) => {
            let data = format!("data:{};base64,{}", logo.content_type, STANDARD.encode(&logo.bytes));
            text.replace(&format!("cid:{}", logo.name), &data)
        }
        None => text,
    }
}

/// The domain of Message-IDs in the demo, which has no mail server.
const SENDER: &str = "docz@demo.example";

async fn list(State(mailbox): State<Arc<Mailbox>>) -> Response {
    let letter = |(at, letter): (jiff::Timestamp, Letter)| {
        let headers: Map<String, Value> =
            letter.headers(SENDER).into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        json!({
            "at": at.to_string(), "channel": letter.channel.name(), "to": letter.to, "subject": letter.subject,
            "text": letter.text, "html": letter.html.map(|html| html.text), "headers": headers,
        })
    };
    let all: Vec<_> = mailbox.letters().into_iter().map(letter).collect();
    ([(header::CONTENT_TYPE, "application/json")], json!(all).to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::linked;

    #[test]
    fn texts_are_escaped_and_links_can_be_followed() {
        assert_eq!(linked("<b> http://a/x#y\nend"), "&lt;b&gt; <a href=\"http://a/x#y\">http://a/x#y</a>\nend");
    }
}
