//! Rendered pages cached in a folder. Each is encrypted with a key that only this process has, so a copy of the disk
//! shows nothing; the folder is emptied at every start.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use ports::files::is_storage_id;
use ports::{InspectFault, PreviewFuture, PreviewKey, Previews, Rendered};

use crate::files::{Reserve, make_folder};
use crate::inspector::{read_picture, write_picture};

/// The maximum size of all previews; the least recently used go first.
const MAX_BYTES: u64 = 512 * 1024 * 1024;
const NONCE: usize = 12;

pub struct PreviewFolder(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    cipher: Aes256Gcm,
    max_bytes: u64,
    reserve: Reserve,
    index: Mutex<Index>,
}

/// The content of the folder, in order of last use.
#[derive(Default)]
struct Index {
    entries: HashMap<PreviewKey, Entry>,
    order: BTreeMap<u64, PreviewKey>,
    bytes: u64,
    uses: u64,
}

struct Entry {
    size: u64,
    used: u64,
}

impl Index {
    fn next_use(&mut self) -> u64 {
        self.uses += 1;
        self.uses
    }

    fn insert(&mut self, key: PreviewKey, size: u64) {
        let used = self.next_use();
        self.bytes += size;
        self.order.insert(used, key.clone());
        self.entries.insert(key, Entry { size, used });
    }

    fn touch(&mut self, key: &PreviewKey) -> bool {
        let used = self.next_use();
        let Some(entry) = self.entries.get_mut(key) else { return false };
        self.order.remove(&entry.used);
        entry.used = used;
        self.order.insert(used, key.clone());
        true
    }

    fn remove(&mut self, key: &PreviewKey) {
        if let Some(entry) = self.entries.remove(key) {
            self.order.remove(&entry.used);
            self.bytes -= entry.size;
        }
    }
}

impl PreviewFolder {
    /// Creates the folder if needed and empties it: the key of an earlier process is lost.
    pub fn open(folder: &Path) -> io::Result<PreviewFolder> {
        make_folder(folder)?;
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_file() {
                fs::remove_file(path)?;
            }
        }
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(io::Error::other)?;
        let cipher = Aes256Gcm::new(&key.into());
        let index = Mutex::default();
        let (folder, reserve) = (folder.to_owned(), Reserve::DEFAULT);
        Ok(PreviewFolder(Arc::new(Inner { folder, cipher, max_bytes: MAX_BYTES, reserve, index })))
    }

    /// Sets the maximum total size.
    pub fn with_max_bytes(self, max_bytes: u64) -> PreviewFolder {
        let Inner { folder, cipher, reserve, .. } = &*self.0;
        let (folder, cipher, reserve, index) = (folder.clone(), cipher.clone(), *reserve, Mutex::default());
        PreviewFolder(Arc::new(Inner { folder, cipher, max_bytes, reserve, index }))
    }

    /// Ignores how full the disk is, for tests.
    pub fn without_reserve(self) -> PreviewFolder {
        let Inner { folder, cipher, max_bytes, .. } = &*self.0;
        let reserve = Reserve { max_used_percent: 100, min_free_bytes: 0 };
        let (folder, cipher, max_bytes, index) = (folder.clone(), cipher.clone(), *max_bytes, Mutex::default());
        PreviewFolder(Arc::new(Inner { folder, cipher, max_bytes, reserve, index }))
    }
}

fn file_name(key: &PreviewKey) -> String {
    let masking = key.covers.map(|covers| format!("-{covers:x}")).unwrap_or_default();
    format!("{}-{}-{}{masking}", key.storage_id, key.page, key.width)
}

