use std::collections::HashSet;
use std::fs::{DirBuilder, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use opendal::{Entry, ErrorKind, Operator, services};
use ports::files::is_storage_id;
use ports::{FileContext, FileFault, FileFuture, Files, Ids, OpenFile, Pieces, StoredFile, WrittenFile};

use super::durable::{PartialFile, Reserve, make_folder, sync_folder};
use super::trash::TRASH;

/// Unfinished files are written here, on the same disk, so that they can be renamed.
const PARTS: &str = "part/";
const CHUNK_BYTES: usize = 256 * 1024;

/// A local folder accessed through OpenDAL: `<first two characters of the id>/<id>`.
pub struct FilesFolder {
    pub(super) root: PathBuf,
    pub(super) store: Operator,
    reserve: Reserve,
    /// Sub-folders whose names this process has synced to disk.
    synced: Mutex<HashSet<PathBuf>>,
}

impl FilesFolder {
    /// Opens the folder and creates it if needed.
    pub fn open(root: &Path) -> io::Result<FilesFolder> {
        if let Some(above) = root.parent() {
            DirBuilder::new().recursive(true).mode(0o700).create(above)?;
        }
        make_folder(root)?;
        let root = root.canonicalize()?;
        make_folder(&root.join(PARTS))?;
        make_folder(&root.join(TRASH))?;
        root.parent().map_or(Ok(()), sync_folder)?;
        let path = root.to_str().ok_or_else(|| io::Error::other("the folder's name is not UTF-8"))?;
        let store = Operator::new(services::Fs::default().root(path)).map_err(io::Error::other)?;
        Ok(FilesFolder { root, store, reserve: Reserve::DEFAULT, synced: Mutex::default() })
    }

    /// Sets when the disk counts as full: above this percentage used and below this many bytes free.
    pub fn with_reserve(mut self, max_used_percent: u64, min_free_bytes: u64) -> FilesFolder {
        self.reserve = Reserve { max_used_percent, min_free_bytes };
        self
    }

    async fn write(&self, id: &str, mut pieces: Pieces<'_>) -> Result<WrittenFile, FileFault> {
        let path = path(id)?;
        if self.reserve.is_disk_full(&self.root).map_err(io_fault)? {
            return Err(FileFault::Unavailable("the disk is nearly full".to_owned()));
        }
        if self.store.exists(&path).await.map_err(fault)? {
            return Err(FileFault::Exists);
        }
        let partial = part_name(id);
        let part = PartialFile::create(self.root.join(&partial)).map_err(io_fault)?;
        let mut writer = self.store.writer(&partial).await.map_err(fault)?;
        while let Some(piece) = pieces.next().await {
            writer.write(piece.map_err(FileFault::Cut)?).await.map_err(fault)?;
        }
        // OpenDAL syncs the file here.
        let size = writer.close().await.map_err(fault)?.content_length();
        self.publish(&partial, &path).await?;
        part.commit();
        Ok(WrittenFile { size, sealed_key: None })
    }

    /// Renames a complete file to its final name and syncs the name to disk.
    async fn publish(&self, partial: &str, path: &str) -> Result<(), FileFault> {
        self.make_synced(self.folder_of(path)).await?;
        self.store.rename(partial, path).await.map_err(fault)?;
        let folder = self.folder_of(path);
        if let Err(error) = run_blocking(move || sync_folder(&folder)).await {
            let _ = self.store.delete(path).await;
            return Err(error);
        }
        Ok(())
    }

    /// Another process may have created the folder without syncing it yet, so every process syncs it once.
    async fn make_synced(&self, folder: PathBuf) -> Result<(), FileFault> {
        let synced = || self.synced.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if synced().contains(&folder) {
            return Ok(());
        }
        let (root, made) = (self.root.clone(), folder.clone());
        run_blocking(move || make_folder(&made).and_then(|()| sync_folder(&root))).await?;
        synced().insert(folder);
        Ok(())
    }

    fn folder_of(&self, path: &str) -> PathBuf {
        self.root.join(&path[..2])
    }

    async fn read(&self, id: &str, range: Range<u64>) -> Result<OpenFile, FileFault> {
        let path = path(id)?;
        let path = self.root.join(path);
        let (file, size) = blocking(move || {
            let file = File::open(&path)?;
            let size = file.metadata()?.len();
            (&file).seek(SeekFrom::Start(range.start.min(size)))?;
            Ok((file, size))
        })
        .await
        .map_err(missing_or_fault)?;
        let left = range.end.min(size).saturating_sub(range.start);
        Ok(OpenFile { size, pieces: Box::pin(stream::try_unfold((file, left), next_chunk)) })
    }

    async fn remove(&self, id: &str) -> Result<(), FileFault> {
        let path = path(id)?;
        self.store.delete(&path).await.map_err(fault)?;
        let folder = self.folder_of(&path);
        run_blocking(move || if folder.exists() { sync_folder(&folder) } else { Ok(()) }).await
    }

    /// The files in a folder older than `before`.
    async fn list(&self, within: &str, before: Timestamp) -> Result<Vec<String>, FileFault> {
        let entries = self.store.lister_with(within).recursive(false).await.map_err(fault)?;
        let is_old = |entry: &Entry| {
            entry.metadata().last_modified().is_some_and(|at| at.into_inner() < before) && entry.metadata().is_file()
        };
        let old = entries.try_filter(|entry| std::future::ready(is_old(entry)));
        old.map_ok(|entry| entry.name().to_owned()).try_collect().await.map_err(fault)
    }

    /// The names of the sub-folders. They are listed one at a time to save memory.
    async fn folders(&self) -> Result<Vec<String>, FileFault> {
        let entries = self.store.lister_with("").recursive(false).await.map_err(fault)?;
        let folders =
            entries.try_filter(|entry| std::future::ready(entry.metadata().is_dir() && entry.path().len() == 3));
        folders.map_ok(|entry| entry.path().to_owned()).try_collect().await.map_err(fault)
    }
}

impl Files for FilesFolder {
    fn put<'a>(&'a self, id: &'a str, _: &'a FileContext, pieces: Pieces<'a>) -> FileFuture<'a, WrittenFile> {
        Box::pin(self.write(id, pieces))
    }

    fn open<'a>(&'a self, file: &'a StoredFile, range: Range<u64>) -> FileFuture<'a, OpenFile> {
        Box::pin(self.read(&file.id, range))
    }

    fn delete<'a>(&'a self, id: &'a str) -> FileFuture<'a, ()> {
        Box::pin(self.remove(id))
    }

    fn older_than(&self, before: Timestamp) -> Ids<'_> {
        let folders = stream::once(self.folders()).map_ok(|all| stream::iter(all.into_iter().map(Ok))).try_flatten();
        let ids = folders.and_then(move |folder| async move {
            let names = self.list(&folder, before).await?;
            Ok(stream::iter(names.into_iter().filter(|name| is_storage_id(name)).map(Ok)))
        });
        Box::pin(ids.try_flatten())
    }

    fn drop_unfinished(&self, before: Timestamp) -> FileFuture<'_, u64> {
        Box::pin(async move {
            let mut dropped = 0;
            for name in self.list(PARTS, before).await? {
                self.store.delete(&format!("{PARTS}{name}")).await.map_err(fault)?;
                dropped += 1;
            }
            Ok(dropped)
        })
    }
}

