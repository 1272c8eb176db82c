use domain::Refusal;
use domain::message::Message;
use store::Error;

use crate::wording::StoredMessage;

/// Why a request was not sent, as it is stored.
pub(super) fn reason(error: &Error) -> String {
    serde_json::to_string(&StoredMessage::from(&message(error))).unwrap_or_default()
}

fn message(error: &Error) -> Message {
    match error {
        Error::Refused(refusal) => of_refusal(refusal),
        Error::Unreadable { key, .. } => Message::plain("recordDamaged").with("record", key).with("trace", ""),
        _ => Message::plain("networkIssue"),
    }
}

fn of_refusal(refusal: &Refusal) -> Message {
    match refusal {
        Refusal::Conflict(message) | Refusal::NotYou(message) | Refusal::TooLarge(message) => message.clone(),
        Refusal::Invalid(errors) => errors.first().map_or(Message::plain("badRequest"), |first| first.message.clone()),
        Refusal::NotFound => Message::plain("noRecords"),
        Refusal::Stale => Message::plain("stale"),
        Refusal::UserInactive => Message::plain("userInactive"),
        Refusal::UserExpired => Message::plain("userExpired"),
        Refusal::EntityInactive => Message::plain("entityInactive"),
        Refusal::EntityExpired => Message::plain("entityExpired"),
        Refusal::NotAllowed(_) => Message::plain("notAllowed"),
        _ => Message::plain("badRequest"),
    }
}
