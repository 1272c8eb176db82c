//! Lets one process at a time use an SQLite data folder: the server, or a command that must not run next to it.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;

use anyhow::{Context, bail};

use crate::config::Config;
use crate::private;

/// Held until dropped, or until the process ends.
pub struct DataLock(#[allow(dead_code, reason = "the lock goes when the file is closed")] Option<File>);

/// Locks the data folder, or names the holder. Nodes on PostgreSQL may share a folder, so nothing is locked there.
pub fn take(config: &Config, command: &str) -> anyhow::Result<DataLock> {
    if config.database_url.is_some() {
        return Ok(DataLock(None));
    }
    private::folder(&config.data).with_context(|| format!("cannot create {}", config.data.display()))?;
    let path = config.data.join("docz.lock");
    let opened = File::options().create(true).truncate(false).read(true).write(true).mode(0o600).open(&path);
    let mut file = opened.with_context(|| format!("{} cannot be opened", path.display()))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let _ = (&mut file).take(200).read_to_string(&mut holder);
            let holder = if holder.is_empty() { "another process" } else { holder.trim() };
            bail!("the data folder {} is in use by {holder}: stop it first", config.data.display());
        }
        Err(TryLockError::Error(error)) => {
            return Err(error).with_context(|| format!("{} cannot be locked", path.display()));
        }
    }
    file.set_len(0)?;
    writeln!(file, "process {} (docz {command})", std::process::id())?;
    Ok(DataLock(Some(file)))
}
