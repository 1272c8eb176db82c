//! What an auditor takes away: destruction certificates and evidence packs, signed, and checked without a database.

mod certificate;
mod chain;
mod pack;
mod pdf;
mod signed;
mod text;
mod timeline;
mod verify;

pub use certificate::{CertificateFormat, certificate, certify, certify_ended};
pub use pack::pack;
pub use signed::fingerprint;
pub use verify::{Checked, Unverifiable, verify};
