//! Events for external systems: queued with their cause, posted in order, and logged.
//!
//! - `event`: the bodies, queued by changes of requests.
//! - `deliver`: the job that posts; `signature`: how a receiver recognises the sender.
//! - `log`: what was posted, for staff.

mod deliver;
mod event;
mod log;
mod signature;

pub use deliver::post_waiting;
pub use event::event_types;
pub(crate) use event::for_effects;
pub use log::{DeliveryRequest, act, find, list, paused, read_query};
