//! A request from its first word to its decision. Pure: a state and an event give the next state and what follows from
//! it, or a reason why not.

mod document;
mod event;
mod lifecycle;
pub mod reference;
mod status;

#[cfg(test)]
mod histories;

pub use document::{Document, Review, Verdict, Version};
pub use event::{Effect, Event, Person, Reviewer};
pub use lifecycle::{Decision, No, Request, apply};
pub use status::{Counts, DocumentStatus, RequestStatus};
