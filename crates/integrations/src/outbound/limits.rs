//! The limits of every kind of external system, in one place.

use std::net::IpAddr;
use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TargetKind {
    Directory,
    IdentityProvider,
    Mail,
    Sms,
    Webhook,
    Drive,
    /// The operator's store of documents.
    Storage,
    /// The scanner for malware.
    Scanner,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// For a connection to one address.
    pub connect: Duration,
    /// For a whole call.
    pub total: Duration,
    /// Calls of one entity to one server at a time.
    pub slots: usize,
    /// How long a call waits for a slot. It does not count towards `total`.
    pub slot_wait: Duration,
    /// How long calls fail at once after the server could not be reached or did not answer.
    pub remembered: Duration,
    /// Failures in a row that are not remembered yet.
    pub tolerated: u32,
}

/// For one file that the job scans, however large. A person who uploads waits for `total`.
pub const SCAN_JOB_TOTAL: Duration = Duration::from_secs(300);
/// How long the document store may take to send the next part of an answer.
pub const STORED_PART: Duration = Duration::from_secs(30);
/// What the document store has to send in a second, not counting the time in which nobody takes it.
const STORED_BYTES_A_SECOND: u64 = 64 * 1024;

/// How long somebody waits for all parts of an answer of this length together.
pub fn stored_answer(length: u64) -> Duration {
    STORED_PART + Duration::from_secs(length / STORED_BYTES_A_SECOND)
}

/// For one step of a conversation with a directory.
pub const DIRECTORY_STEP: Duration = Duration::from_secs(5);

impl TargetKind {
    /// Seconds for connecting, for the whole call, slots, seconds for a slot, seconds of memory.
    pub fn limits(self) -> Limits {
        let (connect, total, slots, slot_wait, remembered) = match self {
            TargetKind::Directory => (5, 12, 8, 3, 30),
            TargetKind::IdentityProvider => (5, 10, 8, 3, 30),
            // Together less than the lease of a claimed message.
            TargetKind::Mail => (5, 20, 4, 60, 30),
            TargetKind::Sms => (5, 10, 4, 60, 30),
            TargetKind::Webhook => (5, 10, 4, 10, 30),
            // For a whole file.
            TargetKind::Drive => (5, 300, 4, 60, 60),
            // Until an answer begins; many people upload and read at a time.
            TargetKind::Storage => (5, 30, 256, 10, 5),
            TargetKind::Scanner => (2, 10, 8, 5, 60),
        };
        Limits {
            connect: Duration::from_secs(connect),
            total: Duration::from_secs(total),
            slots,
            slot_wait: Duration::from_secs(slot_wait),
            remembered: Duration::from_secs(remembered),
            // One of many calls may fail for a reason of its own, and on the others depend everybody's documents, codes
            // and links.
            tolerated: match self {
                TargetKind::Storage | TargetKind::Mail | TargetKind::Sms => 2,
                _ => 0,
            },
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            TargetKind::Directory => "ldap",
            TargetKind::IdentityProvider => "oidc",
            TargetKind::Mail => "mail",
            TargetKind::Sms => "sms",
            TargetKind::Webhook => "webhook",
            TargetKind::Drive => "drive",
            TargetKind::Storage => "s3",
            TargetKind::Scanner => "clamd",
        }
    }
}

/// A server of one kind, as an entity or the operator configured it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Target {
    pub kind: TargetKind,
    /// `IN/NGB`; `None` for the operator's own systems.
    pub entity: Option<String>,
    pub host: String,
    pub port: u16,
    /// Used instead of resolving the host name.
    pub address: Option<IpAddr>,
}

impl std::fmt::Display for Target {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.port {
            0 => formatter.write_str(&self.host),
            port => write!(formatter, "{}:{port}", self.host),
        }
    }
}

/// Who calls which kind of system; the address of a request says which server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    pub kind: TargetKind,
    pub entity: Option<String>,
}

impl Caller {
    pub fn entity(kind: TargetKind, entity: &str) -> Caller {
        Caller { kind, entity: Some(entity.to_owned()) }
    }

    pub fn operator(kind: TargetKind) -> Caller {
        Caller { kind, entity: None }
    }

    pub fn target(&self, host: &str, port: u16) -> Target {
        Target { kind: self.kind, entity: self.entity.clone(), host: host.to_owned(), port, address: None }
    }
}