impl Inner {
    fn index(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn path(&self, key: &PreviewKey) -> PathBuf {
        self.folder.join(file_name(key))
    }

    fn find(&self, key: &PreviewKey) -> Option<Rendered> {
        if !self.index().touch(key) {
            return None;
        }
        let found = fs::read(self.path(key)).ok().and_then(|sealed| self.unseal(key, &sealed));
        if found.is_none() {
            self.drop_entry(key);
        }
        match read_picture(&found?) {
            Err(InspectFault::Unavailable(_)) => None,
            rendered => Some(rendered),
        }
    }

    fn unseal(&self, key: &PreviewKey, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, msg) = sealed.split_at_checked(NONCE)?;
        let name = file_name(key);
        let payload = Payload { msg, aad: name.as_bytes() };
        self.cipher.decrypt(&Nonce::try_from(nonce).ok()?, payload).ok()
    }

    fn store(&self, key: &PreviewKey, rendered: &Rendered) -> io::Result<()> {
        let is_final = !matches!(rendered, Err(InspectFault::Unavailable(_)));
        // The last free space is reserved for documents.
        if !is_final || !is_storage_id(&key.storage_id) || self.reserve.is_disk_full(&self.folder)? {
            return Ok(());
        }
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(io::Error::other)?;
        let plain = write_picture(rendered);
        let name = file_name(key);
        let payload = Payload { msg: &plain, aad: name.as_bytes() };
        let sealed = self.cipher.encrypt(&nonce.into(), payload).map_err(io::Error::other)?;
        let size = (NONCE + sealed.len()) as u64;
        if size > self.max_bytes / 8 {
            return Ok(());
        }
        let path = self.path(key);
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path)?;
        file.write_all(&nonce).and_then(|()| file.write_all(&sealed)).inspect_err(|_| drop(fs::remove_file(&path)))?;
        self.index().remove(key);
        self.index().insert(key.clone(), size);
        self.evict();
        Ok(())
    }

    fn evict(&self) {
        loop {
            let oldest = {
                let index = self.index();
                let is_full = index.bytes > self.max_bytes;
                index.order.values().next().filter(|_| is_full).cloned()
            };
            let Some(oldest) = oldest else { return };
            self.drop_entry(&oldest);
        }
    }

    fn drop_entry(&self, key: &PreviewKey) {
        self.index().remove(key);
        let _ = fs::remove_file(self.path(key));
    }

    fn keys_of(&self, storage_id: &str) -> Vec<PreviewKey> {
        self.index().entries.keys().filter(|key| key.storage_id == storage_id).cloned().collect()
    }
}

/// Runs blocking disk access on a separate thread.
async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}

impl Previews for PreviewFolder {
    fn find<'a>(&'a self, key: &'a PreviewKey) -> PreviewFuture<'a, Option<Rendered>> {
        let (inner, key) = (self.0.clone(), key.clone());
        Box::pin(async move { run_blocking(move || inner.find(&key)).await.flatten() })
    }

