//! Retention: dates of closed requests, warnings, destruction, and its replay after a restore.

mod calendar;
mod dates;
mod journal;
mod purge;
mod replay;

pub use calendar::{DueQuery, due_days, due_items, export_due, purge_runs, read_due_query, read_period};
pub use journal::is_journal;
pub use purge::{note_refusal, purge_due};
pub use replay::replay;

pub(crate) use dates::{dates_of, for_closing, shortened_by};
