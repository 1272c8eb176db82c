use std::collections::HashMap;
use std::future::Future;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use domain::Refusal;
use domain::document::{FileType, file_name};
use domain::message::Message;
use futures_util::TryStreamExt;
use ports::{Cover, InspectFault, Picture, PreviewKey};
use store::requests::FileRow;
use tokio::sync::OnceCell;

use super::masking::{cover, located, original_only};
use super::showing::Showing;
use crate::documents::Content;
use crate::documents::receive::UploadMemory;
use crate::documents::verify::readings::Readings;
use crate::files::inspection_queue::{Caller, InspectionQueue};
use crate::files::{RecordedFile, inspect_fault, is_damage};
use crate::{App, Error, Result, files};

/// The width of a page on the review screen.
pub const WIDTH: u32 = 1200;

/// The slots for parsing, and the renderings in progress.
#[derive(Default)]
pub struct Inspections {
    pub uploads: InspectionQueue,
    pub(crate) memory: UploadMemory,
    pub previews: InspectionQueue,
    /// For locating numbers, which takes longer: pages that can be shown do not wait behind it.
    pub(crate) reading: InspectionQueue,
    /// Concurrent calls of one user for the same page wait together.
    per_user: SharedRuns<(Caller, PreviewKey), Result<Picture>>,
    /// Concurrent calls of all users for the same page share one rendering.
    rendering: SharedRuns<PreviewKey, Result<Picture>>,
    pub(crate) readings: Readings,
}

/// The width of a page in a list.
const THUMBNAIL: u32 = 320;

/// Renders a page of a file as a picture. A page number beyond the end is refused before any work starts.
pub async fn page(app: &App, content: &Content, number: u32) -> Result<Picture> {
    page_of(app, content, number, WIDTH).await
}

/// The first page, small.
pub async fn thumbnail(app: &App, content: &Content) -> Result<Picture> {
    page_of(app, content, 1, THUMBNAIL).await
}

async fn page_of(app: &App, content: &Content, number: u32, width: u32) -> Result<Picture> {
    let file = &content.file;
    // A file without pages has one picture, whatever number the caller sends.
    let number = if file.pages.is_some() { number.max(1) } else { 1 };
    if file.pages.is_some_and(|pages| i64::from(number) > pages) {
        return Err(Refusal::NotFound.into());
    }
    let content = &*located(app, content).await?;
    if content.showing == Showing::OriginalOnly {
        return Err(original_only());
    }
    if content.showing.hides(number) {
        return Err(Refusal::Conflict(Message::plain("pageNotRead")).into());
    }
    let is_covered = !content.showing.on_page(number).is_empty();
    picture(app, content, number, width, is_covered).await
}

/// A page of a masked copy, always as JPEG.
pub(super) async fn masked_page(app: &App, content: &Content, number: u32, width: u32) -> Result<Picture> {
    picture(app, content, number, width, true).await
}

pub(crate) fn kind_of(file: &FileRow) -> Result<FileType> {
    let kind = file_name::extension(&file.file_name).and_then(FileType::of_extension);
    Ok(kind.ok_or(Refusal::NotFound)?)
}

/// A page (from 1) of a stored file as a picture, never the file itself.
async fn picture(app: &App, content: &Content, page: u32, width: u32, is_covered: bool) -> Result<Picture> {
    let (caller, file, kind) = (&content.reader, &content.recorded, kind_of(&content.file)?);
    let covers = content.showing.on_page(page);
    let key =
        PreviewKey { storage_id: file.stored.id.clone(), page, width, covers: is_covered.then(|| hash_of(&covers)) };
    if let Some(cached) = cached(app, &key, kind).await {
        return cached;
    }
    let inspections = &app.inspections;
    let work = async || {
        let _slot = inspections.previews.take(caller.clone()).await?;
        inspections.rendering.run(key.clone(), async || render(app, &key, file, kind, &covers).await).await
    };
    inspections.per_user.run((caller.clone(), key.clone()), work).await
}

fn hash_of(covers: &[Cover]) -> u64 {
    let mut hasher = DefaultHasher::new();
    let numbers = covers.iter().flat_map(|cover| [cover.x, cover.y, cover.width, cover.height]);
    numbers.for_each(|number| number.to_bits().hash(&mut hasher));
    hasher.finish()
}

async fn cached(app: &App, key: &PreviewKey, kind: FileType) -> Option<Result<Picture>> {
    let found = app.previews.find(key).await?;
    Some(found.map_err(|fault| inspect_fault(kind, &fault)))
}

