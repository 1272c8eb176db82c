//! The only mapping from errors to HTTP responses.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use domain::Refusal;
use domain::message::Message;
use serde_json::json;
use store::Error;

use crate::wire::envelope::{Responder, json_response};

/// The response to a failed call.
pub fn respond(responder: &Responder, error: &Error, trace: &str) -> Response {
    match error {
        Error::Refused(refusal) => refused(responder, refusal),
        Error::Unavailable(what) => {
            tracing::error!(trace, what, "a service is unavailable");
            let error = responder.text(&Message::plain("unavailable"));
            retry_after(failed(StatusCode::SERVICE_UNAVAILABLE, &json!([]), &error), 5)
        }
        Error::Unreadable { key, .. } => {
            error.report();
            tracing::error!(trace, %error, "a call failed");
            damaged(responder, key, trace)
        }
        Error::Internal(what) => {
            tracing::error!(trace, what, "a call failed");
            internal_error(responder, trace)
        }
    }
}

/// The code of an error and, where we have one, our own description; never the caller's input.
pub fn code(error: &Error) -> (&'static str, Option<&'static str>) {
    match error {
        Error::Refused(Refusal::Invalid(errors)) => (errors.first().map_or("invalid", |error| error.message.key), None),
        Error::Refused(refusal @ (Refusal::NotAllowed(what) | Refusal::BadRequest(what))) => {
            (response_parts(refusal).1.key, Some(what))
        }
        Error::Refused(refusal) => (response_parts(refusal).1.key, None),
        Error::Unavailable(_) => ("unavailable", None),
        Error::Unreadable { .. } => ("recordDamaged", None),
        Error::Internal(_) => ("internal", None),
    }
}

/// Code and message of an error, for responses that report several outcomes.
pub fn code_and_message(responder: &Responder, error: &Error) -> (&'static str, String) {
    match error {
        Error::Refused(Refusal::Invalid(errors)) => match errors.first() {
            Some(first) => (first.message.key, responder.text(&first.message)),
            None => ("badRequest", responder.text(&Message::plain("badRequest"))),
        },
        Error::Refused(refusal) => {
            let message = response_parts(refusal).1;
            (message.key, responder.text(&message))
        }
        Error::Unavailable(_) => ("unavailable", responder.text(&Message::plain("unavailable"))),
        Error::Unreadable { key, .. } => ("recordDamaged", responder.text(&damaged_message(key, ""))),
        Error::Internal(_) => ("networkIssue", responder.text(&Message::plain("networkIssue"))),
    }
}

/// A defect of ours: the response holds a trace id and nothing else.
pub fn internal_error(responder: &Responder, trace: &str) -> Response {
    let error = responder.text(&Message::plain("networkIssue"));
    let body = json!({ "status": "F", "error": error, "traceId": trace });
    json_response(StatusCode::INTERNAL_SERVER_ERROR, Body::from(body.to_string()))
}

/// A damaged record is named, with the trace id by which the log tells more.
fn damaged(responder: &Responder, key: &str, trace: &str) -> Response {
    let message = damaged_message(key, trace);
    let text = responder.text(&message);
    let codes = json!([{ "code": message.key, "message": text, "field": null }]);
    let body = json!({ "status": "F", "data": { "ErrorCodeDTO": codes }, "error": text, "traceId": trace });
    // Somebody has to repair it first.
    retry_after(json_response(StatusCode::SERVICE_UNAVAILABLE, Body::from(body.to_string())), 3600)
}

fn damaged_message(key: &str, trace: &str) -> Message {
    let record: String = key.chars().take(100).collect();
    Message::plain("recordDamaged").with("record", record).with("trace", trace)
}

fn failed(status: StatusCode, codes: &serde_json::Value, error: &str) -> Response {
    let body = json!({ "status": "F", "data": { "ErrorCodeDTO": codes }, "error": error });
    json_response(status, Body::from(body.to_string()))
}

