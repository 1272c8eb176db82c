//! Requests: their bodies, their lifecycle and its rules. Pure: a state and an event give the next state and its
//! effects, or the rule that was violated.

mod action;
pub mod bodies;
pub mod body;
mod closing;
mod customer;
mod document;
mod event;
mod input;
mod lifecycle;
mod notification;
mod notification_event;
mod party;
pub mod read;
pub mod reference;
mod reminder;
mod reviewing;
mod status;

#[cfg(test)]
mod declared;
#[cfg(test)]
mod histories;

pub use action::RequestAction;
pub use customer::Customer;
pub use document::{Document, RejectReason, Review, Verdict, Version};
pub use event::{Effect, Event, Person, ReminderKind, Reviewer};
pub use input::{
    CurrentDates, RequestInput, RequestPolicy, authoriser, due_fault, read_request, read_request_with_errors,
};
pub use lifecycle::{Decision, Request, RuleViolation, apply};
pub use notification::NotificationSettings;
pub use notification_event::NotificationEvent;
pub use party::{Party, RequestedDocument, check_names_by_customer, read_document, read_party};
pub use reminder::{MOST_REMINDERS, Reminder, ReminderHistory, first_reminder_day, is_reminder_time, reminders};
pub use status::{Counts, DocumentStatus, NextAction, RequestStatus};
