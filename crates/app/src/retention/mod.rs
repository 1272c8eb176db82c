//! Retention: when documents and records end, their destruction, and its replay after a restore.
//!
//! - `dates`: computes the days of closed requests again when the periods of an entity change.
//! - `calendar`: what ends on which day, and the runs so far.
//! - `purge`: warns, then destroys keys, files and records; `journal`: its list beside the documents.
//! - `replay`: destroys again what a restore brought back.

mod calendar;
mod dates;
mod journal;
mod purge;
mod replay;

pub use calendar::{DueQuery, due_days, due_items, export_due, purge_runs, read_due_query, read_period};
pub use purge::{note_refusal, purge_due};
pub use replay::replay;

pub(crate) use dates::shortened_by;
