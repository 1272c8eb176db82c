//! The few traits for what is outside. Each has an in-memory twin in `integrations`, and a test against the real thing.

pub mod clock;
pub mod debug_files;
pub mod messenger;

pub use clock::Clock;
pub use debug_files::{DebugFiles, NoDebugFiles};
pub use domain::mail_server::MailServer;
pub use messenger::{Channel, Letter, Messenger, NotSent, Sending};
