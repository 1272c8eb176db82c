use std::future::Future;
use std::io;
use std::pin::Pin;

use crate::inspector::{InspectFault, Picture};

/// One rendered page: of which file, which page (from 1), how wide.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PreviewKey {
    pub storage_id: String,
    pub page: u32,
    pub width: u32,
}

/// What rendering came to. A page that cannot be rendered is remembered too, so that it is tried once only.
pub type Rendered = Result<Picture, InspectFault>;

pub type Keeping<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A bounded cache of rendered pages. Losing an entry costs a rendering, never data.
pub trait Previews: Send + Sync {
    fn find<'a>(&'a self, key: &'a PreviewKey) -> Keeping<'a, Option<Rendered>>;

    fn keep<'a>(&'a self, key: &'a PreviewKey, rendered: &'a Rendered) -> Keeping<'a, io::Result<()>>;

    /// Removes all pages of a file.
    fn remove<'a>(&'a self, storage_id: &'a str) -> Keeping<'a, ()>;

    /// The files that have pages here.
    fn storage_ids(&self) -> Vec<String>;
}

/// Keeps nothing: every page is rendered again.
pub struct NoPreviews;

impl Previews for NoPreviews {
    fn find<'a>(&'a self, _: &'a PreviewKey) -> Keeping<'a, Option<Rendered>> {
        Box::pin(std::future::ready(None))
    }

    fn keep<'a>(&'a self, _: &'a PreviewKey, _: &'a Rendered) -> Keeping<'a, io::Result<()>> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn remove<'a>(&'a self, _: &'a str) -> Keeping<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    fn storage_ids(&self) -> Vec<String> {
        Vec::new()
    }
}
