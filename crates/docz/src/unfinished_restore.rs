//! A restore that has begun and not ended: purges since the backup are not repeated yet. Until it is, nothing else
//! works on the data.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};

use crate::config::Config;
use crate::private;

/// How far an earlier attempt came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Earlier {
    /// There was none.
    Nothing,
    Begun,
    /// The database is in its place.
    Placed,
}

fn path(config: &Config) -> PathBuf {
    config.data.join("restore-unfinished")
}

/// Refuses while a restore is unfinished, but for the restore itself.
pub fn check(config: &Config) -> anyhow::Result<()> {
    let at = path(config);
    ensure!(
        config.is_restoring || !at.exists(),
        "a restore was begun and not completed ({}): run the same docz restore again; nothing was changed",
        at.display()
    );
    Ok(())
}

/// Whether the copy with this hash was begun before. Another one that was begun must be completed first.
pub fn earlier(config: &Config, sha256: &str) -> anyhow::Result<Earlier> {
    let at = path(config);
    if !at.exists() {
        return Ok(Earlier::Nothing);
    }
    let noted = fs::read_to_string(&at)?;
    let (begun, rest) = noted.split_once('\n').unwrap_or((&noted, ""));
    ensure!(begun == sha256, "another copy was begun and not completed ({}): restore that one first", at.display());
    Ok(if rest.is_empty() { Earlier::Begun } else { Earlier::Placed })
}

/// Notes that this copy is being restored.
pub fn begin(config: &Config, sha256: &str) -> anyhow::Result<()> {
    private::folder(&config.data)?;
    note(config, sha256)
}

/// Notes that the database is in its place.
pub fn placed(config: &Config, sha256: &str) -> anyhow::Result<()> {
    note(config, &format!("{sha256}\nplaced"))
}

pub fn end(config: &Config) -> anyhow::Result<()> {
    fs::remove_file(path(config)).context("the note of the restore cannot be removed")
}

/// The note is whole or not there.
fn note(config: &Config, text: &str) -> anyhow::Result<()> {
    let (at, part) = (path(config), path(config).with_extension("part"));
    let _ = fs::remove_file(&part);
    let mut file = private::create(&part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&part, &at)?;
    Ok(fs::File::open(&config.data)?.sync_all()?)
}
