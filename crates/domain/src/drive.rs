//! Where an entity's accepted documents are copied to.

use crate::secret::Secret;

/// The entity's two services; each has its own flag in the Entity Master.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShareTarget {
    FileSharing,
    Drive,
}

impl ShareTarget {
    pub const ALL: [ShareTarget; 2] = [ShareTarget::FileSharing, ShareTarget::Drive];

    pub fn name(self) -> &'static str {
        match self {
            ShareTarget::FileSharing => "fileSharing",
            ShareTarget::Drive => "drive",
        }
    }

    pub fn parse(name: &str) -> Option<ShareTarget> {
        ShareTarget::ALL.into_iter().find(|target| target.name() == name)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriveKind {
    WebDav,
    S3,
}

/// A folder on a WebDAV server, or in an S3 bucket (`https://host/bucket/folder`).
#[derive(Debug, Clone)]
pub struct Drive {
    pub kind: DriveKind,
    pub url: String,
    /// For S3 only.
    pub region: String,
    /// User name, or access key.
    pub user: String,
    pub secret: Secret,
}
