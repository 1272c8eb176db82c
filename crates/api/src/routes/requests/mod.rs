//! Calls about requests: lists, the wizard, actions, meetings, reminders and legal holds. `docs/requests.md` describes
//! input and output.

pub mod figures;
pub mod holds;
pub mod job;
pub mod lists;
pub mod meeting;
pub mod record;
pub mod reminders;
pub mod wizard;
