//! Where tests write: into memory if there is enough of it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

const MEMORY: &str = "/dev/shm";
/// What the databases of the tests that run at a time take, and some more.
const ENOUGH_KIB: u64 = 4 * 1024 * 1024;

/// A folder for data that need not survive. Creating a database makes a thousand files, which a disk is slow at.
pub fn scratch() -> &'static Path {
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    PLACE.get_or_init(|| if has_room() { PathBuf::from(MEMORY) } else { std::env::temp_dir() })
}

fn has_room() -> bool {
    let listed = Command::new("df").args(["--output=avail", "--block-size=1K", MEMORY]).output();
    let free = listed.ok().and_then(|out| String::from_utf8_lossy(&out.stdout).lines().nth(1)?.trim().parse().ok());
    free.is_some_and(|free: u64| free >= ENOUGH_KIB)
}
