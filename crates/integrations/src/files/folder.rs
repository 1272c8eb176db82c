use std::collections::HashSet;
use std::fs::DirBuilder;
use std::io;
use std::ops::Range;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use opendal::{Entry, ErrorKind, Operator, services};
use ports::files::is_storage_id;
use ports::{FileContext, FileFault, Files, Filing, Ids, Kept, OpenFile, Pieces, StoredFile};

use super::durable::{Part, Reserve, make_folder, sync_folder};

/// Half written files wait here; on the same disk, so that they can be renamed.
const PARTS: &str = "part/";
const PIECE: usize = 64 * 1024;

/// A folder of this machine, by OpenDAL: `<id's first two>/<id>`.
pub struct FilesFolder {
    root: PathBuf,
    store: Operator,
    reserve: Reserve,
    /// Sub folders whose own name is on the disk for sure, as far as this process has seen to it.
    ready: Mutex<HashSet<PathBuf>>,
}

impl FilesFolder {
    /// Opens the folder, and makes it if need be.
    pub fn open(root: &Path) -> io::Result<FilesFolder> {
        if let Some(above) = root.parent() {
            DirBuilder::new().recursive(true).mode(0o700).create(above)?;
        }
        make_folder(root)?;
        let root = root.canonicalize()?;
        make_folder(&root.join(PARTS))?;
        root.parent().map_or(Ok(()), sync_folder)?;
        let place = root.to_str().ok_or_else(|| io::Error::other("the folder's name is not UTF-8"))?;
        let store = Operator::new(services::Fs::default().root(place)).map_err(io::Error::other)?;
        Ok(FilesFolder { root, store, reserve: Reserve::USUAL, ready: Mutex::default() })
    }

    /// With another idea of when the disk is full: more than so many percent used, and less than so many bytes free.
    pub fn with_reserve(mut self, full_percent: u64, free_bytes: u64) -> FilesFolder {
        self.reserve = Reserve { full_percent, free_bytes };
        self
    }

    /// Stores bytes as they are: for copies of the whole folder.
    pub async fn write(&self, id: &str, mut pieces: Pieces<'_>) -> Result<Kept, FileFault> {
        let place = place(id)?;
        if self.reserve.is_used_up(&self.root).map_err(broken)? {
            return Err(FileFault::Unavailable("the disk is nearly full".to_owned()));
        }
        if self.store.exists(&place).await.map_err(fault)? {
            return Err(FileFault::Exists);
        }
        let unfinished = part_name(id);
        let part = Part::create(self.root.join(&unfinished)).map_err(broken)?;
        let mut writer = self.store.writer(&unfinished).await.map_err(fault)?;
        while let Some(piece) = pieces.next().await {
            writer.write(piece.map_err(FileFault::Cut)?).await.map_err(fault)?;
        }
        // This is where OpenDAL syncs the file.
        let size = writer.close().await.map_err(fault)?.content_length();
        self.publish(&unfinished, &place).await?;
        part.keep();
        Ok(Kept { size, sealed_key: None })
    }

    /// Gives a whole file its name, and sees the name to the disk.
    async fn publish(&self, unfinished: &str, place: &str) -> Result<(), FileFault> {
        self.make_ready(self.folder_of(place)).await?;
        self.store.rename(unfinished, place).await.map_err(fault)?;
        let folder = self.folder_of(place);
        if let Err(error) = off_thread(move || sync_folder(&folder)).await {
            let _ = self.store.delete(place).await;
            return Err(error);
        }
        Ok(())
    }

    /// Whoever finds a folder may come before its maker has synced it, so everybody syncs once.
    async fn make_ready(&self, folder: PathBuf) -> Result<(), FileFault> {
        let ready = || self.ready.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if ready().contains(&folder) {
            return Ok(());
        }
        let (root, made) = (self.root.clone(), folder.clone());
        off_thread(move || make_folder(&made).and_then(|()| sync_folder(&root))).await?;
        ready().insert(folder);
        Ok(())
    }

    fn folder_of(&self, place: &str) -> PathBuf {
        self.root.join(&place[..2])
    }

    /// Stored bytes as they are.
    pub async fn read(&self, id: &str, range: Range<u64>) -> Result<OpenFile, FileFault> {
        let place = place(id)?;
        let size = self.store.stat(&place).await.map_err(fault)?.content_length();
        let reader = self.store.reader_with(&place).chunk(PIECE).await.map_err(fault)?;
        let end = range.end.min(size);
        let pieces = reader.into_bytes_stream(range.start.min(end)..end).await.map_err(fault)?;
        Ok(OpenFile { size, pieces: Box::pin(pieces) })
    }

    async fn remove(&self, id: &str) -> Result<(), FileFault> {
        let place = place(id)?;
        self.store.delete(&place).await.map_err(fault)?;
        let folder = self.folder_of(&place);
        off_thread(move || if folder.exists() { sync_folder(&folder) } else { Ok(()) }).await
    }

    /// Everything in a folder that is older.
    async fn list(&self, within: &str, before: Timestamp) -> Result<Vec<String>, FileFault> {
        let entries = self.store.lister_with(within).recursive(false).await.map_err(fault)?;
        let is_old = |entry: &Entry| {
            entry.metadata().last_modified().is_some_and(|at| at.into_inner() < before) && entry.metadata().is_file()
        };
        let old = entries.try_filter(|entry| std::future::ready(is_old(entry)));
        old.map_ok(|entry| entry.name().to_owned()).try_collect().await.map_err(fault)
    }

    /// One of the sub folders after another, so that only one is in memory.
    async fn folders(&self) -> Result<Vec<String>, FileFault> {
        let entries = self.store.lister_with("").recursive(false).await.map_err(fault)?;
        let folders =
            entries.try_filter(|entry| std::future::ready(entry.metadata().is_dir() && entry.path().len() == 3));
        folders.map_ok(|entry| entry.path().to_owned()).try_collect().await.map_err(fault)
    }
}

impl Files for FilesFolder {
    fn put<'a>(&'a self, id: &'a str, _: &'a FileContext, pieces: Pieces<'a>) -> Filing<'a, Kept> {
        Box::pin(self.write(id, pieces))
    }

    fn open<'a>(&'a self, file: &'a StoredFile, range: Range<u64>) -> Filing<'a, OpenFile> {
        Box::pin(self.read(&file.id, range))
    }

    fn delete<'a>(&'a self, id: &'a str) -> Filing<'a, ()> {
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

    fn drop_unfinished(&self, before: Timestamp) -> Filing<'_, u64> {
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

fn place(id: &str) -> Result<String, FileFault> {
    if is_storage_id(id) { Ok(format!("{}/{id}", &id[..2])) } else { Err(FileFault::BadId) }
}

/// Of this process and this try alone: giving up on one never takes another's away.
fn part_name(id: &str) -> String {
    static TRIES: AtomicU64 = AtomicU64::new(0);
    format!("{PARTS}{id}-{}-{}", std::process::id(), TRIES.fetch_add(1, Ordering::Relaxed))
}

async fn off_thread(work: impl FnOnce() -> io::Result<()> + Send + 'static) -> Result<(), FileFault> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other).and_then(|done| done).map_err(broken)
}

fn broken(error: io::Error) -> FileFault {
    FileFault::Unavailable(error.to_string())
}

fn fault(error: opendal::Error) -> FileFault {
    match error.kind() {
        ErrorKind::NotFound => FileFault::Missing,
        _ => FileFault::Unavailable(error.to_string()),
    }
}
