//! What OpenDAL leaves to its caller: syncing folders, removing partial files, and stopping before the disk is full.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// Creates a folder that only the owner may enter, unless it exists.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Syncs the names in a folder to disk. A failure is reported and never retried, because a second fsync would falsely
/// succeed.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Writes a small file that only the owner may read, and syncs it to disk.
pub fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Renames a file on the same disk and syncs both names.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    [to, from].into_iter().filter_map(Path::parent).try_for_each(sync_folder)
}

/// Uploads stop when the disk is this full and little space is free; reading continues.
#[derive(Debug, Clone, Copy)]
pub struct Reserve {
    pub max_used_percent: u64,
    pub min_free_bytes: u64,
}

impl Reserve {
    /// 90 percent, but a very large disk may use its last tenth too.
    pub const DEFAULT: Reserve = Reserve { max_used_percent: 90, min_free_bytes: 10 * 1024 * 1024 * 1024 };

    pub fn is_disk_full(self, folder: &Path) -> io::Result<bool> {
        let disk = rustix::fs::statvfs(folder)?;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        let used = 100 - disk.f_bavail.saturating_mul(100).checked_div(disk.f_blocks).unwrap_or(0).min(100);
        Ok(used > self.max_used_percent && free < self.min_free_bytes)
    }
}

/// An unfinished file, removed on drop unless it was committed.
pub struct PartialFile(Option<PathBuf>);

impl PartialFile {
    /// Creates an empty file that only the owner may read.
    pub fn create(path: PathBuf) -> io::Result<PartialFile> {
        File::options().write(true).create_new(true).mode(0o600).open(&path)?;
        Ok(PartialFile(Some(path)))
    }

    pub fn commit(mut self) {
        self.0 = None;
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}
