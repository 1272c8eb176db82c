//! A request from its first word to its decision. Pure: a state and an event give the next state and what follows from
//! it, or a reason why not.

mod closing;
mod customer;
mod document;
mod event;
mod lifecycle;
mod notification;
mod party;
pub mod read;
pub mod reference;
mod reviewing;
mod status;
mod wish;

#[cfg(test)]
mod histories;

pub use customer::Customer;
pub use document::{Document, Review, Verdict, Version};
pub use event::{Effect, Event, Person, Reviewer};
pub use lifecycle::{Decision, No, Request, apply};
pub use notification::NotificationSettings;
pub use party::{Asked, Party, read_asked, read_party};
pub use status::{Counts, DocumentStatus, RequestStatus};
pub use wish::{House, Standing, Wish, authoriser, read_wish, wish_and_faults};
