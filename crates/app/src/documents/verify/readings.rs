use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::file_reading::FileReading;
use crate::Result;

/// How long a result is kept for callers that ask again. The job stores its own soon.
const KEPT: Duration = Duration::from_secs(120);
/// How long a failure is kept: longer than callers take to ask again.
const FAILURE_KEPT: Duration = Duration::from_secs(3);

type Found = Result<Arc<FileReading>>;

/// The reading of one file.
pub(crate) type Reading = watch::Receiver<Option<Found>>;

/// Files that are being read, by the job or because somebody wants to see them. Callers of one file share its reading,
/// which goes on when they stop waiting.
#[derive(Clone, Default)]
pub(crate) struct Readings(Arc<Mutex<HashMap<String, Reading>>>);

impl Readings {
    /// The reading of a file, begun if it has not been.
    pub fn of<Work>(&self, storage_id: &str, work: impl FnOnce() -> Work) -> Reading
    where
        Work: Future<Output = Result<FileReading>> + Send + 'static,
    {
        let mut all = self.lock();
        // One without a sender and without a result broke off.
        let known = all.get(storage_id).filter(|known| known.has_changed().is_ok() || known.borrow().is_some());
        if let Some(known) = known {
            return known.clone();
        }
        let (result, reading) = watch::channel(None);
        all.insert(storage_id.to_owned(), reading.clone());
        let begun = Begun { readings: self.clone(), storage_id: storage_id.to_owned(), reading: reading.clone() };
        let work = work();
        tokio::spawn(async move {
            let found = work.await;
            let kept = if found.is_ok() { KEPT } else { FAILURE_KEPT };
            result.send_replace(Some(found.map(|found| Arc::new(found.without_words()))));
            begun.keep(kept).await;
        });
        reading
    }

    /// The job reads a file: callers that want to see it from now on wait for that. What was found is kept until the
    /// job has stored it. If the job fails, the next caller reads the file.
    pub async fn of_job(
        &self,
        storage_id: &str,
        work: impl Future<Output = Result<FileReading>>,
    ) -> Result<FileReading> {
        let (result, reading) = watch::channel(None);
        self.lock().insert(storage_id.to_owned(), reading.clone());
        let begun = Begun { readings: self.clone(), storage_id: storage_id.to_owned(), reading };
        let found = work.await?;
        result.send_replace(Some(Ok(Arc::new(found.without_words()))));
        tokio::spawn(begun.keep(KEPT));
        Ok(found)
    }

    /// What was read in a file a moment ago, without its words.
    pub fn finished(&self, storage_id: &str) -> Option<Arc<FileReading>> {
        let reading = self.lock().get(storage_id)?.clone();
        let found = reading.borrow();
        found.as_ref()?.as_ref().ok().cloned()
    }

    /// What was read a moment ago does not count any more.
    pub fn forget(&self, storage_id: &str) {
        self.lock().remove(storage_id);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Reading>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reading that others can join. It is forgotten when this is dropped.
struct Begun {
    readings: Readings,
    storage_id: String,
    reading: Reading,
}

impl Begun {
    async fn keep(self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        let mut all = self.readings.lock();
        if all.get(&self.storage_id).is_some_and(|known| known.same_channel(&self.reading)) {
            all.remove(&self.storage_id);
        }
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
            Ok(FileReading::default())
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
        let mut next = readings.of("a", || async { Ok(FileReading::default()) });
        assert!(next.wait_for(|found| matches!(found, Some(Ok(_)))).await.is_ok());
    }

    #[tokio::test]
    async fn a_reading_that_broke_off_is_begun_again() {
        let readings = Readings::default();
        let mut broken = readings.of("a", || async { panic!("a bug") });
        assert!(broken.wait_for(Option::is_some).await.is_err());
        let mut next = readings.of("a", || async { Ok(FileReading::default()) });
        assert!(next.wait_for(Option::is_some).await.is_ok());
    }

    #[tokio::test]
    async fn callers_wait_for_the_job_and_read_themselves_if_it_fails() {
        let readings = Readings::default();
        let (go_on, hold) = oneshot::channel::<()>();
        let job = readings.of_job("a", async {
            let _ = hold.await;
            Ok(FileReading { lacks_number: true, ..FileReading::default() })
        });
        let caller = async {
            let mut joined = readings.of("a", || async { panic!("the job reads it") });
            go_on.send(()).unwrap();
            joined.wait_for(Option::is_some).await.is_ok()
        };
        let (done, is_told) = tokio::join!(job, caller);
        assert!(done.is_ok_and(|found| found.lacks_number) && is_told);
        assert!(readings.finished("a").is_some_and(|found| found.lacks_number));
        assert!(readings.of_job("b", async { Err(Error::Unavailable("no disk".into())) }).await.is_err());
        assert!(readings.finished("b").is_none() && !readings.lock().contains_key("b"));
    }
}
