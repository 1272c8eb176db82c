//! A fair queue for parsing files. Parsing untrusted files is expensive, so the few slots are shared: one per user,
//! never all for one entity, and callers with nothing running go first.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use domain::Refusal;
use domain::access::Permit;
use tokio::sync::oneshot;

use crate::{Error, Result};

/// The user for whom a file is parsed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Caller {
    country: String,
    entity: String,
    user: String,
}

impl Caller {
    pub fn of<Kind>(permit: &Permit<Kind>) -> Caller {
        let scope = permit.scope();
        Caller { country: scope.country.clone(), entity: scope.entity.clone(), user: permit.actor().to_owned() }
    }

    fn is_same_entity(&self, other: &Caller) -> bool {
        (&self.country, &self.entity) == (&other.country, &other.entity)
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub running: usize,
    pub running_per_entity: usize,
    pub running_per_user: usize,
    pub waiting_per_entity: usize,
    pub waiting_per_user: usize,
    pub timeout: Duration,
}

impl Limits {
    /// Matches the number of inspector processes for uploads and for previews.
    pub const DEFAULT: Limits = Limits {
        running: 3,
        running_per_entity: 2,
        running_per_user: 1,
        waiting_per_entity: 200,
        waiting_per_user: 20,
        timeout: Duration::from_secs(30),
    };
}

/// The queue for slots. Clones share the same queue.
#[derive(Clone)]
pub struct InspectionQueue {
    limits: Limits,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    running: Vec<Caller>,
    /// In order of arrival.
    waiting: Vec<Waiter>,
}

struct Waiter {
    caller: Caller,
    slot: oneshot::Sender<Slot>,
}

/// A slot, released on drop.
pub struct Slot {
    caller: Caller,
    queue: InspectionQueue,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        if let Some(at) = state.running.iter().position(|caller| *caller == self.caller) {
            state.running.swap_remove(at);
        }
        drop(state);
        self.queue.assign_slots();
    }
}

impl Default for InspectionQueue {
    fn default() -> InspectionQueue {
        InspectionQueue::new(Limits::DEFAULT)
    }
}

impl InspectionQueue {
    pub fn new(limits: Limits) -> InspectionQueue {
        InspectionQueue { limits, state: Arc::default() }
    }

    /// Waits for a slot. A user with too many waiting files is refused (429), so that nobody waits behind a flood.
    pub async fn take(&self, caller: Caller) -> Result<Slot> {
        let slot = self.enqueue(caller.clone())?;
        self.assign_slots();
        match tokio::time::timeout(self.limits.timeout, slot).await {
            Ok(Ok(slot)) => Ok(slot),
            Ok(Err(_)) => Err(Error::internal("the queue dropped a waiting caller")),
            Err(_) if self.lock().running.contains(&caller) => Err(too_many()),
            Err(_) => Err(Error::Unavailable("too many files are parsed".to_owned())),
        }
    }

    fn enqueue(&self, caller: Caller) -> Result<oneshot::Receiver<Slot>> {
        let mut state = self.lock();
        state.waiting.retain(|waiter| !waiter.slot.is_closed());
        let waiting = |is: &dyn Fn(&Caller) -> bool| state.waiting.iter().filter(|waiter| is(&waiter.caller)).count();
        if waiting(&|other| *other == caller) >= self.limits.waiting_per_user {
            return Err(too_many());
        }
        if waiting(&|other| other.is_same_entity(&caller)) >= self.limits.waiting_per_entity {
            return Err(Error::Unavailable("too many files of this entity are waiting".to_owned()));
        }
        let (sender, receiver) = oneshot::channel();
        state.waiting.push(Waiter { caller, slot: sender });
        Ok(receiver)
    }

