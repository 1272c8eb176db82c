//! The binary: command line, configuration, wiring.

mod brand;
pub mod cli;
mod commands;
pub mod config;
mod data_lock;
mod demo_folder;
pub mod files;
pub mod installation;
pub mod locations;
pub mod log;
mod log_filter;
mod mailbox_page;
pub mod network;
mod outbound;
pub mod panics;
pub mod private;
mod reports;
pub mod root_key;
pub mod server;
pub mod tls;
mod unfinished_restore;
mod values;
pub mod web;
pub mod wiring;
