//! Requests: loaded whole, changed by the domain, and written back as a difference.

mod access;
mod action;
mod activity;
mod aggregate;
mod cache;
mod count;
mod deliveries;
mod draft;
mod figures;
mod files;
mod held_messages;
mod holds;
mod load;
mod lookups;
mod meetings;
mod messages;
mod pace;
mod remarks;
mod reminders;
mod renewals;
mod review_queue;
mod rows;
mod schedule;
mod search;
mod sequence;
mod shares;
mod uploads;
mod verification;
mod workbench;
mod write;

pub use action::ActionTaken;
pub use activity::{FailedUpload, PartyActivity};
pub use aggregate::{
    DocumentRow, FileRow, NO_RULE, PartyRow, RequestAggregate, RequestRow, ReviewRow, VerificationRow, VersionRow,
    person_name,
};
pub(crate) use cache::{Caches, is_about_requests};
pub(crate) use count::{uncount, uncount_customer};
pub use deliveries::{
    DeliveryFilter, DeliveryPage, DeliveryRow, Reported, dismiss_message, report_delivery, resend_message,
};
pub use draft::{SavedView, drop_draft};
pub use figures::{Figures, Month, dashboard_scope};
pub use files::{FileRecord, set_scan};
pub(crate) use files::{SAMPLE_RECORD, record};
pub use held_messages::{withdraw_messages, withdraw_messages_of};
pub(crate) use holds::HELD;
pub use holds::{LegalHold, lift_hold, set_hold};
pub(crate) use load::push_list;
pub use lookups::{DocumentKind, Proposed, keep_customer};
pub use meetings::{Meeting, move_meeting, plan_meeting};
pub use messages::{
    DueMessage, Lane, Notice, OutboxMessage, SentMessage, Settlement, add_notice, enqueue_message, enqueue_messages,
    enqueue_replacement, settle_message, settle_notices,
};
pub use pace::{Closed, Pace};
pub use remarks::{Remark, add_remark};
pub use reminders::stop_notification;
pub use renewals::{PersonName, Renewal, add_renewal, drop_renewal, not_renewed, renewed, told_of_renewal};
pub use review_queue::{QueueFilter, QueueItem, QueuePage};
pub use schedule::{Day, Schedule, Scheduled};
pub use search::{Having, ListRow, RequestPage, SearchQuery, SortBy};
pub use shares::{DueShare, ShareLane, ShareResult, ShareRow, drop_waiting_shares, queue_share};
pub use uploads::{StaleUpload, UploadPiece, UploadRow};
pub use verification::{DueVerification, LocatedNumbers, Rule, RuleOfDocument, Verified, verified};
pub use workbench::StoredText;
pub use write::{changed, created, deleted, reminded};
