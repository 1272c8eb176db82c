//! What a demo leaves in its data folder, so that a command beside its server knows that nothing may leave the machine.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::config::Config;

const MARK: &str = "demo";

/// Marks the folder when a demo is served from it, with the address that links lead to; takes the mark away when it is
/// served for real.
pub fn mark(config: &Config) -> anyhow::Result<()> {
    let path = config.data.join(MARK);
    let done = match config.demo {
        true => fs::create_dir_all(&config.data).and_then(|()| fs::write(&path, &config.origin)),
        false => fs::remove_file(&path).or_else(|error| match error.kind() {
            ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        }),
    };
    done.with_context(|| format!("{} cannot be written", path.display()))
}

/// Where links of the demo that is served from this folder lead to.
pub fn origin(data: &Path) -> Option<String> {
    fs::read_to_string(data.join(MARK)).ok()
}

/// Where a command leaves its messages for the mailbox of the server.
pub fn inbox(data: &Path) -> PathBuf {
    data.join("mailbox")
}
