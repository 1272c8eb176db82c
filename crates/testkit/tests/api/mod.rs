//! The product through its HTTP interface.

mod access;
mod access_admins;
mod audit;
mod bad_input;
mod contract;
mod csv;
mod customers;
mod debug;
mod failed_logins;
mod four_eyes;
mod identity;
mod invitations;
mod jobs;
mod labels;
mod laws;
mod limits;
mod lists;
mod logs;
mod matrix;
mod migrations;
mod portal;
pub(crate) mod requests;
mod second_factor;
mod sessions;
mod tenant_isolation;
mod upgrade;
mod user_access;
