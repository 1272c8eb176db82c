use std::future::Future;
use std::io;
use std::pin::Pin;

use crate::inspector::{InspectFault, Picture};

/// Identifies a rendered page: file, page (from 1), width and covered parts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PreviewKey {
    pub storage_id: String,
    pub page: u32,
    pub width: u32,
    /// A hash of the covered parts; `None` for a page as it is. A page covered otherwise is another picture.
    pub covers: Option<u64>,
}

/// The result of rendering. Failures are cached too, so a page that cannot be rendered is tried only once.
pub type Rendered = Result<Picture, InspectFault>;

pub type PreviewFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A bounded cache of rendered pages. Losing an entry costs a rendering, never data.
pub trait Previews: Send + Sync {
    fn find<'a>(&'a self, key: &'a PreviewKey) -> PreviewFuture<'a, Option<Rendered>>;

    fn store<'a>(&'a self, key: &'a PreviewKey, rendered: &'a Rendered) -> PreviewFuture<'a, io::Result<()>>;

    /// Removes all pages of a file.
    fn remove<'a>(&'a self, storage_id: &'a str) -> PreviewFuture<'a, ()>;

    /// The files that have pages here.
    fn storage_ids(&self) -> Vec<String>;
}

/// Caches nothing: every page is rendered again.
pub struct NoPreviews;

impl Previews for NoPreviews {
    fn find<'a>(&'a self, _: &'a PreviewKey) -> PreviewFuture<'a, Option<Rendered>> {
        Box::pin(std::future::ready(None))
    }

    fn store<'a>(&'a self, _: &'a PreviewKey, _: &'a Rendered) -> PreviewFuture<'a, io::Result<()>> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn remove<'a>(&'a self, _: &'a str) -> PreviewFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    fn storage_ids(&self) -> Vec<String> {
        Vec::new()
    }
}
