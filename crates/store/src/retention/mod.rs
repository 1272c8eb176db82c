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

/// True for a request `r` under an active hold.
pub(crate) const HELD: &str = "(EXISTS (SELECT 1 FROM legal_hold h WHERE h.country_code = r.country_code AND h.entity_code = r.entity_code AND h.txn_ref_no = r.txn_ref_no AND h.txn_ref_no IS NOT NULL AND h.lifted_on IS NULL) OR EXISTS (SELECT 1 FROM legal_hold h WHERE h.country_code = r.country_code AND h.entity_code = r.entity_code AND h.tenant_code = r.tenant_code AND h.customer_reference = r.customer_reference AND h.customer_reference IS NOT NULL AND h.lifted_on IS NULL))";
