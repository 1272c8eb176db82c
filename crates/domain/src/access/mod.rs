//! Who may do what. The only maker of a [`Permit`].

mod action;
mod actor;
mod permit;
pub mod screen;
pub mod system;

pub use action::{Action, Actions};
pub use actor::{Actor, Branch, Reach, Scope, Side};
pub use permit::{Change, Claim, Permit, View, to_change, to_look_up, to_read_log, to_view};
pub use screen::{Group, SCREENS, Screen};
