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
    fn now(what: &Arc<T>) -> Known<T> {
        Known { what: what.clone(), read: Instant::now(), is_renewed: AtomicBool::new(false) }
    }

    /// From some age on the next call reads it again while the others go on: when many call at once, one of them reads.
    fn is_believed(&self, lasts: Duration) -> bool {
        let age = self.read.elapsed();
        let renews = age >= lasts * 7 / 10 && !self.is_renewed.swap(true, Ordering::Relaxed);
        age < lasts && !renews
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
    fn get(&self, key: &Key, changes: u64) -> Option<Arc<T>> {
        let all = self.0.lock();
        let (_, known) = all.get(key).filter(|(then, known)| *then == changes && known.is_believed(BELIEVED))?;
        Some(known.what.clone())
    }

    fn keep(&self, key: Key, changes: u64, what: &Arc<T>) {
        let mut all = self.0.lock();
        if all.len() >= MOST {
            all.retain(|_, (_, known)| known.read.elapsed() < BELIEVED);
        }
        all.insert(key, (changes, Known::now(what)));
    }
}

/// Guesses, which are good enough for so many seconds.
pub(super) struct Roughly<T, const SECONDS: u64>(Mutex<HashMap<Key, Known<T>>>);

impl<T, const SECONDS: u64> Default for Roughly<T, SECONDS> {
    fn default() -> Self {
        Roughly(Mutex::default())
    }
}

impl<T, const SECONDS: u64> Roughly<T, SECONDS> {
    pub(super) fn get(&self, key: &Key) -> Option<Arc<T>> {
        let all = self.0.lock();
        all.get(key).filter(|known| known.is_believed(Duration::from_secs(SECONDS))).map(|known| known.what.clone())
    }

    pub(super) fn keep(&self, key: Key, what: &Arc<T>) {
        let mut all = self.0.lock();
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(key, Known::now(what));
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

    /// What is known, or else what is read now.
    pub(super) async fn lately<T>(
        &self,
        of: impl Fn(&Kept) -> &Lately<T>,
        key: Key,
        read: impl Future<Output = Result<T>>,
    ) -> Result<Arc<T>> {
        let changes = self.kept.changes.load(Ordering::SeqCst);
        if let Some(known) = of(&self.kept).get(&key, changes) {
            return Ok(known);
        }
        let what = Arc::new(read.await?);
        of(&self.kept).keep(key, changes, &what);
        Ok(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_since_is_not_believed() {
        let lately = Lately::default();
        lately.keep(vec!["a".into()], 7, &Arc::new(1));
        assert_eq!(lately.get(&vec!["a".into()], 7).as_deref(), Some(&1));
        assert!(lately.get(&vec!["a".into()], 8).is_none());
        assert!(lately.get(&vec!["b".into()], 7).is_none());
    }

    #[test]
    fn of_many_who_ask_for_what_ages_one_reads_it_again() {
        let lately = Lately::default();
        let key: Key = vec!["a".into()];
        lately.keep(key.clone(), 7, &Arc::new(1));
        lately.0.lock().get_mut(&key).unwrap().1.read -= BELIEVED * 7 / 10;
        assert!(lately.get(&key, 7).is_none(), "the first reads");
        assert!(lately.get(&key, 7).is_some(), "the others go on");
        lately.0.lock().get_mut(&key).unwrap().1.read -= BELIEVED;
        assert!(lately.get(&key, 7).is_none(), "but not for ever");
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
