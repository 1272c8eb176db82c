//! Files and folders that only their owner may read.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::root_key;

/// Files of this process and its children are private to their owner.
pub fn set_umask() {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// Creates a folder and its missing parents.
pub fn folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

pub fn create(path: &Path) -> io::Result<File> {
    File::options().write(true).create_new(true).mode(0o600).open(path)
}

/// A file or folder that others may read or write.
pub struct LooseFile {
    pub path: PathBuf,
    pub mode: u32,
    /// The permissions were removed.
    pub is_tightened: bool,
}

/// Removes the permissions of others from our own files, which an earlier version or a manual copy may have left.
pub fn tighten(config: &Config) -> Vec<LooseFile> {
    let mut paths = vec![config.root_key_file.clone(), root_key::next_path(&config.root_key_file)];
    paths.push(config.data.join("files"));
    let debug = config.data.join("debug");
    paths.extend(entries(&config.data).filter(|path| is_own_file(path)).chain(entries(&debug)));
    paths.push(debug);
    let tightened = paths.into_iter().filter_map(loose).map(|found| {
        let narrow = fs::Permissions::from_mode(found.mode & 0o700);
        LooseFile { is_tightened: fs::set_permissions(&found.path, narrow).is_ok(), ..found }
    });
    tightened.collect()
}

/// Files of the operator, whose permissions are reported but never changed.
pub fn loose_operator_files(config: &Config) -> Vec<LooseFile> {
    let paths = [config.data.clone(), config.data.join("docz.toml")];
    let key = config.tls.as_ref().map(|tls| tls.key.clone());
    paths
        .into_iter()
        .chain(config.files_folder().ok())
        .chain(key)
        .filter_map(loose)
        .filter(|found| !is_lent(found))
        .collect()
}

/// The group of the service reads a file of root, which the service itself cannot change.
fn is_lent(found: &LooseFile) -> bool {
    let is_roots = fs::metadata(&found.path).is_ok_and(|metadata| metadata.uid() == 0);
    is_roots && !rustix::process::geteuid().is_root() && found.mode & 0o037 == 0
}

fn loose(path: PathBuf) -> Option<LooseFile> {
    let mode = fs::metadata(&path).ok()?.permissions().mode() & 0o7777;
    (mode & 0o077 != 0).then_some(LooseFile { path, mode, is_tightened: false })
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// The database with its log and shared memory, and the locks.
fn is_own_file(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    ["docz.sqlite", "docz.shard", "docz.lock"].iter().any(|start| name.starts_with(start))
}
