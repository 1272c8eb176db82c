//! The demo's mailbox: shows mail and SMS that were not sent. Exists with --demo only.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use integrations::mailbox::Mailbox;
use serde_json::json;

const POLICY: &str =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const STYLE: &str = include_str!("../assets/mailbox.css");

pub fn router(mailbox: Arc<Mailbox>) -> Router {
    Router::new()
        .route("/demo/mailbox", get(page))
        .route("/demo/mailbox.json", get(list))
        .route("/demo/mailbox.css", get(|| async { ([(header::CONTENT_TYPE, "text/css")], STYLE) }))
        .with_state(mailbox)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Turns http and https addresses into links.
fn linked(text: &str) -> String {
    let word = |word: &str| match word.starts_with("http://") || word.starts_with("https://") {
        true => format!("<a href=\"{0}\">{0}</a>", escape(word)),
        false => escape(word),
    };
    text.split_inclusive(char::is_whitespace)
        .map(|part| word(part.trim_end()) + &escape(&part[part.trim_end().len()..]))
        .collect()
}

async fn page(State(mailbox): State<Arc<Mailbox>>) -> Response {
    let mut body = String::new();
    for (at, letter) in mailbox.letters() {
        body.push_str(&format!(
            "<article><header><b>{}</b> <span>{}</span> <time>{}</time></header><h2>{}</h2><p>{}</p></article>",
            escape(letter.channel.name()),
            escape(&letter.to),
            at.strftime("%d %b %Y %H:%M:%S UTC"),
            escape(&letter.subject),
            linked(&letter.text),
        ));
    }
    if body.is_empty() {
        body.push_str("<p class=\"empty\">Nothing has been sent yet. Ask for a one-time code and look again.</p>");
    }
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta http-equiv=\"refresh\" content=\"5\"><title>Demo mailbox</title><link rel=\"stylesheet\" href=\"/demo/mailbox.css\"></head><body><main><h1>Demo mailbox</h1><p>In the demo no mail or SMS leaves this machine; it is shown here instead.</p>{body}</main></body></html>"
    );
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, POLICY)], html)
        .into_response()
}

async fn list(State(mailbox): State<Arc<Mailbox>>) -> Response {
    let letter = |(at, letter): (jiff::Timestamp, ports::Letter)| json!({ "at": at.to_string(), "channel": letter.channel.name(), "to": letter.to, "subject": letter.subject, "text": letter.text });
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
