//! Figures and schedules of the dashboard, cached for a second.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::figures::Figures;
use super::pace::Pace;
use super::schedule::Schedule;
use crate::statement::Statement;
use crate::{Result, Store};

/// Changes by other nodes appear within this time, changes by this process at once.
const LIFETIME: Duration = Duration::from_secs(1);
/// From this age on an entry is refreshed in the background, so that a frequent caller never waits.
const REFRESH_AFTER: Duration = Duration::from_millis(300);
const MOST_ENTRIES: usize = 10_000;

pub(super) type Key = Vec<String>;

#[derive(Default)]
pub(crate) struct Caches {
    /// Number of request changes by this process.
    changes: AtomicU64,
    pub(super) figures: Cache<Figures>,
    pub(super) schedules: Cache<Schedule>,
    pub(super) pace: Cache<Pace>,
}

impl Caches {
    /// Call after every write.
    pub fn forget(&self, is_about_requests: bool) {
        if is_about_requests {
            self.changes.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// True when a statement may change which requests are found, or by whom.
pub(crate) fn is_about_requests(statement: &Statement) -> bool {
    let is_of_requests = |table: &str| table.starts_with("docrequest") || table == "request_forward";
    is_of_requests(statement.table())
}

struct Entry<T> {
    value: Arc<T>,
    /// When the read began.
    read_at: Instant,
    /// The value of `Caches::changes` before the read.
    changes: u64,
    is_refreshing: AtomicBool,
}

/// Entries are valid until this process changes a request, and for a second at most.
pub(super) struct Cache<T>(Mutex<HashMap<Key, Entry<T>>>);

impl<T> Default for Cache<T> {
    fn default() -> Cache<T> {
        Cache(Mutex::default())
    }
}

impl<T> Cache<T> {
    /// The value, and whether this caller has to refresh it.
    fn get(&self, key: &Key, changes: u64) -> Option<(Arc<T>, bool)> {
        let entries = self.0.lock();
        let entry = entries.get(key).filter(|entry| entry.changes == changes)?;
        let age = entry.read_at.elapsed();
        let refreshes = age >= REFRESH_AFTER && !entry.is_refreshing.swap(true, Ordering::Relaxed);
        (age < LIFETIME).then(|| (entry.value.clone(), refreshes))
    }

    fn put(&self, key: Key, changes: u64, read_at: Instant, value: &Arc<T>) {
        let mut entries = self.0.lock();
        if entries.len() >= MOST_ENTRIES {
            entries.retain(|_, entry| entry.read_at.elapsed() < LIFETIME);
        }
        let is_refreshing = AtomicBool::new(false);
        entries.insert(key, Entry { value: value.clone(), read_at, changes, is_refreshing });
    }
}

impl Store {
    /// The cached value, or a fresh one.
    pub(super) async fn cached<T, Reading>(
        &self,
        of: fn(&Caches) -> &Cache<T>,
        key: Key,
        read: impl FnOnce(Store) -> Reading,
    ) -> Result<Arc<T>>
    where
        T: Send + Sync + 'static,
        Reading: Future<Output = Result<T>> + Send + 'static,
    {
        let changes = self.caches.changes.load(Ordering::SeqCst);
        let known = of(&self.caches).get(&key, changes);
        if let Some((value, false)) = known {
            return Ok(value);
        }
        let (caches, reading, began) = (self.caches.clone(), read(self.clone()), Instant::now());
        let refreshed = async move {
            let value = Arc::new(reading.await?);
            of(&caches).put(key, changes, began, &value);
            Ok(value)
        };
        match known {
            Some((value, _)) => {
                tokio::spawn(refreshed);
                Ok(value)
            }
            None => refreshed.await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::Filter;

    fn key() -> Key {
        vec!["a".into()]
    }

    #[test]
    fn an_entry_from_before_a_change_is_not_used() {
        let cache = Cache::default();
        cache.put(key(), 7, Instant::now(), &Arc::new(1));
        assert_eq!(cache.get(&key(), 7), Some((Arc::new(1), false)));
        assert!(cache.get(&key(), 8).is_none());
        assert!(cache.get(&vec!["b".into()], 7).is_none());
    }

    #[test]
    fn one_caller_refreshes_an_ageing_entry() {
        let cache = Cache::default();
        cache.put(key(), 7, Instant::now() - REFRESH_AFTER, &Arc::new(1));
        assert_eq!(cache.get(&key(), 7), Some((Arc::new(1), true)), "the first");
        assert_eq!(cache.get(&key(), 7), Some((Arc::new(1), false)), "the others go on");
        cache.0.lock().get_mut(&key()).unwrap().read_at -= LIFETIME;
        assert!(cache.get(&key(), 7).is_none(), "but not for ever");
    }

    #[tokio::test]
    async fn an_ageing_entry_is_refreshed_in_the_background() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("docz.sqlite");
        let store = Store::open_sqlite(&file, crate::RootKey::new([7; 32])).await.unwrap();
        let age = |by| store.caches.schedules.0.lock().get_mut(&key()).unwrap().read_at -= by;
        let ask = async |count: i64| {
            let read = Schedule { meetings_in_all: count, ..Schedule::default() };
            store.cached(|caches| &caches.schedules, key(), |_| async { Ok(read) }).await.unwrap().meetings_in_all
        };
        assert_eq!((ask(1).await, ask(2).await), (1, 1));
        age(REFRESH_AFTER);
        assert_eq!(ask(2).await, 1, "nobody waits for the refresh");
        tokio::task::yield_now().await;
        assert_eq!(ask(3).await, 2);
        age(LIFETIME);
        assert_eq!(ask(3).await, 3, "an old entry is read again at once");
        store.caches.forget(true);
        assert_eq!(ask(4).await, 4, "and so is one from before a change");
    }

    #[test]
    fn only_statements_about_requests_invalidate() {
        let is_about = |table| is_about_requests(&Statement::delete(table, Filter::default()));
        assert!(is_about("docrequest") && is_about("docrequest_count") && is_about("request_forward"));
        assert!(!is_about("session") && !is_about("outbox"));
    }
}
