//! Who may have a file parsed now. Parsing strangers' files is the dearest work there is, so the few places for it are
//! shared: one a user, never all for one entity, and those who have none running come first.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use domain::Refusal;
use domain::access::Permit;
use tokio::sync::oneshot;

use crate::{Error, Result};

/// For whom a file is parsed.
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

    fn is_of_the_entity_of(&self, other: &Caller) -> bool {
        (&self.country, &self.entity) == (&other.country, &other.entity)
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub at_once: usize,
    pub at_once_per_entity: usize,
    pub at_once_per_user: usize,
    pub waiting_per_entity: usize,
    pub waiting_per_user: usize,
    pub patience: Duration,
}

impl Limits {
    /// As many as the inspector runs processes for each of uploads and previews.
    pub const USUAL: Limits = Limits {
        at_once: 3,
        at_once_per_entity: 2,
        at_once_per_user: 1,
        waiting_per_entity: 200,
        waiting_per_user: 20,
        patience: Duration::from_secs(30),
    };
}

/// Places that are shared. A clone is the same one.
#[derive(Clone)]
pub struct Shares {
    limits: Limits,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    running: Vec<Caller>,
    /// In the order in which they came.
    waiting: Vec<Waiter>,
}

struct Waiter {
    caller: Caller,
    turn: oneshot::Sender<Turn>,
}

/// A place, until it is dropped.
pub struct Turn {
    caller: Caller,
    shares: Shares,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.shares.lock();
        if let Some(at) = state.running.iter().position(|caller| *caller == self.caller) {
            state.running.swap_remove(at);
        }
        drop(state);
        self.shares.call_up();
    }
}

impl Default for Shares {
    fn default() -> Shares {
        Shares::new(Limits::USUAL)
    }
}

impl Shares {
    pub fn new(limits: Limits) -> Shares {
        Shares { limits, state: Arc::default() }
    }

