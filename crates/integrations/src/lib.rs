//! One file per vendor behind a port, each with an in-memory twin.

pub mod clock;
pub mod debug_folder;
pub mod mailbox;
pub mod smtp;
