//! Maps addresses to use cases. An address that no endpoint, definition or log has does not exist.

mod access_check;
mod body;
mod callers;
pub mod definitions;
mod deliveries;
mod dispatch;
mod documents;
mod endpoint;
mod evidence;
mod identity;
mod labels;
mod live;
mod logs;
mod master_data;
mod message_templates;
pub mod openapi;
mod own_account;
mod places;
mod proposals;
mod repeat;
mod request_call;
mod request_files;
mod requests;
mod resumable;
mod retention;
mod rule_workbench;
mod sign_on;
pub mod system;
mod table;
mod verb;
mod webhooks;

pub use dispatch::dispatch;
pub use endpoint::{Method, Permission, Rule};
pub use resumable::add_tus_version;
pub use table::{Listed, accepts, name, table, template};
