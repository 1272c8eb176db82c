//! Business rules for requests, documents and people. No async, no clock, no SQL, no HTTP, no randomness.

pub mod access;
pub mod clock;
pub mod document;
pub mod drive;
pub mod format;
pub mod four_eyes;
pub mod geo;
pub mod login;
pub mod logs;
pub mod mail_server;
pub mod master_data;
pub mod message;
pub mod message_template;
mod named_enum;
pub mod password;
pub mod refusal;
pub mod request;
pub mod retention;
pub mod secret;
pub mod sso;
pub mod theme;
pub mod verification;

pub use message::Message;
pub use refusal::Refusal;
pub use secret::Secret;