    fn store<'a>(&'a self, key: &'a PreviewKey, rendered: &'a Rendered) -> PreviewFuture<'a, io::Result<()>> {
        let (inner, key, rendered) = (self.0.clone(), key.clone(), rendered.clone());
        Box::pin(async move { run_blocking(move || inner.store(&key, &rendered)).await.unwrap_or(Ok(())) })
    }

    fn remove<'a>(&'a self, storage_id: &'a str) -> PreviewFuture<'a, ()> {
        let (inner, storage_id) = (self.0.clone(), storage_id.to_owned());
        Box::pin(async move {
            let work = move || inner.keys_of(&storage_id).iter().for_each(|key| inner.drop_entry(key));
            run_blocking(work).await;
        })
    }

    fn storage_ids(&self) -> Vec<String> {
        let ids: HashSet<String> = self.0.index().entries.keys().map(|key| key.storage_id.clone()).collect();
        ids.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use ports::Picture;

    use super::*;

    fn key(id: &str, page: u32) -> PreviewKey {
        PreviewKey { storage_id: id.to_owned(), page, width: 1200, covers: None }
    }

    fn picture(fill: u8, size: usize) -> Rendered {
        let bytes = [b"\xFF\xD8\xFF".as_slice(), &vec![fill; size]].concat();
        Ok(Picture { content_type: "image/jpeg", bytes: Bytes::from(bytes), pages: 3, is_partial: false })
    }

    const ONE: &str = "3kq9z0m1x7c5v2b8";
    const OTHER: &str = "9kq9z0m1x7c5v2b8";

    #[tokio::test]
    async fn pages_are_stored_encrypted_and_removed_with_their_file() {
        let place = tempfile::tempdir().unwrap();
        let folder = PreviewFolder::open(place.path()).unwrap().without_reserve();
        folder.store(&key(ONE, 1), &picture(b'x', 1000)).await.unwrap();
        folder.store(&key(ONE, 2), &Err(InspectFault::TooMuch)).await.unwrap();
        folder.store(&key(OTHER, 1), &picture(b'y', 10)).await.unwrap();
        folder.store(&key(OTHER, 2), &Err(InspectFault::Unavailable("busy".to_owned()))).await.unwrap();
        assert_eq!(folder.find(&key(ONE, 1)).await, Some(picture(b'x', 1000)));
        assert_eq!(folder.find(&key(ONE, 2)).await, Some(Err(InspectFault::TooMuch)));
        assert_eq!(folder.find(&key(OTHER, 2)).await, None, "a busy inspector is not cached");
        assert_eq!(folder.find(&PreviewKey { width: 100, ..key(ONE, 1) }).await, None);
        for entry in fs::read_dir(place.path()).unwrap() {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            assert!(!bytes.windows(4).any(|four| four == b"xxxx" || four == b"jpeg"), "nothing is stored in plain");
        }
        folder.remove(ONE).await;
        assert_eq!((folder.find(&key(ONE, 1)).await, folder.find(&key(ONE, 2)).await), (None, None));
        assert_eq!(folder.storage_ids(), [OTHER]);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }

    #[tokio::test]
    async fn the_least_recently_used_pages_are_removed_first() {
        let place = tempfile::tempdir().unwrap();
        let folder = PreviewFolder::open(place.path()).unwrap().without_reserve().with_max_bytes(10_000);
        for page in 1..=9 {
            folder.store(&key(ONE, page), &picture(0, 1000)).await.unwrap();
            assert!(folder.find(&key(ONE, 1)).await.is_some(), "the first is used all the time");
        }
        assert!(folder.find(&key(ONE, 2)).await.is_some());
        folder.store(&key(ONE, 10), &picture(0, 1000)).await.unwrap();
        assert_eq!(folder.find(&key(ONE, 3)).await, None);
        let left: u64 = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
        assert!(left <= 10_000 && left > 8_000, "{left}");
        folder.store(&key(OTHER, 1), &picture(0, 5000)).await.unwrap();
        assert_eq!(folder.find(&key(OTHER, 1)).await, None, "a page above an eighth of the limit is not cached");
    }

    #[tokio::test]
    async fn a_new_process_starts_empty_and_a_changed_file_is_ignored() {
        let place = tempfile::tempdir().unwrap();
        let folder = PreviewFolder::open(place.path()).unwrap().without_reserve();
        folder.store(&key(ONE, 1), &picture(1, 100)).await.unwrap();
        folder.store(&key(ONE, 2), &picture(2, 100)).await.unwrap();
        fs::copy(folder.0.path(&key(ONE, 2)), folder.0.path(&key(ONE, 1))).unwrap();
        assert_eq!(folder.find(&key(ONE, 1)).await, None, "a page cannot replace another");
        fs::remove_file(folder.0.path(&key(ONE, 2))).unwrap();
        assert_eq!(folder.find(&key(ONE, 2)).await, None);
        folder.store(&key(ONE, 1), &picture(1, 100)).await.unwrap();
        PreviewFolder::open(place.path()).unwrap().without_reserve();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}
