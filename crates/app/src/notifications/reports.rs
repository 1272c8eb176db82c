//! Delivery reports: bounces of mail servers (RFC 3464) and callbacks of the SMS gateway.

use domain::Refusal;
use domain::access::system;
use domain::secret::Secret;
use mail_parser::{Message as Mail, MessageParser, MimeHeaders, PartType};
use serde_json::{Value, json};
use store::audit::{Entry, stamp};
use store::requests::{DueMessage, Reported, report_delivery};
use store::{Batch, Error};
use subtle::ConstantTimeEq;

use super::undelivered;
use crate::{App, Result};

/// What a report says about one message.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Report {
    /// The tokens by which the message may be found, the most certain first.
    tokens: Vec<String>,
    reported: Reported,
    answer: String,
}

/// Refuses a caller without the operator's secret. Without a configured secret nobody may report.
pub fn check_reporter(secret: Option<&Secret>, given: Option<&str>) -> std::result::Result<(), Refusal> {
    let is_same = secret.zip(given).is_some_and(|(secret, given)| {
        !secret.open().is_empty() && bool::from(secret.open().as_bytes().ct_eq(given.as_bytes()))
    });
    if is_same { Ok(()) } else { Err(Refusal::NotAuthenticated) }
}

/// Takes the raw delivery report of a mail server. A report about an unknown message changes nothing.
pub async fn take_bounce(app: &App, raw: &[u8]) -> Result<Value> {
    let report = read_bounce(raw).ok_or(Refusal::BadRequest("not a delivery report"))?;
    for token in &report.tokens {
        if let Some(due) = app.store.message_by_token(token).await? {
            return apply(app, &due, report.reported, &report.answer).await;
        }
    }
    Ok(json!({ "matched": false }))
}