fn retry_after(mut response: Response, seconds: u64) -> Response {
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

fn refused(responder: &Responder, refusal: &Refusal) -> Response {
    if let Refusal::Invalid(errors) = refusal {
        let entry = |error: &domain::refusal::FieldError| {
            json!({ "code": error.message.key,
            "message": responder.text(&error.message), "field": error.field })
        };
        let codes: Vec<_> = errors.iter().map(entry).collect();
        let first = codes.first().and_then(|code| code["message"].as_str()).unwrap_or_default().to_owned();
        return failed(StatusCode::UNPROCESSABLE_ENTITY, &codes.into(), &first);
    }
    let (status, message, field) = response_parts(refusal);
    let text = match refusal {
        Refusal::BadRequest(what) => format!("{}: {what}", responder.text(&message)),
        _ => responder.text(&message),
    };
    let response = failed(status, &json!([{ "code": message.key, "message": text, "field": field }]), &text);
    match refusal {
        Refusal::TooManyTries { retry_after_seconds } => retry_after(response, *retry_after_seconds),
        // Somebody has to restore the file first.
        Refusal::DocumentDamaged => retry_after(response, 3600),
        _ => response,
    }
}

pub(crate) fn response_parts(refusal: &Refusal) -> (StatusCode, Message, Option<&'static str>) {
    let plain = Message::plain;
    match refusal {
        Refusal::BadRequest(_) => (StatusCode::BAD_REQUEST, plain("badRequest"), None),
        Refusal::NotAuthenticated => (StatusCode::UNAUTHORIZED, plain("tokenExpired"), None),
        Refusal::NotAllowed(_) => (StatusCode::FORBIDDEN, plain("notAllowed"), None),
        Refusal::StepUp => (StatusCode::FORBIDDEN, plain("stepUp"), None),
        Refusal::UserExpired => (StatusCode::FORBIDDEN, plain("userExpired"), None),
        Refusal::UserInactive => (StatusCode::FORBIDDEN, plain("userInactive"), None),
        Refusal::EntityExpired => (StatusCode::FORBIDDEN, plain("entityExpired"), None),
        Refusal::EntityInactive => (StatusCode::FORBIDDEN, plain("entityInactive"), None),
        Refusal::NotFound => (StatusCode::NOT_FOUND, plain("noRecords"), None),
        Refusal::Purged => (StatusCode::GONE, plain("documentPurged"), None),
        Refusal::Duplicate(label) => (StatusCode::CONFLICT, duplicate(label.resource, label.field), Some(label.field)),
        Refusal::DuplicatePair(label, parts) => {
            (StatusCode::CONFLICT, plain("pairExists").with("pair", parts.join(" · ")), Some(label.field))
        }
        Refusal::InUse { in_requests: true } => (StatusCode::CONFLICT, plain("inUseInRequests"), None),
        Refusal::InUse { in_requests: false } => (StatusCode::CONFLICT, plain("inUse"), None),
        Refusal::Stale => (StatusCode::CONFLICT, plain("stale"), None),
        Refusal::Conflict(message) => (StatusCode::CONFLICT, message.clone(), None),
        Refusal::NotYou(message) => (StatusCode::FORBIDDEN, message.clone(), None),
        Refusal::IdempotencyMismatch => (StatusCode::CONFLICT, plain("idempotencyMismatch"), None),
        // Never 401: the client would try to refresh a token it does not have.
        Refusal::LoginFailed => (StatusCode::UNPROCESSABLE_ENTITY, plain("loginFailed"), None),
        Refusal::OtpInvalid => (StatusCode::UNPROCESSABLE_ENTITY, plain("otpInvalid"), Some("otp")),
        Refusal::LinkInvalid => (StatusCode::UNPROCESSABLE_ENTITY, plain("linkInvalid"), Some("resetToken")),
        Refusal::SignOnFailed => (StatusCode::UNPROCESSABLE_ENTITY, plain("signOnFailed"), None),
        Refusal::SignOnUnknown => (StatusCode::UNPROCESSABLE_ENTITY, plain("userIdNotFound"), None),
        Refusal::CaptchaFailed => (StatusCode::UNPROCESSABLE_ENTITY, plain("captchaFailed"), Some("captchaAnswer")),
        Refusal::NothingSelected => (StatusCode::UNPROCESSABLE_ENTITY, plain("selectRecord"), None),
        Refusal::TooManyTries { .. } => (StatusCode::TOO_MANY_REQUESTS, plain("tooManyTries"), None),
        Refusal::TooLarge(message) => (StatusCode::PAYLOAD_TOO_LARGE, message.clone(), None),
        Refusal::UnsupportedFormat => (StatusCode::UNSUPPORTED_MEDIA_TYPE, plain("unsupportedFormat"), None),
        Refusal::ChecksumMismatch => (checksum_mismatch(), plain("checksumMismatch"), Some("file")),
        Refusal::DocumentDamaged => (StatusCode::SERVICE_UNAVAILABLE, plain("documentDamaged"), None),
        Refusal::Invalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, plain("badRequest"), None),
    }
}

/// The status of tus 1.0 for a wrong checksum.
fn checksum_mismatch() -> StatusCode {
    StatusCode::from_u16(460).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY)
}

fn duplicate(resource: &'static str, field: &'static str) -> Message {
    match (resource, field) {
        ("usermaster" | "customerusermaster", "userId") => Message::plain("userIdExists"),
        ("docrequest", "txnRefNo") => Message::plain("EnTxn0022"),
        _ => Message::about("exists", resource, field),
    }
}
