//! What a folder and a bucket have in common: the names of their marker and of files in the trash.

use futures_util::{TryStreamExt, stream};
use jiff::Timestamp;
use opendal::{Entry, Operator};
use ports::files::{TrashedFile, TrashedFiles, is_storage_id};

use super::s3::fault;

/// The file with the id of the installation. No document has such a name.
pub const MARKER: &str = "installation";
/// `trash/20261118T095500Z/<id>`: the time is when the file was moved there.
pub const TRASH: &str = "trash/";

pub fn trash_path(id: &str, moved_on: Timestamp) -> String {
    format!("{TRASH}{}/{id}", moved_on.strftime("%Y%m%dT%H%M%SZ"))
}

fn trashed(entry: &Entry) -> Option<TrashedFile> {
    let (moved_on, id) = entry.path().strip_prefix(TRASH)?.split_once('/')?;
    let moved_on = moved_on.parse().ok().filter(|_| is_storage_id(id))?;
    Some(TrashedFile { id: id.to_owned(), moved_on, size: entry.metadata().content_length() })
}

pub fn list(store: &Operator) -> TrashedFiles<'_> {
    let entries = stream::once(async { store.lister_with(TRASH).recursive(true).await }).try_flatten();
    Box::pin(entries.map_err(fault).try_filter_map(|entry| std::future::ready(Ok(trashed(&entry)))))
}
