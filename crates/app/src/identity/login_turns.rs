//! Tries of one user to log in follow each other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::Refusal;
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

/// A caller that waits longer than this is asked to come back.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
const RETRY_AFTER_SECONDS: u64 = 5;

/// A lock for each user who is logging in at this node.
#[derive(Default)]
pub struct LoginTurns {
    users: Mutex<HashMap<String, Arc<Turn<()>>>>,
}

impl LoginTurns {
    /// Waits until no other try of this user is undecided.
    pub async fn take(&self, user: &str) -> Result<OwnedMutexGuard<()>, Refusal> {
        let turn = self.turn(user);
        let taken = tokio::time::timeout(LONGEST_WAIT, turn.lock_owned()).await;
        taken.map_err(|_| Refusal::TooManyTries { retry_after_seconds: RETRY_AFTER_SECONDS })
    }

    fn turn(&self, user: &str) -> Arc<Turn<()>> {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        // A lock that nobody holds or waits for is in this map alone.
        users.retain(|_, turn| Arc::strong_count(turn) > 1);
        users.entry(user.to_ascii_lowercase()).or_default().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_user_waits_and_others_do_not() {
        let turns = Arc::new(LoginTurns::default());
        let first = turns.take("IN NGB ADMIN").await.unwrap();
        turns.take("IN NGB VIEWER").await.unwrap();
        let waiting = {
            let turns = turns.clone();
            tokio::spawn(async move { turns.take("IN NGB admin").await.is_ok() })
        };
        while turns.users.lock().unwrap().get("in ngb admin").is_some_and(|turn| Arc::strong_count(turn) < 3) {
            tokio::task::yield_now().await;
        }
        assert!(!waiting.is_finished());
        drop(first);
        assert!(waiting.await.unwrap());
        turns.take("x").await.unwrap();
        assert_eq!(turns.users.lock().unwrap().len(), 1, "locks that nobody uses are dropped");
    }
}
