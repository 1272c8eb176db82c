//! What OpenDAL leaves to its caller: folders reach the disk like files do, half a file goes when nobody wants it any
//! more, and a disk is not filled to the brim.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A folder that only the owner may enter, if it is not there already.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// The names in a folder reach the disk. A failure is told and never tried again: the second fsync would lie.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Uploads stop when this much is used and little is left; reading goes on.
#[derive(Debug, Clone, Copy)]
pub struct Reserve {
    pub full_percent: u64,
    pub free_bytes: u64,
}

impl Reserve {
    /// Nine tenths of a disk; of a very large one the last tenth is still plenty.
    pub const USUAL: Reserve = Reserve { full_percent: 90, free_bytes: 10 * 1024 * 1024 * 1024 };

    pub fn is_used_up(self, folder: &Path) -> io::Result<bool> {
        let disk = rustix::fs::statvfs(folder)?;
        let free = disk.f_bavail.saturating_mul(disk.f_frsize);
        let used = 100 - disk.f_bavail.saturating_mul(100).checked_div(disk.f_blocks).unwrap_or(0).min(100);
        Ok(used > self.full_percent && free < self.free_bytes)
    }
}

/// A file that is not whole yet; it goes when this is dropped before it was kept, for whatever reason.
pub struct Part(Option<PathBuf>);

impl Part {
    /// An empty file that only the owner may read; whatever writes to it leaves its mode as it is.
    pub fn create(path: PathBuf) -> io::Result<Part> {
        File::options().write(true).create_new(true).mode(0o600).open(&path)?;
        Ok(Part(Some(path)))
    }

    pub fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}
