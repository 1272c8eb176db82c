//! Messages to people: whom an effect of a change concerns, the texts, their delivery and what became of it. Notices in
//! the bell belong to it too. It reads requests and never changes one.

mod deliver;
mod deliveries;
pub(crate) mod effects;
mod invitation;
mod letterhead;
pub(crate) mod malware;
pub(crate) mod message_renderer;
mod notices;
mod purge_ahead;
mod reports;
pub(crate) mod review_waiting;
mod template_preview;
mod undelivered;

pub use deliver::deliver_waiting;
pub use deliveries::{DeliveryList, DeliveryQuery, act_on_deliveries, deliveries, read_delivery_query};
pub use notices::{mark_read, notices};
pub use reports::{check_reporter, take_bounce, take_sms_report};
pub use template_preview::{template_default, template_preview};

pub(crate) use effects::{recipients, with_address};
pub(crate) use invitation::invitations;
pub(crate) use letterhead::Letterhead;
pub(crate) use message_renderer::with_foot;
pub(crate) use purge_ahead::warn_owners;
