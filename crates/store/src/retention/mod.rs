//! Retention: the periods of an entity, the dates of its requests, the calendar, and what was destroyed.

mod calendar;
mod certificates;
mod dates;
mod logs;
mod purge;
mod runs;
mod warnings;

pub use calendar::{KeptUntil, RetentionDay, RetentionItem};
pub use certificates::{CertifiedRun, store_certificate};
pub use dates::{KeptRow, RetentionSettings, RetentionState, StoredVersion, set_dates, shorten};
pub use purge::{
    Claim, DestroyedItem, DueRow, InRun, PurgedFile, destroy_documents, destroy_record, destroy_versions,
    files_are_gone,
};
pub use runs::{JournalItem, PurgeItem, PurgeRun};
pub use warnings::{EndingRequest, OwnerWarning};
