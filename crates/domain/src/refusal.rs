//! All business errors. Only `api::error` maps them to HTTP responses.

use crate::message::{Label, Message};

/// The error of one field of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    pub field: String,
    pub message: Message,
}

impl FieldError {
    pub fn new(field: &str, message: Message) -> FieldError {
        FieldError { field: field.to_owned(), message }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The call does not match the API contract; the text says why.
    #[error("bad request: {0}")]
    BadRequest(&'static str),
    #[error("no, bad or expired token")]
    NotAuthenticated,
    #[error("not allowed: {0}")]
    NotAllowed(&'static str),
    #[error("step-up required")]
    StepUp,
    #[error("no such record for this caller")]
    NotFound,
    #[error("fields are not valid")]
    Invalid(Vec<FieldError>),
    /// The document was destroyed at the end of its retention.
    #[error("the document was purged")]
    Purged,
    #[error("a record with this key exists")]
    Duplicate(Label),
    /// The same for a mapping, whose key only names other records; the texts are its parts.
    #[error("a record with these keys exists")]
    DuplicatePair(Label, Vec<String>),
    #[error("the record is in use")]
    InUse { in_requests: bool },
    #[error("the record was changed by someone else")]
    Stale,
    /// The state of the record does not allow this; the message says why.
    #[error("not as things stand: {}", .0.key)]
    Conflict(Message),
    /// Another person may do this, but not this one; the message says why.
    #[error("not this person: {}", .0.key)]
    NotYou(Message),
    #[error("the idempotency key was used for another body")]
    IdempotencyMismatch,
    #[error("login failed")]
    LoginFailed,
    #[error("a one-time code was wrong, late or used")]
    OtpInvalid,
    #[error("a link was wrong, late or used")]
    LinkInvalid,
    #[error("single sign-on failed")]
    SignOnFailed,
    #[error("somebody was proven who is no user")]
    SignOnUnknown,
    #[error("captcha failed")]
    CaptchaFailed,
    #[error("user expired")]
    UserExpired,
    #[error("entity expired")]
    EntityExpired,
    #[error("user inactive")]
    UserInactive,
    #[error("entity inactive")]
    EntityInactive,
    #[error("nothing was selected")]
    NothingSelected,
    #[error("too many tries")]
    TooManyTries { retry_after_seconds: u64 },
    #[error("too large")]
    TooLarge(Message),
    #[error("unsupported format")]
    UnsupportedFormat,
    /// The hash of an upload is not the one that the sender declared.
    #[error("the checksum does not match")]
    ChecksumMismatch,
    #[error("the stored file of a document is damaged or missing")]
    DocumentDamaged,
}

impl Refusal {
    /// A refusal for a single field.
    pub fn field(field: &str, message: Message) -> Refusal {
        Refusal::Invalid(vec![FieldError::new(field, message)])
    }
}