/// Takes a report of the SMS gateway: JSON, or the fields of a form.
pub async fn take_sms_report(app: &App, body: &Value) -> Result<Value> {
    let settings = &app.settings.reports;
    let text = |pointer: &str| match body.pointer(pointer) {
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let id = text(&settings.sms_id).ok_or(Refusal::BadRequest("the report has no message id"))?;
    let state = text(&settings.sms_state).ok_or(Refusal::BadRequest("the report has no state"))?;
    let is_one_of = |known: &[String]| known.iter().any(|known| known.eq_ignore_ascii_case(&state));
    let reported = if is_one_of(&settings.sms_delivered) {
        Reported::Delivered
    } else if is_one_of(&settings.sms_failed) {
        Reported::Bounced
    } else {
        Reported::Delayed
    };
    match app.store.message_by_gateway_id(&id).await? {
        Some(due) => apply(app, &due, reported, &state).await,
        None => Ok(json!({ "matched": false })),
    }
}

async fn apply(app: &App, due: &DueMessage, reported: Reported, answer: &str) -> Result<Value> {
    let message = &due.message;
    let permit = system::requests(&message.country, &message.entity);
    let now = stamp(app.clock.now());
    let statement = report_delivery(&permit, due, reported, answer, &now);
    let stored = match reported {
        Reported::Bounced => undelivered::conclude(app, due, statement, "message-bounced", answer).await,
        _ => {
            let detail = json!({ "txnRefNo": message.txn_ref_no, "channel": message.channel, "answer": answer });
            let action = if reported == Reported::Delivered { "message-delivered" } else { "message-delayed" };
            let entry = Entry { action, resource: "delivery", key: message.message_id.clone(), detail };
            app.store.commit(&permit, Batch::audited(entry).and(statement)).await
        }
    };
    match stored {
        Ok(()) => Ok(json!({ "matched": true })),
        // Reported before, dismissed, or sent again in the meantime.
        Err(Error::Refused(Refusal::Stale)) => Ok(json!({ "matched": true })),
        Err(error) => Err(error),
    }
}

fn read_bounce(raw: &[u8]) -> Option<Report> {
    let mail = MessageParser::default().parse(raw)?;
    let status_part = |part: &&mail_parser::MessagePart| {
        part.content_type().is_some_and(|kind| {
            kind.ctype().eq_ignore_ascii_case("message")
                && kind.subtype().is_some_and(|subtype| subtype.eq_ignore_ascii_case("delivery-status"))
        })
    };
    let status = mail.parts.iter().find(status_part)?;
    let status = String::from_utf8_lossy(status.contents()).into_owned();
    let field = |name: &str| {
        let line = status
            .lines()
            .find(|line| line.split_once(':').is_some_and(|(known, _)| known.trim().eq_ignore_ascii_case(name)))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let (action, code) = (field("Action").unwrap_or_default(), field("Status").unwrap_or_default());
    let reported = match (action.to_ascii_lowercase().as_str(), code.as_bytes().first()) {
        ("delivered", _) => Reported::Delivered,
        ("delayed" | "relayed" | "expanded", _) | (_, Some(b'4')) => Reported::Delayed,
        (_, Some(b'5')) => Reported::Bounced,
        _ => return None,
    };
    let diagnosis = field("Diagnostic-Code").unwrap_or_default();
    let diagnosis = diagnosis.split_once(';').map_or(diagnosis.as_str(), |(_, text)| text.trim());
    Some(Report { tokens: tokens(&mail), reported, answer: format!("{code} {diagnosis}").trim().to_owned() })
}

/// The address that the report was sent to carries the token; the returned message carries it in its Message-ID.
fn tokens(mail: &Mail) -> Vec<String> {
    let mut all = Vec::new();
    let addresses = mail.to().into_iter().flat_map(|to| to.iter()).filter_map(|to| to.address());
    all.extend(addresses.filter_map(|address| Some(address.split_once('@')?.0.split_once('+')?.1.to_owned())));
    for part in &mail.parts {
        match &part.body {
            PartType::Message(returned) => all.extend(returned.message_id().and_then(left_part)),
            // Only the headers were returned.
            PartType::Text(text) => {
                let id = text.lines().find(|line| line.to_ascii_lowercase().starts_with("message-id:"));
                all.extend(id.and_then(|line| left_part(line.split_once(':')?.1)));
            }
            _ => {}
        }
    }
    all
}

fn left_part(message_id: &str) -> Option<String> {
    Some(message_id.trim().trim_start_matches('<').split_once('@')?.0.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Postfix writes it.
    fn postfix(action: &str, status: &str, returned: &str, to: &str) -> String {
        format!(
            "From: MAILER-DAEMON@mx.test\r\nTo: {to}\r\nSubject: Undelivered Mail Returned to Sender\r\nMIME-Version: \
             1.0\r\nContent-Type: multipart/report; report-type=delivery-status; \
             boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nI'm sorry.\r\n\r\n--b\r\nContent-Type: \
             message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; \
             meena@example.com\r\nAction: {action}\r\nStatus: {status}\r\nDiagnostic-Code: smtp; 550 5.1.1 no such \
             mailbox\r\n\r\n--b\r\nContent-Type: {returned}\r\n\r\nMessage-ID: <abc-1@northgate.example>\r\nSubject: \
             x\r\n\r\n--b--\r\n"
        )
    }

    #[test]
    fn a_report_names_the_message_and_says_what_happened() {
        let read = |action: &str, status: &str| {
            read_bounce(postfix(action, status, "message/rfc822", "bounce@docs.test").as_bytes()).unwrap()
        };
        let hard = read("failed", "5.1.1");
        assert_eq!((hard.reported, hard.tokens.as_slice()), (Reported::Bounced, ["abc-1".to_owned()].as_slice()));
        assert_eq!(hard.answer, "5.1.1 550 5.1.1 no such mailbox");
        assert_eq!(read("delayed", "4.4.1").reported, Reported::Delayed);
        assert_eq!(read("failed", "4.4.7").reported, Reported::Delayed, "a soft bounce");
        assert_eq!(read("delivered", "2.0.0").reported, Reported::Delivered);
    }

    #[test]
    fn the_envelope_address_comes_first_and_headers_alone_are_enough() {
        let text = postfix("failed", "5.1.1", "text/rfc822-headers", "bounce+tok-9@docs.test");
        assert_eq!(read_bounce(text.as_bytes()).unwrap().tokens, ["tok-9", "abc-1"]);
        assert_eq!(read_bounce(b"Subject: Out of office\r\n\r\nI am away."), None);
        assert_eq!(read_bounce(b""), None);
    }

    #[test]
    fn only_the_configured_secret_opens_the_call() {
        let secret = Secret::new("operator canary");
        assert!(check_reporter(Some(&secret), Some("operator canary")).is_ok());
        for (secret, given) in [(Some(&secret), Some("other")), (Some(&secret), None), (None, Some("")), (None, None)] {
            assert!(check_reporter(secret, given).is_err());
        }
        assert!(check_reporter(Some(&Secret::new("")), Some("")).is_err());
    }
}
