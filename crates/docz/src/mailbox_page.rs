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
use maud::{DOCTYPE, Markup, html};
use ports::{Html, Letter};
use serde_json::{Map, Value, json};

const POLICY: &str = concat!(
    "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; ",
    "frame-ancestors 'none'",
);
/// A mail may show its own styles and pictures, and open links in a new page; it runs nothing.
const MAIL_POLICY: &str = concat!(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; ",
    "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
);
const STYLE: &str = include_str!("../assets/mailbox.css");

pub fn router(mailbox: Arc<Mailbox>) -> Router {
    Router::new()
        .route("/demo/mailbox", get(page))
        .route("/demo/mailbox.json", get(list))
        .route("/demo/mailbox/{token}", get(mail))
        .route("/demo/mailbox.css", get(|| async { ([(header::CONTENT_TYPE, "text/css")], STYLE) }))
        .with_state(mailbox)
}

/// Turns http and https addresses into links.
fn linked(text: &str) -> Markup {
    html! {
        @for part in text.split_inclusive(char::is_whitespace) {
            @let word = part.trim_end();
            @if word.starts_with("http://") || word.starts_with("https://") {
                a href=(word) { (word) }
            } @else {
                (word)
            }
            (part[word.len()..])
        }
    }
}

async fn page(State(mailbox): State<Arc<Mailbox>>) -> Response {
    let letters = mailbox.letters();
    let html = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="refresh" content="5";
                title { "Demo mailbox" }
                link rel="stylesheet" href="/demo/mailbox.css";
            }
            body { main {
                h1 { "Demo mailbox" }
                p { "In the demo, emails and SMS messages are shown here instead of being sent." }
                @for (at, letter) in &letters {
                    article {
                        header {
                            b { (letter.channel.name()) } " " span { (letter.to) } " "
                            time { (at.strftime("%-d %b %Y, %H:%M:%S UTC")) }
                        }
                        h2 { (letter.subject) }
                        (shown(letter))
                    }
                }
                @if letters.is_empty() {
                    p.empty { "Nothing has been sent yet. Ask for a one-time code and look again." }
                }
            } }
        }
    };
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    (headers, html.into_string()).into_response()
}

/// The HTML of a mail in a frame that runs nothing, with the plain text below; otherwise the text.
fn shown(letter: &Letter) -> Markup {
    let text = html! { p { (linked(&letter.text)) } };
    let Some(token) = letter.token.as_ref().filter(|_| letter.html.is_some()) else { return text };
    html! {
        iframe sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" title=(letter.subject)
            src={"/demo/mailbox/" (token)} {}
        details { summary { "Plain text" } (text) }
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
    match &html.logo {
        Some(logo) => {
            let data = format!("data:{};base64,{}", logo.content_type, STANDARD.encode(&logo.bytes));
            html.text.replace(&format!("cid:{}", logo.name), &data)
        }
        None => html.text.clone(),
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
        assert_eq!(
            linked("<b> http://a/x#y\nend").into_string(),
            "&lt;b&gt; <a href=\"http://a/x#y\">http://a/x#y</a>\nend"
        );
    }
}
