//! Retention: dates of closed requests, warnings, destruction, and its replay after a restore.

mod dates;
mod journal;
mod purge;
mod replay;

pub use journal::is_journal;
pub use purge::{note_refusal, purge_due};
pub use replay::replay;

pub(crate) use dates::{dates_of, for_closing, shortened_by};
