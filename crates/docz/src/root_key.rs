//! The root key file: created once, readable by its owner only.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use store::RootKey;

/// Reads the key, if the file exists.
pub fn read(path: &Path) -> anyhow::Result<Option<RootKey>> {
    match fs::read_to_string(path) {
        Ok(text) => {
            let key = RootKey::from_hex(&text).with_context(|| format!("{} does not hold a key", path.display()))?;
            Ok(Some(key))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
    }
}

/// Writes a key to a new file and syncs it to disk.
pub fn write(path: &Path, key: &RootKey) -> anyhow::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o400)
        .open(path)
        .with_context(|| format!("cannot create {}", path.display()))?;
    file.write_all(key.to_hex().as_bytes())?;
    file.sync_all()?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Where a rotation stores the next key until the database uses it.
pub fn next_path(path: &Path) -> PathBuf {
    path.with_extension("next")
}

/// Completes a rotation: the next key replaces the old one.
pub fn promote(path: &Path) -> anyhow::Result<()> {
    let next = next_path(path);
    if !next.exists() {
        bail!("{} does not exist", next.display());
    }
    fs::rename(&next, path).with_context(|| format!("{} cannot be replaced", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_key_is_created_once_and_readable_by_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("root.key");
        assert!(read(&path).unwrap().is_none());
        let first = RootKey::generate();
        write(&path, &first).unwrap();
        assert_eq!(*first.to_hex(), *read(&path).unwrap().unwrap().to_hex());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o400);
        assert!(write(&path, &first).is_err(), "a key is never overwritten");
    }
}
