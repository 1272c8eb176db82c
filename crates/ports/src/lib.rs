//! Traits for external systems. Each has an in-memory implementation in `integrations` and a test against the real
//! system.

pub mod clock;
pub mod debug_files;
pub mod directory;
pub mod drive;
pub mod files;
pub mod identity_provider;
pub mod inspector;
pub mod messenger;
pub mod previews;
pub mod scanner;
pub mod text_reader;
pub mod webhook;

pub use clock::{Clock, DatabaseClock, DatabaseTimeFuture, SynchronisedFuture};
pub use debug_files::{DebugFiles, NoDebugFiles};
pub use directory::{CheckFuture, Directory, DirectoryAccount, FindFuture, ProbeFault, ProbeFuture, SignOnFault};
pub use domain::mail_server::MailServer;
pub use domain::sso::SsoServer;
pub use drive::{DriveFile, DriveFuture, Drives, NoDrives};
pub use files::{
    FileContext, FileFault, FileFuture, FileKeys, FilePlace, Files, Ids, NoFiles, OpenFile, Pieces, StoredFile,
    TrashedFile, WHOLE, WrittenFile,
};
pub use identity_provider::{BeginFuture, FinishFuture, Handshake, IdentityProvider};
pub use inspector::{Cover, FileFacts, InspectFault, InspectFuture, Inspector, NoInspector, Picture, Rows};
pub use messenger::{Accepted, Channel, Html, InlinePicture, Letter, Messenger, NotSent, SendFuture};
pub use previews::{NoPreviews, PreviewFuture, PreviewKey, Previews, Rendered};
pub use scanner::{ScanCaller, ScanFault, ScanFuture, ScanVerdict, Scanner};
pub use text_reader::{FileText, NoTextReader, TextFuture, TextReader, UnreadFile};
pub use webhook::{NoWebhooks, WebhookCall, WebhookFuture, WebhookResponse, Webhooks};
