//! A request from its first word to its decision. Pure: a state and an event give the next state and what follows from
//! it, or a reason why not.

mod closing;
mod customer;
mod document;
mod event;
mod input;
mod lifecycle;
mod notification;
mod party;
pub mod read;
pub mod reference;
mod reviewing;
mod status;

#[cfg(test)]
mod histories;

pub use customer::Customer;
pub use document::{Document, Review, Verdict, Version};
pub use event::{Effect, Event, Person, Reviewer};
pub use input::{CurrentDates, RequestInput, RequestPolicy, authoriser, read_request, read_request_with_errors};
pub use lifecycle::{Decision, Request, RuleViolation, apply};
pub use notification::NotificationSettings;
pub use party::{Party, RequestedDocument, read_asked, read_party};
pub use status::{Counts, DocumentStatus, RequestStatus};
