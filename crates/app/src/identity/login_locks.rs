//! Serializes the login attempts of each user.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::Refusal;
use tokio::sync::{Mutex as UserLock, OwnedMutexGuard};

/// A caller that waits longer gets a refusal with a retry time.
const MAX_WAIT: Duration = Duration::from_secs(30);
const RETRY_AFTER_SECONDS: u64 = 5;

/// A lock per user who is logging in at this node.
#[derive(Default)]
pub struct LoginLocks {
    users: Mutex<HashMap<String, Arc<UserLock<()>>>>,
}

impl LoginLocks {
    /// Waits until no other attempt of this user is pending.
    pub async fn lock(&self, user: &str) -> Result<OwnedMutexGuard<()>, Refusal> {
        let lock = self.lock_of(user);
        let locked = tokio::time::timeout(MAX_WAIT, lock.lock_owned()).await;
        locked.map_err(|_| Refusal::TooManyTries { retry_after_seconds: RETRY_AFTER_SECONDS })
    }

    fn lock_of(&self, user: &str) -> Arc<UserLock<()>> {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        // Only this map refers to a lock that nobody holds or waits for.
        users.retain(|_, lock| Arc::strong_count(lock) > 1);
        users.entry(user.to_ascii_lowercase()).or_default().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_user_waits_and_others_do_not() {
        let locks = Arc::new(LoginLocks::default());
        let first = locks.lock("IN NGB ADMIN").await.unwrap();
        locks.lock("IN NGB VIEWER").await.unwrap();
        let waiting = {
            let locks = locks.clone();
            tokio::spawn(async move { locks.lock("IN NGB admin").await.is_ok() })
        };
        while locks.users.lock().unwrap().get("in ngb admin").is_some_and(|lock| Arc::strong_count(lock) < 3) {
            tokio::task::yield_now().await;
        }
        assert!(!waiting.is_finished());
        drop(first);
        assert!(waiting.await.unwrap());
        locks.lock("x").await.unwrap();
        assert_eq!(locks.users.lock().unwrap().len(), 1, "unused locks are dropped");
    }
}
