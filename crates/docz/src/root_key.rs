//! The root key's file: made once, readable by its owner only.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use store::RootKey;

/// Reads the key, if it is there.
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

/// Writes a key to a file that must not exist yet, and makes sure it is on the disk.
pub fn write(path: &Path, key: &RootKey) -> anyhow::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o400)
        .open(path)
        .with_context(|| format!("{} cannot be made", path.display()))?;
    file.write_all(key.to_hex().as_bytes())?;
    file.sync_all()?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Where a rotation keeps the next key until the database has changed over.
pub fn next_path(path: &Path) -> PathBuf {
    path.with_extension("next")
}

/// Finishes a rotation: the next key takes the place of the one before.
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
    fn the_key_is_made_once_and_only_its_owner_reads_it() {
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
