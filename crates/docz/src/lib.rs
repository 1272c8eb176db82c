//! The binary: command line, configuration, wiring.

pub mod cli;
mod commands;
pub mod config;
pub mod log;
mod mailbox_page;
pub mod network;
mod outside;
pub mod panics;
pub mod root_key;
pub mod server;
pub mod web;
pub mod wiring;
