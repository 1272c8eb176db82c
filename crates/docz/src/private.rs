//! Files and folders that only their owner may read.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::root_key;

/// Whatever this process and those it starts make is for their owner alone.
pub fn set_umask() {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// A folder with those above it, as far as they are not there.
pub fn folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// A new file.
pub fn create(path: &Path) -> io::Result<File> {
    File::options().write(true).create_new(true).mode(0o600).open(path)
}

/// A file or folder that others may read or write.
pub struct Wide {
    pub path: PathBuf,
    pub mode: u32,
    /// Only its owner may now.
    pub is_tightened: bool,
}

/// Takes away what others may do with what the product made, as an earlier version or a copy by hand may have left it.
pub fn tighten(config: &Config) -> Vec<Wide> {
    let mut paths = vec![config.root_key_file.clone(), root_key::next_path(&config.root_key_file)];
    paths.push(config.data.join("files"));
    let debug = config.data.join("debug");
    paths.extend(entries(&config.data).filter(|path| is_ours(path)).chain(entries(&debug)));
    paths.push(debug);
    let tightened = paths.into_iter().filter_map(wide).map(|found| {
        let narrow = fs::Permissions::from_mode(found.mode & 0o700);
        Wide { is_tightened: fs::set_permissions(&found.path, narrow).is_ok(), ..found }
    });
    tightened.collect()
}

/// These are the operator's: they are told of, never changed.
pub fn told(config: &Config) -> Vec<Wide> {
    let paths = [config.data.clone(), config.data.join("docz.toml")];
    paths.into_iter().chain(config.files_folder().ok()).filter_map(wide).collect()
}

fn wide(path: PathBuf) -> Option<Wide> {
    let mode = fs::metadata(&path).ok()?.permissions().mode() & 0o7777;
    (mode & 0o077 != 0).then_some(Wide { path, mode, is_tightened: false })
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// The database with its log and shared memory, and the locks.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    ["docz.sqlite", "docz.shard", "docz.lock"].iter().any(|start| name.starts_with(start))
}
