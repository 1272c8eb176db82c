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
    /// `IN/NGB`
    pub entity: String,
    pub kind: DriveKind,
    pub url: String,
    /// For S3 only.
    pub region: String,
    /// User name, or access key.
    pub user: String,
    pub secret: Secret,
}

/// True for an address below which folders can be made: no query, no fragment, and no segment that leads elsewhere.
pub fn is_drive_address(url: &str) -> bool {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest);
    // Servers decode once or twice, so an encoded percent sign is decoded here too.
    let plain = path.to_ascii_lowercase().replace("%25", "%").replace("%2e", ".").replace("%2f", "/");
    let is_hidden = ["%5c", "%00", "\\"].iter().any(|part| plain.contains(part));
    let segments = plain.split('/').map(|segment| segment.split(';').next().unwrap_or_default());
    !is_hidden && !plain.contains(['?', '#']) && !segments.into_iter().any(|segment| matches!(segment, "." | ".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_no_query_no_fragment_and_no_dot_segments() {
        for good in
            ["https://d.example", "https://d.example/", "https://d.example/dav/a.b/..c", "https://d.example/a%20b"]
        {
            assert!(is_drive_address(good), "{good}");
        }
        for bad in [
            "?x=1",
            "#x",
            "/../x",
            "/a/..",
            "/./x",
            "/%2e%2e/x",
            "/.%2E/x",
            "/%252e%252e/x",
            "/a%2f..%2fb",
            "/..;a/x",
            "/a%5c..%5cb",
        ] {
            assert!(!is_drive_address(&format!("https://d.example{bad}")), "{bad}");
        }
    }
}
