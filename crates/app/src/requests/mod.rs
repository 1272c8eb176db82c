//! Requests: each use case loads what it needs, lets the domain decide, and commits once.

pub mod act;
mod add;
mod change;
mod clone;
mod compliance;
mod compliance_due;
mod compose;
mod create;
mod dashboard;
mod delete;
mod deliver;
mod deliveries;
mod difference;
mod draft;
mod expire;
mod export;
mod find;
mod hold;
mod import;
mod invitation;
pub mod live;
mod look_ups;
pub(crate) mod malware;
mod meetings;
mod message_renderer;
mod notices;
mod notifications;
mod notify_changes;
mod numbers;
mod people;
mod purge_ahead;
mod purge_calendar;
mod remind;
mod reports;
mod review_waiting;
mod row;
mod search;
mod template_preview;
mod timeline;
mod undelivered;
mod update;
mod view;

pub use clone::clone_of;
pub use compliance::{renewal_of, renewals};
pub use compliance_due::tell_of_renewals;
pub use create::create;
pub use dashboard::{dashboard, monthly};
pub use delete::delete;
pub use deliver::deliver_waiting;
pub use deliveries::{DeliveryList, DeliveryQuery, act_on_deliveries, deliveries, read_delivery_query};
pub use draft::{delete_draft, find_draft, save_draft};
pub use expire::expire_overdue;
pub use export::export;
pub use find::find;
pub use hold::{HoldInput, HoldTarget, holds, lift_hold, read_hold, set_one as set_hold, set_several as set_holds};
pub use import::{Import, Imported, import};
pub use live::Live;
pub(crate) use live::push_notices_to;
pub use look_ups::{customers, propose};
pub use meetings::{cancel_meeting, change_meeting, find_meeting, list_meetings, plan_meeting};
pub use notices::{mark_read, notices};
pub use notifications::preview;
pub use notify_changes::notify_changes;
pub use numbers::Numbers;
pub use purge_calendar::{DueQuery, due_days, due_items, export_due, purge_runs, read_due_query, read_period};
pub use remind::{change_reminders, planned_reminders, preview_reminders, send_reminders};
pub use reports::{check_reporter, take_bounce, take_sms_report};
pub use search::{ListPage, SavedQuery, drop_view, read_query, save_view, search, view_named, views};
pub use template_preview::{template_default, template_preview};
pub use timeline::{sent_messages, timeline};
pub use update::update;

pub(crate) use change::{EntityClock, Outcome, change, entity_clock, load, step};
pub(crate) use compliance::renewal_for;
pub(crate) use compose::kinds_of;
pub(crate) use create::{Maker, NewRequest, build_request};
pub(crate) use find::describe;
pub(crate) use message_renderer::with_foot;
pub(crate) use notifications::for_effects as notifications_for;
pub(crate) use purge_ahead::warn_owners;
pub(crate) use timeline::{event, is_private, messages, side};
pub(crate) use view::{RequestView, document_view, file_view, level_on, party_levels, view};

use domain::Refusal;
use domain::message::Message;
use domain::request::RuleViolation;
use serde_json::{Map, Value};

/// Maps a violated rule to a refusal.
pub(crate) fn refusal(violation: RuleViolation) -> Refusal {
    let conflict = |key| Refusal::Conflict(Message::plain(key));
    match violation {
        RuleViolation::WrongState => conflict("wrongState"),
        RuleViolation::StillOpen => conflict("stillOpen"),
        RuleViolation::NoSuchDocument => Refusal::NotFound,
        RuleViolation::NoDocuments => Refusal::field("parties", Message::about("select", "docrequest", "documents")),
        RuleViolation::LevelTooLow => Refusal::NotYou(Message::plain("levelTooLow")),
        RuleViolation::SamePerson => Refusal::NotYou(Message::plain("samePerson")),
        RuleViolation::OwnUpload => Refusal::NotYou(Message::plain("ownUpload")),
        RuleViolation::OwnWaiver => Refusal::NotYou(Message::plain("ownWaiver")),
        RuleViolation::MandatoryStays => Refusal::field("documentNo", Message::plain("mandatoryStays")),
        RuleViolation::ReasonMissing => Refusal::field("reason", Message::about("enter", "docrequest", "reason")),
        RuleViolation::DateInThePast => Refusal::field("expiresOn", Message::plain("validDate")),
    }
}

/// The reference number in the body.
pub fn reference(body: &Map<String, Value>) -> Result<&str, Refusal> {
    let text = body.get("txnRefNo").and_then(Value::as_str).unwrap_or_default().trim();
    if text.is_empty() { Err(Refusal::field("txnRefNo", Message::plain("EnTxn0001"))) } else { Ok(text) }
}

/// The version the caller saw, if given. Anything but a number counts as stale.
pub(crate) fn version(body: &Map<String, Value>) -> Result<Option<i64>, Refusal> {
    match body.get("versionNumber") {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number = value.as_i64().ok_or_else(|| Refusal::field("versionNumber", Message::plain("stale")))?;
            Ok(Some(number))
        }
    }
}
