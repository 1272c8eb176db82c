use std::ops::Range;
use std::sync::Arc;

use futures_util::StreamExt;
use jiff::Timestamp;
use ports::{FileContext, FileFault, FileFuture, Files, Ids, OpenFile, Pieces, StoredFile, WrittenFile};

/// Two stores, while files are moved from one to the other. New files go to the first.
pub struct FilePlaces {
    first: Arc<dyn Files>,
    second: Arc<dyn Files>,
}

impl FilePlaces {
    pub fn new(first: Arc<dyn Files>, second: Arc<dyn Files>) -> FilePlaces {
        FilePlaces { first, second }
    }
}

impl Files for FilePlaces {
    fn put<'a>(&'a self, id: &'a str, context: &'a FileContext, pieces: Pieces<'a>) -> FileFuture<'a, WrittenFile> {
        self.first.put(id, context, pieces)
    }

    /// A file is complete in its new place before it is removed from the old one, so one that is moved to the first
    /// place meanwhile is found there at the second look.
    fn open<'a>(&'a self, file: &'a StoredFile, range: Range<u64>) -> FileFuture<'a, OpenFile> {
        Box::pin(async move {
            for place in [&self.first, &self.second, &self.first] {
                match place.open(file, range.clone()).await {
                    Err(FileFault::Missing) => {}
                    opened => return opened,
                }
            }
            Err(FileFault::Missing)
        })
    }

    fn delete<'a>(&'a self, id: &'a str) -> FileFuture<'a, ()> {
        Box::pin(async move {
            self.first.delete(id).await?;
            self.second.delete(id).await
        })
    }

    fn older_than(&self, before: Timestamp) -> Ids<'_> {
        Box::pin(self.first.older_than(before).chain(self.second.older_than(before)))
    }

    fn drop_unfinished(&self, before: Timestamp) -> FileFuture<'_, u64> {
        Box::pin(
            async move { Ok(self.first.drop_unfinished(before).await? + self.second.drop_unfinished(before).await?) },
        )
    }
}
