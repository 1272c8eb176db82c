use domain::access::{Reach, Scope};
use ports::{FileContext, FileFault, FileFuture, FileKeys};
use store::{Error, Store};
use zeroize::Zeroizing;

/// Encrypts the keys of files with the keys of their entities.
pub struct EntityFileKeys(Store);

impl EntityFileKeys {
    pub fn new(store: Store) -> EntityFileKeys {
        EntityFileKeys(store)
    }
}

fn scope(context: &FileContext) -> Scope {
    Scope { country: context.country.clone(), entity: context.entity.clone(), tenants: Reach::Every }
}

fn label(context: &FileContext) -> String {
    format!("file-key|{}|{}|{}", context.txn_ref_no, context.document, context.file_id)
}

fn fault(error: Error) -> FileFault {
    FileFault::Unavailable(error.to_string())
}

impl FileKeys for EntityFileKeys {
    fn seal<'a>(&'a self, context: &'a FileContext, key: &'a [u8; 32]) -> FileFuture<'a, String> {
        Box::pin(async move { self.0.seal_file_key(&scope(context), &label(context), key).await.map_err(fault) })
    }

    fn open<'a>(&'a self, context: &'a FileContext, sealed: &'a str) -> FileFuture<'a, Zeroizing<[u8; 32]>> {
        Box::pin(async move {
            let opened = self.0.open_file_key(&scope(context), &label(context), sealed).await.map_err(fault)?;
            opened.ok_or(FileFault::Damaged)
        })
    }
}
