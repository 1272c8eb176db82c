//! Requests: each use case loads what it needs, lets the domain decide, and commits once.
//!
//! - `create`, `update`, `act`, `add`, `remind`, `hold` …: what people do; most go through [`change`].
//! - `view` and `row`: a request as a caller may see it; `find`, `search`, `dashboard`, `timeline`, `export` show it.
//! - `expire`, `notify_changes`, `compliance_due`, `remind`, `bulk_send`: what jobs do.
//! - `closing`, `shares`, `compliance`, `meetings`: what a change brings along, in the same commit.

pub mod act;
mod add;
mod bulk_send;
mod change;
mod clone;
mod closing;
mod compliance;
mod compliance_due;
mod compose;
mod create;
mod dashboard;
mod delete;
mod difference;
mod draft;
mod expire;
mod export;
mod find;
mod hold;
mod import;
mod look_ups;
mod meetings;
mod message_preview;
mod notify_changes;
mod numbers;
mod pace;
mod people;
mod remind;
mod row;
mod search;
mod shares;
mod timeline;
mod update;
mod view;

pub use bulk_send::{
    BulkSendTarget, bulk_send_progress, bulk_send_report, bulk_sends, cancel_bulk_send, read_records, send_waiting,
    start_bulk_send,
};
pub use clone::clone_of;
pub use compliance::{renewal_of, renewals};
pub use compliance_due::tell_of_renewals;
pub use create::create;
pub use dashboard::{dashboard, monthly};
pub use delete::delete;
pub use draft::{delete_draft, find_draft, save_draft};
pub use expire::expire_overdue;
pub use export::export;
pub use find::find;
pub use hold::{HoldInput, HoldTarget, holds, lift_hold, read_hold, set_one as set_hold, set_several as set_holds};
pub use import::{Import, Imported, import};
pub use look_ups::{customers, propose};
pub use meetings::{cancel_meeting, change_meeting, find_meeting, list_meetings, plan_meeting};
pub use message_preview::preview;
pub use notify_changes::notify_changes;
pub use numbers::Numbers;
pub use pace::pace;
pub use remind::{change_reminders, planned_reminders, preview_reminders, send_reminders};
pub use search::{ListPage, SavedQuery, drop_view, read_query, save_view, search, view_named, views};
pub use timeline::{sent_messages, timeline};
pub use update::update;

pub(crate) use change::change;
pub(crate) use closing::dates_of;
pub(crate) use compliance::renewal_for;
pub(crate) use compose::kinds_of;
pub(crate) use create::{Maker, NewRequest, build_request};
pub(crate) use find::describe;
pub(crate) use shares::newest_version;
pub(crate) use timeline::{event, is_private, messages, side};
pub(crate) use view::{RequestView, document_view, file_view, level_on, party_levels, view};
