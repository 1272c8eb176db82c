//! The only map from a refusal to an HTTP answer.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use domain::Refusal;
use domain::message::Message;
use serde_json::json;
use store::Error;

use crate::wire::envelope::{Speaker, json_response};

/// The answer to a call that was not done.
pub fn respond(speaker: &Speaker, error: &Error, trace: &str) -> Response {
    match error {
        Error::Refused(refusal) => refused(speaker, refusal),
        Error::Unavailable(what) => {
            tracing::error!(trace, what, "a part is down");
            let error = speaker.say(&Message::plain("unavailable"));
            retry_after(failed(StatusCode::SERVICE_UNAVAILABLE, &json!([]), &error), 5)
        }
        Error::Unreadable { .. } => {
            error.report();
            tracing::error!(trace, %error, "a call failed");
            ours(speaker, trace)
        }
        Error::Internal(what) => {
            tracing::error!(trace, what, "a call failed");
            ours(speaker, trace)
        }
    }
}

/// The code of a "no", and our own words for it where there are any; never the caller's.
pub fn code(error: &Error) -> (&'static str, Option<&'static str>) {
    match error {
        Error::Refused(Refusal::Invalid(errors)) => (errors.first().map_or("invalid", |error| error.message.key), None),
        Error::Refused(refusal @ (Refusal::NotAllowed(what) | Refusal::BadRequest(what))) => {
            (meaning(refusal).1.key, Some(what))
        }
        Error::Refused(refusal) => (meaning(refusal).1.key, None),
        Error::Unavailable(_) => ("unavailable", None),
        Error::Unreadable { .. } => ("unreadable", None),
        Error::Internal(_) => ("internal", None),
    }
}

/// What a "no" says, for answers that tell of several things at once.
pub fn said(speaker: &Speaker, error: &Error) -> (&'static str, String) {
    match error {
        Error::Refused(Refusal::Invalid(errors)) => match errors.first() {
            Some(first) => (first.message.key, speaker.say(&first.message)),
            None => ("badRequest", speaker.say(&Message::plain("badRequest"))),
        },
        Error::Refused(refusal) => {
            let message = meaning(refusal).1;
            (message.key, speaker.say(&message))
        }
        Error::Unavailable(_) => ("unavailable", speaker.say(&Message::plain("unavailable"))),
        Error::Internal(_) | Error::Unreadable { .. } => ("networkIssue", speaker.say(&Message::plain("networkIssue"))),
    }
}

/// Our fault: a trace id and nothing else.
pub fn ours(speaker: &Speaker, trace: &str) -> Response {
    let error = speaker.say(&Message::plain("networkIssue"));
    let body = json!({ "status": "F", "error": error, "traceId": trace });
    json_response(StatusCode::INTERNAL_SERVER_ERROR, Body::from(body.to_string()))
}

fn failed(status: StatusCode, codes: &serde_json::Value, error: &str) -> Response {
    let body = json!({ "status": "F", "data": { "ErrorCodeDTO": codes }, "error": error });
    json_response(status, Body::from(body.to_string()))
}

fn retry_after(mut response: Response, seconds: u64) -> Response {
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    response
}

fn refused(speaker: &Speaker, refusal: &Refusal) -> Response {
    if let Refusal::Invalid(errors) = refusal {
        let entry = |error: &domain::refusal::FieldError| json!({ "code": error.message.key, "message": speaker.say(&error.message), "field": error.field });
        let codes: Vec<_> = errors.iter().map(entry).collect();
        let first = codes.first().and_then(|code| code["message"].as_str()).unwrap_or_default().to_owned();
        return failed(StatusCode::UNPROCESSABLE_ENTITY, &codes.into(), &first);
    }
    let (status, message, field) = meaning(refusal);
    let text = match refusal {
        Refusal::BadRequest(what) => format!("{}: {what}", speaker.say(&message)),
        _ => speaker.say(&message),
    };
    let response = failed(status, &json!([{ "code": message.key, "message": text, "field": field }]), &text);
    match refusal {
        Refusal::TooManyTries { retry_after_seconds } => retry_after(response, *retry_after_seconds),
        // Somebody has to bring the file back first.
        Refusal::DocumentDamaged => retry_after(response, 3600),
        _ => response,
    }
}

fn meaning(refusal: &Refusal) -> (StatusCode, Message, Option<&'static str>) {
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
        Refusal::Duplicate(label) => (StatusCode::CONFLICT, duplicate(label.resource, label.field), Some(label.field)),
        Refusal::InUse { in_requests: true } => (StatusCode::CONFLICT, plain("inUseInRequests"), None),
        Refusal::InUse { in_requests: false } => (StatusCode::CONFLICT, plain("inUse"), None),
        Refusal::Stale => (StatusCode::CONFLICT, plain("stale"), None),
        Refusal::Conflict(message) => (StatusCode::CONFLICT, message.clone(), None),
        Refusal::NotYou(message) => (StatusCode::FORBIDDEN, message.clone(), None),
        Refusal::IdempotencyMismatch => (StatusCode::CONFLICT, plain("idempotencyMismatch"), None),
        // Never 401: the client would try to refresh a token that is not there.
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
        Refusal::DocumentDamaged => (StatusCode::SERVICE_UNAVAILABLE, plain("documentDamaged"), None),
        Refusal::Invalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, plain("badRequest"), None),
    }
}

fn duplicate(resource: &'static str, field: &'static str) -> Message {
    match (resource, field) {
        ("usermaster" | "customerusermaster", "userId") => Message::plain("userIdExists"),
        _ => Message::about("exists", resource, field),
    }
}
