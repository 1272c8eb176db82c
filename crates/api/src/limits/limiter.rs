//! Token buckets of one limit, synchronised with those of other nodes.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};

use app::live::{Charge, Limit};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use parking_lot::Mutex;

/// Most keys reported to other nodes in one round; the busiest come first.
const MAX_CHARGES: usize = 200;

/// Identifies a user or an address; see [`super::Limits`].
pub type Key = u64;

pub struct Limiter {
    limit: Limit,
    buckets: DefaultKeyedRateLimiter<Key>,
    burst: u32,
    /// Keys that used less than this since the last round are not reported.
    threshold: u32,
    is_shared: AtomicBool,
    ledger: Mutex<Ledger>,
}

#[derive(Default)]
struct Ledger {
    /// Used here since the last round.
    used: HashMap<Key, u32>,
    /// Used at other nodes and not yet taken from the bucket here.
    owed: HashMap<Key, u32>,
}

impl Limiter {
    /// `rate` a minute, all of it at once if the caller likes.
    pub fn per_minute(limit: Limit, rate: NonZeroU32) -> Limiter {
        Limiter::new(limit, Quota::per_minute(rate), 1)
    }

    /// `rate` a second with a burst of five seconds' worth, because a page of the client starts with about twenty
    /// calls.
    pub fn per_second(limit: Limit, rate: NonZeroU32) -> Limiter {
        let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(4));
        Limiter::new(limit, Quota::per_second(rate).allow_burst(burst), (rate.get() / 4).max(1))
    }

    fn new(limit: Limit, quota: Quota, threshold: u32) -> Limiter {
        Limiter {
            limit,
            buckets: RateLimiter::keyed(quota),
            burst: quota.burst_size().get(),
            threshold,
            is_shared: AtomicBool::new(false),
            ledger: Mutex::default(),
        }
    }

    /// Takes one token, or returns the seconds until one is available.
    pub fn check(&self, key: Key) -> Result<(), u64> {
        if !self.is_shared.load(Ordering::Relaxed) {
            return self.take(key);
        }
        let mut ledger = self.ledger.lock();
        if let Some(owed) = ledger.owed.get_mut(&key) {
            self.pay(key, owed)?;
            ledger.owed.remove(&key);
        }
        self.take(key)?;
        *ledger.used.entry(key).or_default() += 1;
        Ok(())
    }

    fn take(&self, key: Key) -> Result<(), u64> {
        let now = DefaultClock::default().now();
        self.buckets.check_key(&key).map_err(|wait| wait.wait_time_from(now).as_secs() + 1)
    }

    fn pay(&self, key: Key, owed: &mut u32) -> Result<(), u64> {
        while *owed > 0 {
            self.take(key)?;
            *owed -= 1;
        }
        Ok(())
    }

    pub fn share(&self, is_shared: bool) {
        self.is_shared.store(is_shared, Ordering::Relaxed);
    }

    /// What this node used since the last round, for the other nodes.
    pub fn collect(&self) -> Vec<Charge> {
        let mut ledger = self.ledger.lock();
        ledger.owed.retain(|key, owed| self.pay(*key, owed).is_err());
        let used = std::mem::take(&mut ledger.used);
        drop(ledger);
        let busy = used.into_iter().filter(|(_, count)| *count >= self.threshold);
        let mut all: Vec<Charge> = busy.map(|(key, count)| Charge { limit: self.limit, key, count }).collect();
        all.sort_unstable_by_key(|charge| std::cmp::Reverse(charge.count));
        all.truncate(MAX_CHARGES);
        all
    }

    /// Deducts what was used at another node. Tokens the bucket does not have are owed, so that a caller who empties
    /// every bucket gets no more from all nodes than from one.
    pub fn charge(&self, key: Key, count: u32) {
        let mut ledger = self.ledger.lock();
        let mut owed = ledger.owed.remove(&key).unwrap_or(0).saturating_add(count).min(self.burst);
        if self.pay(key, &mut owed).is_err() {
            ledger.owed.insert(key, owed);
        }
    }

    /// Drops keys without recent calls.
    pub fn sweep(&self) {
        self.buckets.retain_recent();
        self.buckets.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter() -> Limiter {
        // One token a minute comes back, so the result does not depend on how long the test takes.
        let limiter = Limiter::per_minute(Limit::Login, NonZeroU32::new(10).unwrap());
        limiter.share(true);
        limiter
    }

    fn taken(limiter: &Limiter, key: Key) -> u32 {
        (0..100).map_while(|_| limiter.check(key).ok()).count() as u32
    }

    #[test]
    fn use_at_another_node_is_deducted_here() {
        let (one, two) = (limiter(), limiter());
        assert!((0..7).all(|_| one.check(1).is_ok()));
        assert_eq!(one.check(2), Ok(()));
        let charges = one.collect();
        assert_eq!(charges[0], Charge { limit: Limit::Login, key: 1, count: 7 });
        assert_eq!(one.collect(), [], "each use is reported once");
        charges.iter().for_each(|charge| two.charge(charge.key, charge.count));
        assert_eq!((taken(&two, 1), taken(&two, 2), taken(&two, 3)), (3, 9, 10));
    }

    #[test]
    fn tokens_an_empty_bucket_lacks_are_owed() {
        let one = limiter();
        assert_eq!(taken(&one, 1), 10);
        one.charge(1, 4);
        assert_eq!(one.ledger.lock().owed[&1], 4);
        one.charge(1, 100);
        assert_eq!(one.ledger.lock().owed[&1], 10, "never more than a bucket holds");
        assert!(one.check(1).is_err());
    }

    #[test]
    fn only_busy_callers_are_reported() {
        let limiter = Limiter::per_second(Limit::User, NonZeroU32::new(20).unwrap());
        limiter.share(true);
        assert!((0..4).all(|_| limiter.check(1).is_ok()) && (0..5).all(|_| limiter.check(2).is_ok()));
        assert_eq!(limiter.collect(), [Charge { limit: Limit::User, key: 2, count: 5 }]);
    }
}
