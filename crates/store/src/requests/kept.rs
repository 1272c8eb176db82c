//! What was read a moment ago and need not be read again.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::figures::Figures;
use super::schedule::Schedule;
use super::share::Branches;
use crate::batch::Statement;
use crate::{Result, Store};

/// How long something is believed that this process has not changed; another node's changes show within this time.
const BELIEVED: Duration = Duration::from_secs(1);
/// From this age on it is read again aside, so that whoever calls all the time never waits for it.
const AGEING: Duration = Duration::from_millis(300);
const MOST: usize = 10_000;

/// Whose it is and what was asked.
pub(super) type Key = Vec<String>;

#[derive(Default)]
pub(crate) struct Kept {
    /// Counts what this process has changed about requests.
    changes: AtomicU64,
    pub(super) figures: Lately<Figures>,
    pub(super) schedules: Lately<Schedule>,
    pub(super) forwarders: Lately<Vec<String>>,
    pub(super) branches: Roughly<Branches, 60>,
    pub(super) alike: Roughly<i64, 60>,
    pub(super) many: Roughly<bool, 10>,
    pub(super) edges: Roughly<Option<String>, 60>,
    pub(super) far: Roughly<(), 10>,
}

impl Kept {
    /// To be told of everything that was written, once it is.
    pub fn forget(&self, is_about_requests: bool) {
        if is_about_requests {
            self.changes.fetch_add(1, Ordering::SeqCst);
        }
    }
}

/// Can it change what is found of requests, or by whom?
pub(crate) fn is_about_requests(statement: &Statement) -> bool {
    ["docrequest", "request_forward"].iter().any(|table| statement.sql.text.contains(table))
}

struct Known<T> {
    what: Arc<T>,
    read: Instant,
    /// Somebody is reading it again.
    is_renewed: AtomicBool,
}

impl<T> Known<T> {
    fn new(what: &Arc<T>, read: Instant) -> Known<T> {
        Known { what: what.clone(), read, is_renewed: AtomicBool::new(false) }
    }

    /// Nothing once it is too old. Beside it, whether whoever asks is the one who sees to its being read again: from some age
    /// on, the first.
    fn believed(&self, ageing: Duration, lasts: Duration) -> Option<(Arc<T>, bool)> {
        let age = self.read.elapsed();
        (age < lasts).then(|| (self.what.clone(), age >= ageing && !self.is_renewed.swap(true, Ordering::Relaxed)))
    }
}

/// What is true until this process changes a request. Beside it, how many changes there had been before it was read.
pub(super) struct Lately<T>(Mutex<HashMap<Key, (u64, Known<T>)>>);

impl<T> Default for Lately<T> {
    fn default() -> Lately<T> {
        Lately(Mutex::default())
    }
}

impl<T> Lately<T> {
    fn get(&self, key: &Key, changes: u64) -> Option<(Arc<T>, bool)> {
        let all = self.0.lock();
        let (_, known) = all.get(key).filter(|(then, _)| *then == changes)?;
        known.believed(AGEING, BELIEVED)
    }

    /// With when its reading began: nobody knows what others change meanwhile.
    fn keep(&self, key: Key, changes: u64, read: Instant, what: &Arc<T>) {
        let mut all = self.0.lock();
        if all.len() >= MOST {
            all.retain(|_, (_, known)| known.read.elapsed() < BELIEVED);
        }
        all.insert(key, (changes, Known::new(what, read)));
    }
}

/// Guesses, which are good enough for so many seconds. Of many who ask for one that ages, the first reads again.
pub(super) struct Roughly<T, const SECONDS: u64>(Mutex<HashMap<Key, Known<T>>>);

impl<T, const SECONDS: u64> Default for Roughly<T, SECONDS> {
    fn default() -> Self {
        Roughly(Mutex::default())
    }
}

impl<T, const SECONDS: u64> Roughly<T, SECONDS> {
    pub(super) fn get(&self, key: &Key) -> Option<Arc<T>> {
        let lasts = Duration::from_secs(SECONDS);
        let all = self.0.lock();
        let (what, renews) = all.get(key)?.believed(lasts * 7 / 10, lasts)?;
        (!renews).then_some(what)
    }

    pub(super) fn keep(&self, key: Key, what: &Arc<T>) {
        let mut all = self.0.lock();
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(key, Known::new(what, Instant::now()));
    }
}

impl Store {
    /// What was guessed lately, or else what is read now.
    pub(super) async fn roughly<T, const SECONDS: u64>(
        &self,
        of: impl Fn(&Kept) -> &Roughly<T, SECONDS>,
        key: Key,
        read: impl Future<Output = Result<T>>,
    ) -> Result<Arc<T>> {
        if let Some(known) = of(&self.kept).get(&key) {
            return Ok(known);
        }
        let what = Arc::new(read.await?);
        of(&self.kept).keep(key, &what);
        Ok(what)
    }