    /// Waits for a place. A user who has too much waiting already is told so (429); others wait behind nobody's flood.
    pub async fn take(&self, caller: Caller) -> Result<Turn> {
        let turn = self.queue(caller.clone())?;
        self.call_up();
        match tokio::time::timeout(self.limits.patience, turn).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_)) => Err(Error::internal("a waiting caller was forgotten")),
            Err(_) if self.lock().running.contains(&caller) => Err(too_many()),
            Err(_) => Err(Error::Unavailable("too many files are parsed".to_owned())),
        }
    }

    fn queue(&self, caller: Caller) -> Result<oneshot::Receiver<Turn>> {
        let mut state = self.lock();
        state.waiting.retain(|waiter| !waiter.turn.is_closed());
        let waiting = |is: &dyn Fn(&Caller) -> bool| state.waiting.iter().filter(|waiter| is(&waiter.caller)).count();
        if waiting(&|other| *other == caller) >= self.limits.waiting_per_user {
            return Err(too_many());
        }
        if waiting(&|other| other.is_of_the_entity_of(&caller)) >= self.limits.waiting_per_entity {
            return Err(Error::Unavailable("too many files of this entity are waiting".to_owned()));
        }
        let (sender, receiver) = oneshot::channel();
        state.waiting.push(Waiter { caller, turn: sender });
        Ok(receiver)
    }

    /// Gives free places to those whose turn it is.
    fn call_up(&self) {
        loop {
            let Some(waiter) = self.lock().next(&self.limits) else { return };
            let turn = Turn { caller: waiter.caller, shares: self.clone() };
            // A caller that has gone gives the place back by dropping it.
            drop(waiter.turn.send(turn));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl State {
    /// The one who waits longest among those whose entity has the fewest places; counted as running from now on.
    fn next(&mut self, limits: &Limits) -> Option<Waiter> {
        self.waiting.retain(|waiter| !waiter.turn.is_closed());
        if self.running.len() >= limits.at_once {
            return None;
        }
        let of_user = |caller: &Caller| self.running.iter().filter(|other| *other == caller).count();
        let of_entity = |caller: &Caller| self.running.iter().filter(|other| other.is_of_the_entity_of(caller)).count();
        let fits = |caller: &Caller| {
            of_user(caller) < limits.at_once_per_user && of_entity(caller) < limits.at_once_per_entity
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

    /// A place that has to be free at once.
    async fn at_once(waiting: impl Future<Output = Result<Turn>>) -> Turn {
        tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("no waiting").expect("a place")
    }

    /// Starts waiting, as a call does that is not answered yet.
    async fn wait(shares: &Shares, caller: Caller) -> tokio::task::JoinHandle<Result<Turn>> {
        let in_queue = || shares.lock().waiting.iter().filter(|waiter| !waiter.turn.is_closed()).count();
        let before = in_queue();
        let own = shares.clone();
        let waiting = tokio::spawn(async move { own.take(caller).await });
        while in_queue() == before && !waiting.is_finished() {
            tokio::task::yield_now().await;
        }
        waiting
    }

    #[tokio::test]
    async fn a_user_has_one_place_an_entity_not_all_and_others_find_theirs() {
        let shares = Shares::default();
        let first = at_once(shares.take(caller("A", "1"))).await;
        let same_user = wait(&shares, caller("A", "1")).await;
        let _colleague = at_once(shares.take(caller("A", "2"))).await;
        let third = wait(&shares, caller("A", "3")).await;
        let _other_entity = at_once(shares.take(caller("B", "1"))).await;
        assert!(!same_user.is_finished() && !third.is_finished());
        drop(first);
        let _second = same_user.await.unwrap().unwrap();
        assert!(!third.is_finished(), "the one who came first goes first");
    }

    #[tokio::test]
    async fn who_floods_is_told_so_and_an_entity_with_nothing_running_comes_first() {
        let shares = Shares::default();
        let mut running = vec![
            at_once(shares.take(caller("A", "1"))).await,
            at_once(shares.take(caller("A", "2"))).await,
            at_once(shares.take(caller("B", "1"))).await,
        ];
        let mut flood = Vec::new();
        for _ in 0..Limits::USUAL.waiting_per_user {
            flood.push(wait(&shares, caller("A", "1")).await);
        }
        let refused = shares.take(caller("A", "1")).await.map(drop);
        assert!(matches!(refused, Err(Error::Refused(Refusal::TooManyTries { .. }))), "{refused:?}");
        let late = wait(&shares, caller("C", "1")).await;
        running.remove(0);
        at_once(async { late.await.unwrap() }).await;
        assert!(flood.iter().filter(|waiting| waiting.is_finished()).count() <= 1);
    }

    #[tokio::test]
    async fn an_entity_does_not_queue_without_end() {
        let shares = Shares::new(Limits { waiting_per_entity: 2, ..Limits::USUAL });
        let _running = [at_once(shares.take(caller("A", "1"))).await, at_once(shares.take(caller("A", "2"))).await];
        let _waiting = [wait(&shares, caller("A", "3")).await, wait(&shares, caller("A", "4")).await];
        assert!(matches!(shares.take(caller("A", "5")).await, Err(Error::Unavailable(_))));
        at_once(shares.take(caller("B", "1"))).await;
    }

    #[tokio::test]
    async fn who_hangs_up_leaves_the_queue_and_the_place() {
        let shares = Shares::new(Limits { at_once: 1, ..Limits::USUAL });
        let running = at_once(shares.take(caller("A", "1"))).await;
        let gone = wait(&shares, caller("A", "2")).await;
        gone.abort();
        assert!(gone.await.is_err());
        let stays = wait(&shares, caller("A", "3")).await;
        drop(running);
        drop(at_once(async { stays.await.unwrap() }).await);
        assert!(shares.lock().running.is_empty() && shares.lock().waiting.is_empty());
    }

    #[tokio::test]
    async fn waiting_has_an_end() {
        let shares = Shares::new(Limits { patience: Duration::from_millis(20), ..Limits::USUAL });
        let _own = at_once(shares.take(caller("A", "1"))).await;
        let refused = shares.take(caller("A", "1")).await.map(drop);
        assert!(matches!(refused, Err(Error::Refused(Refusal::TooManyTries { .. }))), "his own work is in the way");
        let _colleague = at_once(shares.take(caller("A", "2"))).await;
        assert!(matches!(shares.take(caller("A", "3")).await, Err(Error::Unavailable(_))));
    }
}
