//! Trials of drafts at this node: one of a user, one of an entity, two in all.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::Refusal;
use domain::access::Scope;
use domain::message::Message;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;

/// Entities that try a draft at the same time.
const AT_ONCE: usize = 2;
/// A caller that waits longer gets a refusal with a retry time.
const MAX_WAIT: Duration = Duration::from_secs(2);
const RETRY_AFTER_SECONDS: u64 = 2;
/// A user who tries the same draft on the same documents again within this time gets no further audit entry.
const LOOK_AGAIN: SignedDuration = SignedDuration::from_hours(1);
/// Looks that are remembered. Beyond this they are audited again.
const MAX_LOOKS: usize = 10_000;

/// Set to stop a trial.
#[derive(Clone, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Stops a trial when the call that wants its result ends first.
pub(super) struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

#[derive(Default)]
struct State {
    /// Entities with a running trial.
    running: HashSet<String>,
    /// What stops the newest trial of each user.
    newest: HashMap<String, Stop>,
    /// When a look was audited, by its hash.
    looks: HashMap<String, Timestamp>,
}

#[derive(Default)]
pub struct Trials {
    state: Mutex<State>,
    freed: Notify,
    /// Wakes the job that reads samples.
    sample_signal: Notify,
}

/// The newest trial of a user.
struct Turn {
    trials: Arc<Trials>,
    user: String,
    stop: Stop,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.trials.lock();
        if state.newest.get(&self.user).is_some_and(|newest| Arc::ptr_eq(&newest.0, &self.stop.0)) {
            state.newest.remove(&self.user);
        }
    }
}

/// A running trial; dropping it frees its slot.
pub(super) struct Slot {
    turn: Turn,
    entity: String,
}

impl Slot {
    pub fn stop(&self) -> Stop {
        self.turn.stop.clone()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.turn.trials.lock().running.remove(&self.entity);
        self.turn.trials.freed.notify_waiters();
    }
}

/// A newer draft of the same user is being tried.
pub(super) fn replaced() -> Refusal {
    Refusal::Conflict(Message::plain("trialReplaced"))
}

impl Trials {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn sample_signal(&self) -> &Notify {
        &self.sample_signal
    }

    /// Waits for a slot. An older trial of the same user is stopped.
    pub(super) async fn take(self: &Arc<Trials>, scope: &Scope, user: &str) -> Result<Slot, Refusal> {
        self.take_within(MAX_WAIT, scope, user).await
    }

    async fn take_within(self: &Arc<Trials>, wait: Duration, scope: &Scope, user: &str) -> Result<Slot, Refusal> {
        let entity = format!("{}/{}", scope.country, scope.entity);
        let turn = self.turn(format!("{entity}/{user}"));
        match tokio::time::timeout(wait, self.free(&entity, &turn.stop)).await {
            Ok(Ok(())) => Ok(Slot { turn, entity }),
            Ok(Err(refusal)) => Err(refusal),
            Err(_) => Err(Refusal::TooManyTries { retry_after_seconds: RETRY_AFTER_SECONDS }),
        }
    }

    fn turn(self: &Arc<Trials>, user: String) -> Turn {
        let stop = Stop::default();
        if let Some(older) = self.lock().newest.insert(user.clone(), stop.clone()) {
            older.set();
        }
        self.freed.notify_waiters();
        Turn { trials: self.clone(), user, stop }
    }

    async fn free(&self, entity: &str, stop: &Stop) -> Result<(), Refusal> {
        loop {
            let mut freed = std::pin::pin!(self.freed.notified());
            // From here on no notice is missed.
            freed.as_mut().enable();
            if stop.is_set() {
                return Err(replaced());
            }
            if self.begin(entity) {
                return Ok(());
            }
            freed.await;
        }
    }

    fn begin(&self, entity: &str) -> bool {
        let mut state = self.lock();
        state.running.len() < AT_ONCE && state.running.insert(entity.to_owned())
    }

    /// True when this look was audited within the last hour.
    pub(super) fn is_known(&self, look: &str, now: Timestamp) -> bool {
        self.lock().looks.get(look).is_some_and(|at| now.duration_since(*at) < LOOK_AGAIN)
    }

    pub(super) fn remember(&self, look: String, now: Timestamp) {
        let mut state = self.lock();
        state.looks.retain(|_, at| now.duration_since(*at) < LOOK_AGAIN);
        if state.looks.len() < MAX_LOOKS {
            state.looks.insert(look, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::access::Reach;

    use super::*;

    fn scope(entity: &str) -> Scope {
        Scope { country: "IN".to_owned(), entity: entity.to_owned(), tenants: Reach::Every }
    }

    fn trials() -> Arc<Trials> {
        Arc::default()
    }

    #[tokio::test]
    async fn an_entity_has_one_slot_and_the_node_two() {
        let trials = trials();
        let one = trials.take(&scope("NGB"), "ADMIN").await.unwrap();
        let busy = Err(Refusal::TooManyTries { retry_after_seconds: RETRY_AFTER_SECONDS });
        let soon = Duration::from_millis(5);
        assert_eq!(trials.take_within(soon, &scope("NGB"), "OTHER").await.map(drop), busy);
        let two = trials.take(&scope("KALVI"), "ADMIN").await.unwrap();
        assert_eq!(trials.take_within(soon, &scope("THIRD"), "ADMIN").await.map(drop), busy);
        drop((one, two));
        trials.take(&scope("THIRD"), "ADMIN").await.unwrap();
        let state = trials.lock();
        assert!(state.running.is_empty() && state.newest.is_empty(), "nothing is left");
    }

    #[tokio::test]
    async fn a_newer_trial_of_a_user_stops_the_older_ones() {
        let trials = trials();
        let running = trials.take(&scope("NGB"), "ADMIN").await.unwrap();
        let take = || {
            let trials = trials.clone();
            tokio::spawn(async move { trials.take(&scope("NGB"), "ADMIN").await })
        };
        let waiting = take();
        while !running.stop().is_set() {
            tokio::task::yield_now().await;
        }
        let newest = take();
        assert_eq!(waiting.await.unwrap().map(drop), Err(replaced()), "also one that waits");
        drop(running);
        assert!(!newest.await.unwrap().unwrap().stop().is_set());
    }

    #[tokio::test]
    async fn a_caller_that_leaves_stops_its_trial() {
        let slot = trials().take(&scope("NGB"), "ADMIN").await.unwrap();
        drop(StopOnDrop(slot.stop()));
        assert!(slot.stop().is_set());
    }

    #[test]
    fn a_look_is_known_for_an_hour() {
        let (trials, now) = (trials(), Timestamp::now());
        assert!(!trials.is_known("a", now));
        trials.remember("a".to_owned(), now);
        assert!(trials.is_known("a", now) && !trials.is_known("b", now));
        assert!(!trials.is_known("a", now + LOOK_AGAIN));
    }
}
