//! Messages to people, and notices in the bell. It reads requests and never changes one.
//!
//! - `effects`: whom an effect of a change concerns; `message_renderer` and `letterhead`: texts and mails.
//! - `messages`, `announce`, `invitation`, `malware`, `purge_ahead`, `review_waiting`: for other occasions.
//! - `held`: what waits before it is sent; `deliver`: the job that sends.
//! - `deliveries`: what became of messages, for staff.
//! - `reports` and `undelivered`: reports of mail servers and gateways, and what follows a failure.

pub(crate) mod announce;
mod deliver;
mod deliveries;
pub(crate) mod effects;
pub(crate) mod held;
mod invitation;
mod letterhead;
pub(crate) mod malware;
pub(crate) mod message_renderer;
pub(crate) mod messages;
mod notices;
pub(crate) mod phrases;
pub(crate) mod portal_link;
mod purge_ahead;
mod reports;
pub(crate) mod review_waiting;
mod template_preview;
mod undelivered;

pub use deliver::deliver_waiting;
pub use deliveries::{DeliveryList, DeliveryQuery, act_on_deliveries, deliveries, read_delivery_query};
pub use notices::{mark_read, notices};
pub use portal_link::make_customer_link;
pub use reports::{check_reporter, take_bounce, take_sms_report};
pub use template_preview::{template_default, template_preview};

pub(crate) use effects::recipients;
pub(crate) use invitation::invitations;
pub(crate) use letterhead::Letterhead;
pub(crate) use purge_ahead::warn_owners;