async fn render(app: &App, key: &PreviewKey, file: &RecordedFile, kind: FileType, covers: &[Cover]) -> Result<Picture> {
    // Another caller may have rendered it while this one waited.
    if let Some(cached) = cached(app, key, kind).await {
        return cached;
    }
    let rendered = match draw(app, key, file, kind).await? {
        // It may have been moved to another store while it was read.
        None => draw(app, key, file, kind).await?,
        done => done,
    };
    let rendered = match rendered.ok_or_else(|| Error::Unavailable("the file cannot be read".to_owned()))? {
        Ok(page) if key.covers.is_some() => Ok(cover(app, kind, page, covers).await?),
        other => other,
    };
    if !matches!(rendered, Err(InspectFault::Unavailable(_)))
        && let Err(error) = app.previews.store(key, &rendered).await
    {
        tracing::warn!(%error, "a preview could not be cached");
    }
    rendered.map_err(|fault| inspect_fault(kind, &fault))
}

/// Draws a page of a file; none if the file broke off.
async fn draw(
    app: &App,
    key: &PreviewKey,
    file: &RecordedFile,
    kind: FileType,
) -> Result<Option<std::result::Result<Picture, InspectFault>>> {
    let opened = files::open(app, file).await?;
    let (is_damaged, is_broken) = (AtomicBool::new(false), AtomicBool::new(false));
    let pieces = opened.pieces.inspect_err(|error| {
        is_damaged.store(is_damage(error), Ordering::Relaxed);
        is_broken.store(true, Ordering::Relaxed);
    });
    let drawn = app.inspector.picture(kind, Box::pin(pieces), key.page, key.width).await;
    if is_damaged.into_inner() {
        Err(Refusal::DocumentDamaged.into())
    } else if is_broken.into_inner() {
        Ok(None)
    } else {
        Ok(Some(drawn))
    }
}

/// Work in progress, by key. Concurrent calls for the same key share one run; when the working call is aborted, the
/// next one takes over.
pub(super) struct SharedRuns<K: Eq + Hash, T>(Mutex<HashMap<K, Arc<OnceCell<T>>>>);

impl<K: Eq + Hash, T> Default for SharedRuns<K, T> {
    fn default() -> Self {
        SharedRuns(Mutex::default())
    }
}

impl<K: Eq + Hash + Clone, T: Clone> SharedRuns<K, T> {
    pub(crate) async fn run<W: Future<Output = T>>(&self, key: K, work: impl FnOnce() -> W) -> T {
        let cell = self.lock().entry(key.clone()).or_default().clone();
        let own = Participant { runs: self, key, cell: Some(cell) };
        match &own.cell {
            Some(cell) => cell.get_or_init(work).await.clone(),
            None => work().await,
        }
    }
}

impl<K: Eq + Hash, T> SharedRuns<K, T> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, Arc<OnceCell<T>>>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The last call to leave removes the entry, also when aborted. The cell is released under the lock, so that the count
/// is exact.
struct Participant<'a, K: Eq + Hash, T> {
    runs: &'a SharedRuns<K, T>,
    key: K,
    cell: Option<Arc<OnceCell<T>>>,
}

impl<K: Eq + Hash, T> Drop for Participant<'_, K, T> {
    fn drop(&mut self) {
        let mut all = self.runs.lock();
        self.cell = None;
        if all.get(&self.key).is_some_and(|cell| Arc::strong_count(cell) == 1) {
            all.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn concurrent_calls_share_one_run_and_leave_nothing_behind() {
        let (runs, count) = (SharedRuns::default(), AtomicU32::new(0));
        let work = async || {
            tokio::task::yield_now().await;
            count.fetch_add(1, Ordering::Relaxed)
        };
        let all = (0..20).map(|_| runs.run("page", &work));
        assert_eq!(futures_util::future::join_all(all).await, [0; 20]);
        assert_eq!(runs.run("page", &work).await, 1, "a later call runs again");
        assert!(runs.lock().is_empty());
    }

    #[tokio::test]
    async fn when_the_working_call_is_aborted_the_next_takes_over() {
        let runs = Arc::new(SharedRuns::default());
        let own = runs.clone();
        let stuck = tokio::spawn(async move { own.run("page", std::future::pending::<u32>).await });
        while runs.lock().is_empty() {
            tokio::task::yield_now().await;
        }
        let own = runs.clone();
        let next = tokio::spawn(async move { own.run("page", async || 7).await });
        tokio::task::yield_now().await;
        stuck.abort();
        assert_eq!(next.await.unwrap(), 7);
        assert!(stuck.await.is_err() && runs.lock().is_empty());
    }
}
