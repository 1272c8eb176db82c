use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use ports::files::is_storage_id;
use ports::{FileContext, FileFault, FileFuture, Files, Ids, OpenFile, Pieces, StoredFile, WrittenFile};

/// In-memory implementation.
#[derive(Default)]
pub struct FilesMemory(Mutex<BTreeMap<String, (Timestamp, Bytes)>>);

impl FilesMemory {
    pub fn ids(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, (Timestamp, Bytes)>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn check(id: &str) -> Result<(), FileFault> {
    if is_storage_id(id) { Ok(()) } else { Err(FileFault::BadId) }
}

impl Files for FilesMemory {
    fn put<'a>(&'a self, id: &'a str, _: &'a FileContext, mut pieces: Pieces<'a>) -> FileFuture<'a, WrittenFile> {
        Box::pin(async move {
            check(id)?;
            if self.lock().contains_key(id) {
                return Err(FileFault::Exists);
            }
            let mut whole = BytesMut::new();
            while let Some(piece) = pieces.next().await {
                whole.extend_from_slice(&piece.map_err(FileFault::Cut)?);
            }
            let size = whole.len() as u64;
            self.lock().insert(id.to_owned(), (Timestamp::now(), whole.freeze()));
            Ok(WrittenFile { size, sealed_key: None })
        })
    }

    fn open<'a>(&'a self, file: &'a StoredFile, range: Range<u64>) -> FileFuture<'a, OpenFile> {
        let found = check(&file.id).and_then(|()| self.lock().get(&file.id).cloned().ok_or(FileFault::Missing));
        let opened = found.map(|(_, bytes)| {
            let size = bytes.len() as u64;
            let end = range.end.min(size);
            let part = bytes.slice(range.start.min(end) as usize..end as usize);
            OpenFile { size, pieces: Box::pin(stream::once(std::future::ready(Ok(part)))) }
        });
        Box::pin(std::future::ready(opened))
    }

    fn delete<'a>(&'a self, id: &'a str) -> FileFuture<'a, ()> {
        let done = check(id).map(|()| drop(self.lock().remove(id)));
        Box::pin(std::future::ready(done))
    }

    fn older_than(&self, before: Timestamp) -> Ids<'_> {
        let old =
            self.lock().iter().filter(|(_, (at, _))| *at < before).map(|(id, _)| Ok(id.clone())).collect::<Vec<_>>();
        Box::pin(stream::iter(old))
    }

    fn drop_unfinished(&self, _: Timestamp) -> FileFuture<'_, u64> {
        Box::pin(std::future::ready(Ok(0)))
    }
}
