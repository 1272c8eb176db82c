//! Mail, SMS, directories and identity providers: real servers that the tests start, on loopback.

mod directory;
mod log_capture;
mod mail;
mod provider;
mod sms;
mod webhooks;