    /// What is known, or else what is read now. What ages is read again aside.
    pub(super) async fn lately<T, Reading>(
        &self,
        of: fn(&Kept) -> &Lately<T>,
        key: Key,
        read: impl FnOnce(Store) -> Reading,
    ) -> Result<Arc<T>>
    where
        T: Send + Sync + 'static,
        Reading: Future<Output = Result<T>> + Send + 'static,
    {
        let changes = self.kept.changes.load(Ordering::SeqCst);
        let known = of(&self.kept).get(&key, changes);
        if let Some((what, false)) = known {
            return Ok(what);
        }
        let (kept, reading, began) = (self.kept.clone(), read(self.clone()), Instant::now());
        let renewed = async move {
            let what = Arc::new(reading.await?);
            of(&kept).keep(key, changes, began, &what);
            Ok(what)
        };
        match known {
            Some((what, _)) => {
                tokio::spawn(renewed);
                Ok(what)
            }
            // Whoever finds nothing that can be believed waits, and hears what was wrong.
            None => Box::pin(renewed).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_since_is_not_believed() {
        let lately = Lately::default();
        lately.keep(vec!["a".into()], 7, Instant::now(), &Arc::new(1));
        assert_eq!(lately.get(&vec!["a".into()], 7), Some((Arc::new(1), false)));
        assert!(lately.get(&vec!["a".into()], 8).is_none());
        assert!(lately.get(&vec!["b".into()], 7).is_none());
    }

    #[test]
    fn of_many_who_ask_for_what_ages_one_has_it_read_again() {
        let lately = Lately::default();
        let key: Key = vec!["a".into()];
        lately.keep(key.clone(), 7, Instant::now() - AGEING, &Arc::new(1));
        assert_eq!(lately.get(&key, 7), Some((Arc::new(1), true)), "the first");
        assert_eq!(lately.get(&key, 7), Some((Arc::new(1), false)), "the others go on");
        lately.0.lock().get_mut(&key).unwrap().1.read -= BELIEVED;
        assert!(lately.get(&key, 7).is_none(), "but not for ever");
    }

    #[tokio::test]
    async fn what_ages_is_read_aside_and_whoever_asked_does_not_wait() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("docz.sqlite");
        let store = Store::open_sqlite(&file, crate::RootKey::new([7; 32])).await.unwrap();
        let key: Key = vec!["a".into()];
        let ask = async |says: &str| {
            let says = vec![says.to_owned()];
            store.lately(|kept| &kept.forwarders, key.clone(), |_| async { Ok(says) }).await.unwrap()[0].clone()
        };
        assert_eq!(ask("then").await, "then");
        assert_eq!(ask("now").await, "then");
        store.kept.forwarders.0.lock().get_mut(&key).unwrap().1.read -= AGEING;
        assert_eq!(ask("now").await, "then", "it is read again, and nobody waits");
        tokio::task::yield_now().await;
        assert_eq!(ask("later").await, "now");
        store.kept.forwarders.0.lock().get_mut(&key).unwrap().1.read -= BELIEVED;
        assert_eq!(ask("later").await, "later", "what is too old is waited for");
        store.kept.forget(true);
        assert_eq!(ask("at last").await, "at last", "and so is what this process has changed");
    }

    #[test]
    fn a_guess_is_good_for_a_minute_whatever_changes() {
        let roughly = Roughly::<i64, 60>::default();
        let key: Key = vec!["a".into()];
        roughly.keep(key.clone(), &Arc::new(1));
        assert_eq!(roughly.get(&key).as_deref(), Some(&1));
        roughly.0.lock().get_mut(&key).unwrap().read -= Duration::from_secs(42);
        assert!(roughly.get(&key).is_none() && roughly.get(&key).is_some(), "one reads, the others go on");
        roughly.0.lock().get_mut(&key).unwrap().read -= Duration::from_secs(18);
        assert!(roughly.get(&key).is_none());
    }

    #[test]
    fn only_what_is_about_requests_is_told_of() {
        let is_about = |text: &'static str| is_about_requests(&Statement::new(text, Vec::new()));
        assert!(
            is_about("UPDATE docrequest SET owner = $1") && is_about("INSERT INTO docrequest_count (n) VALUES ($1)")
        );
        assert!(is_about("DELETE FROM request_forward") && !is_about("INSERT INTO session (token) VALUES ($1)"));
    }
}
