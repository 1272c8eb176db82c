//! Access control. Only this module creates a [`Permit`].

pub mod access_admins;
mod action;
mod actor;
mod app_code;
pub mod business;
mod debugging;
pub mod explain;
mod permit;
mod request_access;
mod request_screen;
mod role;
pub mod screen;
pub mod system;

pub use action::{Action, Actions};
pub use actor::{Actor, Branch, Origin, Reach, Scope, Side};
pub use app_code::AppCode;
pub use business::{Business, BusinessAction};
pub use debugging::{Capture, DebugLevel, Debugging, ModuleDebug};
pub use permit::{
    Act, Change, Claim, LookUp, Permit, Resource, View, to_act, to_change, to_edit_screen, to_export, to_import,
    to_look_up, to_review, to_view, to_view_any, to_view_screen,
};
pub use request_access::{
    PURGE_CALENDAR, RequestAccess, Viewer, to_act_on_requests, to_change_all_deliveries, to_change_requests,
    to_close_requests, to_export_requests, to_hear_of_requests, to_hold_requests, to_see_all_deliveries, to_see_holds,
    to_see_requests,
};
pub use request_screen::{RequestScreen, ScreenSet};
pub use role::{Powers, Role};
pub use screen::{Group, SCREENS, Screen};
