//! Marks a demo's data folder, so that a command next to its server knows that no message may leave the machine.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::config::Config;

const MARK: &str = "demo";

/// Writes the mark with the base of links when a demo is served, and removes it when the folder is served for real.
pub fn mark(config: &Config) -> anyhow::Result<()> {
    let path = config.data.join(MARK);
    let done = if config.demo {
        fs::create_dir_all(&config.data).and_then(|()| fs::write(&path, &config.origin))
    } else {
        fs::remove_file(&path).or_else(|error| match error.kind() {
            ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })
    };
    done.with_context(|| format!("{} cannot be written", path.display()))
}

/// The base of links of the demo served from this folder.
pub fn origin(data: &Path) -> Option<String> {
    fs::read_to_string(data.join(MARK)).ok()
}

/// The messages on the mailbox page; commands beside the server add theirs.
pub fn mailbox(data: &Path) -> PathBuf {
    data.join("mailbox")
}
