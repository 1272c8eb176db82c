use std::future::Future;
use std::pin::Pin;

use crate::files::Pieces;

/// What a scan for malware found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScanVerdict {
    Clean,
    /// The name of the signature that matched.
    Infected(String),
}

/// Why there is no verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScanFault {
    /// The scanner cannot be reached or does not answer.
    #[error("the malware scanner: {0}")]
    Down(String),
    /// All connections to the scanner are in use.
    #[error("the malware scanner: {0}")]
    Busy(String),
    /// The scanner works, but takes longer for this file than the caller waits.
    #[error("the malware scanner takes too long for this file")]
    Slow,
    /// The scanner works but cannot scan this file.
    #[error("the malware scanner refused the file: {0}")]
    Refused(String),
}

pub type ScanFuture<'a> = Pin<Box<dyn Future<Output = Result<ScanVerdict, ScanFault>> + Send + 'a>>;

/// Who waits for a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScanCaller {
    /// A person who uploads: a slow scan is left to the job.
    Upload,
    Job,
}

/// Scans files for malware.
pub trait Scanner: Send + Sync {
    fn scan<'a>(&'a self, file: Pieces<'a>, caller: ScanCaller) -> ScanFuture<'a>;
}
