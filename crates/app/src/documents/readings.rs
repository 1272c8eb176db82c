use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::masking::Showing;
use crate::Result;

/// How long a result is kept for callers that ask again. The job stores its own soon.
const KEPT: Duration = Duration::from_secs(120);
/// How long a failure is kept: longer than callers take to ask again.
const FAILURE_KEPT: Duration = Duration::from_secs(3);

type Found = Result<Showing>;

/// The reading of one file.
pub(super) type Reading = watch::Receiver<Option<Found>>;

/// Files that are being read because somebody wants to see them. Callers of one file share its reading, which goes on
/// when they stop waiting.
#[derive(Clone, Default)]
pub(super) struct Readings(Arc<Mutex<HashMap<String, Reading>>>);

impl Readings {
    /// The reading of a file, begun if it has not been.
    pub fn of<Work>(&self, storage_id: &str, work: impl FnOnce() -> Work) -> Reading
    where
        Work: Future<Output = Found> + Send + 'static,
    {
        let mut all = self.lock();
        // One without a sender and without a result broke off.
        let known = all.get(storage_id).filter(|known| known.has_changed().is_ok() || known.borrow().is_some());
        if let Some(known) = known {
            return known.clone();
        }
        let (result, reading) = watch::channel(None);
        all.insert(storage_id.to_owned(), reading.clone());
        let (readings, id, work) = (self.clone(), storage_id.to_owned(), work());
        tokio::spawn(async move {
            let found = work.await;
            let kept = if found.is_ok() { KEPT } else { FAILURE_KEPT };
            result.send_replace(Some(found));
            tokio::time::sleep(kept).await;
            readings.lock().remove(&id);
        });
        reading
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Reading>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;
    use crate::Error;

    #[tokio::test]
    async fn a_reading_goes_on_without_its_caller_and_is_kept_for_the_next() {
        let readings = Readings::default();
        let (go_on, hold) = oneshot::channel::<()>();
        drop(readings.of("a", || async {
            let _ = hold.await;
            Ok(Showing::Whole)
        }));
        let mut joined = readings.of("a", || async { panic!("one reading for all") });
        assert!(joined.borrow().is_none());
        go_on.send(()).unwrap();
        assert!(joined.wait_for(Option::is_some).await.is_ok());
        assert!(readings.of("a", || async { panic!("the result is kept") }).borrow().is_some());
    }

    #[tokio::test]
    async fn a_failure_is_told_to_the_next_caller_and_then_tried_again() {
        let readings = Readings::default();
        let mut failed = readings.of("a", || async { Err(Error::Unavailable("no disk".into())) });
        assert!(failed.wait_for(|found| matches!(found, Some(Err(_)))).await.is_ok());
        let next = readings.of("a", || async { panic!("the failure is kept for a moment") });
        assert!(matches!(*next.borrow(), Some(Err(_))));
        while readings.lock().contains_key("a") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let mut next = readings.of("a", || async { Ok(Showing::Whole) });
        assert!(next.wait_for(|found| matches!(found, Some(Ok(_)))).await.is_ok());
    }

    #[tokio::test]
    async fn a_reading_that_broke_off_is_begun_again() {
        let readings = Readings::default();
        let mut broken = readings.of("a", || async { panic!("a bug") });
        assert!(broken.wait_for(Option::is_some).await.is_err());
        let mut next = readings.of("a", || async { Ok(Showing::Whole) });
        assert!(next.wait_for(Option::is_some).await.is_ok());
    }
}
