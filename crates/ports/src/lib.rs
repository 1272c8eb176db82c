//! The few traits for what is outside. Each has an in-memory twin in `integrations`, and a test against the real thing.

pub mod clock;
pub mod debug_files;
pub mod directory;
pub mod files;
pub mod identity_provider;
pub mod inspector;
pub mod messenger;
pub mod previews;

pub use clock::Clock;
pub use debug_files::{DebugFiles, NoDebugFiles};
pub use directory::{Checking, Directory, ProbeFault, Probing, SignOnFault};
pub use domain::mail_server::MailServer;
pub use domain::sso::SsoServer;
pub use files::{FileContext, FileFault, Files, Filing, Ids, Kept, NoFiles, OpenFile, Pieces, StoredFile, WHOLE};
pub use identity_provider::{Begun, Finished, Handshake, IdentityProvider};
pub use inspector::{FileFacts, InspectFault, Inspecting, Inspector, NoInspector, Picture, Rows};
pub use messenger::{Channel, Letter, Messenger, NotSent, Sending};
pub use previews::{Keeping, NoPreviews, PreviewKey, Previews, Rendered};
