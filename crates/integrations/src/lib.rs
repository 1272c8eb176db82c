//! One file per external system behind a port, each with an in-memory implementation.

pub mod clamd;
pub mod clock;
pub mod debug_folder;
pub mod drives;
pub mod files;
mod http_client;
pub mod https;
pub mod inspector;
pub mod ldap;
pub mod mail_and_sms;
pub mod mailbox;
pub mod oidc;
pub mod outbound;
pub mod people;
pub mod preview_folder;
pub mod sms_gateway;
pub mod smtp;
mod smtp_connections;
pub mod text_reader;
pub mod webhook;
