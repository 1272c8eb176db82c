//! The binary: command line, configuration, wiring.

pub mod cli;
mod commands;
pub mod config;
mod data_lock;
mod log_filter;
mod demo_folder;
mod mailbox_page;
mod outside;
pub mod panics;
pub mod private;
pub mod root_key;
pub mod server;
pub mod web;
pub mod wiring;
