//! What use cases begin with. Nothing here is a use case, and nothing here imports one.
//!
//! - [`clock`]: now and today where the entity is.
//! - `request`: loads a request and takes a step of it; `idempotency`: a save that is sent twice.
//! - [`pass`] and [`lease`]: unattended work, which is stopped, reported, and shared by nodes.

pub(crate) mod clock;
mod idempotency;
pub mod lease;
pub mod pass;
mod request;

pub(crate) use clock::{EntityClock, entity_clock};
pub use idempotency::Idempotency;
pub use pass::{Accepted, Failure, Pass, Report, Stop};
pub use request::reference;
pub(crate) use request::{Outcome, check_due, check_version, load, refusal, step, version};