    /// Assigns free slots to waiting callers.
    fn assign_slots(&self) {
        loop {
            let Some(waiter) = self.lock().next(&self.limits) else { return };
            let slot = Slot { caller: waiter.caller, queue: self.clone() };
            // A caller that has left releases the slot by dropping it.
            drop(waiter.slot.send(slot));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl State {
    /// The longest waiting caller among those whose entity has the fewest slots; counted as running from here on.
    fn next(&mut self, limits: &Limits) -> Option<Waiter> {
        self.waiting.retain(|waiter| !waiter.slot.is_closed());
        if self.running.len() >= limits.running {
            return None;
        }
        let of_user = |caller: &Caller| self.running.iter().filter(|other| *other == caller).count();
        let of_entity = |caller: &Caller| self.running.iter().filter(|other| other.is_same_entity(caller)).count();
        let fits = |caller: &Caller| {
            of_user(caller) < limits.running_per_user && of_entity(caller) < limits.running_per_entity
        };
        let candidates = self.waiting.iter().enumerate().filter(|(_, waiter)| fits(&waiter.caller));
        let (at, _) = candidates.min_by_key(|(_, waiter)| (of_entity(&waiter.caller), of_user(&waiter.caller)))?;
        let waiter = self.waiting.remove(at);
        self.running.push(waiter.caller.clone());
        Some(waiter)
    }
}

fn too_many() -> Error {
    Refusal::TooManyTries { retry_after_seconds: 10 }.into()
}

#[cfg(test)]
mod tests {
    use std::future::Future;

    use super::*;

    fn caller(entity: &str, user: &str) -> Caller {
        Caller { country: "IN".to_owned(), entity: entity.to_owned(), user: user.to_owned() }
    }

    /// A slot that must be free at once.
    async fn free_slot(waiting: impl Future<Output = Result<Slot>>) -> Slot {
        tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("no waiting").expect("a place")
    }

    /// Starts waiting, like a call that has no response yet.
    async fn wait(queue: &InspectionQueue, caller: Caller) -> tokio::task::JoinHandle<Result<Slot>> {
        let in_queue = || queue.lock().waiting.iter().filter(|waiter| !waiter.slot.is_closed()).count();
        let before = in_queue();
        let own = queue.clone();
        let waiting = tokio::spawn(async move { own.take(caller).await });
        while in_queue() == before && !waiting.is_finished() {
            tokio::task::yield_now().await;
        }
        waiting
    }

    #[tokio::test]
    async fn a_user_has_one_slot_and_an_entity_never_all() {
        let queue = InspectionQueue::default();
        let first = free_slot(queue.take(caller("A", "1"))).await;
        let same_user = wait(&queue, caller("A", "1")).await;
        let _colleague = free_slot(queue.take(caller("A", "2"))).await;
        let third = wait(&queue, caller("A", "3")).await;
        let _other_entity = free_slot(queue.take(caller("B", "1"))).await;
        assert!(!same_user.is_finished() && !third.is_finished());
        drop(first);
        let _second = same_user.await.unwrap().unwrap();
        assert!(!third.is_finished(), "the first in the queue goes first");
    }

    #[tokio::test]
    async fn a_flood_is_refused_and_an_idle_entity_goes_first() {
        let queue = InspectionQueue::default();
        let mut running = vec![
            free_slot(queue.take(caller("A", "1"))).await,
            free_slot(queue.take(caller("A", "2"))).await,
            free_slot(queue.take(caller("B", "1"))).await,
        ];
        let mut flood = Vec::new();
        for _ in 0..Limits::DEFAULT.waiting_per_user {
            flood.push(wait(&queue, caller("A", "1")).await);
        }
        let refused = queue.take(caller("A", "1")).await.map(drop);
        assert!(matches!(refused, Err(Error::Refused(Refusal::TooManyTries { .. }))), "{refused:?}");
        let late = wait(&queue, caller("C", "1")).await;
        running.remove(0);
        free_slot(async { late.await.unwrap() }).await;
        assert!(flood.iter().filter(|waiting| waiting.is_finished()).count() <= 1);
    }

    #[tokio::test]
    async fn the_queue_of_an_entity_is_limited() {
        let queue = InspectionQueue::new(Limits { waiting_per_entity: 2, ..Limits::DEFAULT });
        let _running = [free_slot(queue.take(caller("A", "1"))).await, free_slot(queue.take(caller("A", "2"))).await];
        let _waiting = [wait(&queue, caller("A", "3")).await, wait(&queue, caller("A", "4")).await];
        assert!(matches!(queue.take(caller("A", "5")).await, Err(Error::Unavailable(_))));
        free_slot(queue.take(caller("B", "1"))).await;
    }

    #[tokio::test]
    async fn a_disconnected_caller_leaves_queue_and_slot() {
        let queue = InspectionQueue::new(Limits { running: 1, ..Limits::DEFAULT });
        let running = free_slot(queue.take(caller("A", "1"))).await;
        let gone = wait(&queue, caller("A", "2")).await;
        gone.abort();
        assert!(gone.await.is_err());
        let stays = wait(&queue, caller("A", "3")).await;
        drop(running);
        drop(free_slot(async { stays.await.unwrap() }).await);
        assert!(queue.lock().running.is_empty() && queue.lock().waiting.is_empty());
    }

    #[tokio::test]
    async fn waiting_times_out() {
        let queue = InspectionQueue::new(Limits { timeout: Duration::from_millis(20), ..Limits::DEFAULT });
        let _own = free_slot(queue.take(caller("A", "1"))).await;
        let refused = queue.take(caller("A", "1")).await.map(drop);
        assert!(
            matches!(refused, Err(Error::Refused(Refusal::TooManyTries { .. }))),
            "the user's own work is in the way"
        );
        let _colleague = free_slot(queue.take(caller("A", "2"))).await;
        assert!(matches!(queue.take(caller("A", "3")).await, Err(Error::Unavailable(_))));
    }
}
