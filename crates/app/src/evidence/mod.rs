//! What an auditor takes away, signed, and checked without a database.
//!
//! - `pack`: documents, decisions, messages and audit entries of a request as one zip; `index` and `timeline` are its
//!   pages.
//! - `certificate`: what a purge run destroyed, as JSON and as a PDF (`pdf`, `text`).
//! - `signed` and `chain`: signatures, and the part of the audit log in a pack.
//! - `verify`: checks both, offline.

mod certificate;
mod chain;
mod index;
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