pub(super) fn path(id: &str) -> Result<String, FileFault> {
    if is_storage_id(id) { Ok(format!("{}/{id}", &id[..2])) } else { Err(FileFault::BadId) }
}

/// Unique per process and attempt, so an aborted upload never removes another one's file.
pub(super) fn part_name(id: &str) -> String {
    static ATTEMPTS: AtomicU64 = AtomicU64::new(0);
    format!("{PARTS}{id}-{}-{}", std::process::id(), ATTEMPTS.fetch_add(1, Ordering::Relaxed))
}

/// The file stays open between the chunks, so that it can be read to its end when it is deleted meanwhile.
async fn next_chunk((file, left): (File, u64)) -> io::Result<Option<(Bytes, (File, u64))>> {
    if left == 0 {
        return Ok(None);
    }
    let length = left.min(CHUNK_BYTES as u64);
    let read = blocking(move || {
        let mut chunk = Vec::with_capacity(length as usize);
        (&file).take(length).read_to_end(&mut chunk)?;
        Ok((chunk, file))
    });
    let (chunk, file) = read.await?;
    if chunk.len() as u64 == length {
        Ok(Some((Bytes::from(chunk), (file, left - length))))
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}

pub(super) async fn run_blocking(work: impl FnOnce() -> io::Result<()> + Send + 'static) -> Result<(), FileFault> {
    blocking(work).await.map_err(io_fault)
}

pub(super) fn missing_or_fault(error: io::Error) -> FileFault {
    if error.kind() == io::ErrorKind::NotFound { FileFault::Missing } else { io_fault(error) }
}

pub(super) fn io_fault(error: io::Error) -> FileFault {
    FileFault::Unavailable(error.to_string())
}

pub(super) fn fault(error: opendal::Error) -> FileFault {
    match error.kind() {
        ErrorKind::NotFound => FileFault::Missing,
        _ => FileFault::Unavailable(error.to_string()),
    }
}
