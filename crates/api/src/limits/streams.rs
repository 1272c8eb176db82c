//! Counts the open event streams of a user, at this node and at others.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use app::live::{Charge, Limit};
use parking_lot::Mutex;
use uuid::Uuid;

use super::limiter::Key;

/// A node that has not repeated its count for this long is considered gone.
const NODE_TIMEOUT: Duration = Duration::from_secs(5);
const MAX_CHARGES: usize = 200;

pub struct Streams {
    most: u32,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    here: HashMap<Key, u32>,
    elsewhere: HashMap<Key, HashMap<Uuid, (u32, Instant)>>,
}

impl Streams {
    pub fn new(most: u32) -> Streams {
        Streams { most, open: Mutex::default() }
    }

    /// True when one more may be opened; it counts until it is closed.
    pub fn open(&self, key: Key) -> bool {
        let mut open = self.open.lock();
        let others = open.elsewhere.get(&key).into_iter().flat_map(HashMap::values);
        let others: u32 = others.filter(|(_, at)| at.elapsed() < NODE_TIMEOUT).map(|(count, _)| count).sum();
        let here = open.here.entry(key).or_default();
        if here.saturating_add(others) >= self.most {
            return false;
        }
        *here += 1;
        true
    }

    pub fn close(&self, key: Key) {
        let mut open = self.open.lock();
        if let Some(here) = open.here.get_mut(&key) {
            *here = here.saturating_sub(1);
            if *here == 0 {
                open.here.remove(&key);
            }
        }
    }

    /// Users with more than one stream; most have one, which is not worth a message every second.
    pub fn collect(&self) -> Vec<Charge> {
        let mut open = self.open.lock();
        open.elsewhere.retain(|_, nodes| {
            nodes.retain(|_, (_, at)| at.elapsed() < NODE_TIMEOUT);
            !nodes.is_empty()
        });
        let several = open.here.iter().filter(|(_, count)| **count > 1);
        several
            .map(|(key, count)| Charge { limit: Limit::Streams, key: *key, count: *count })
            .take(MAX_CHARGES)
            .collect()
    }

    pub fn charge(&self, node: Uuid, key: Key, count: u32) {
        self.open.lock().elsewhere.entry(key).or_default().insert(node, (count, Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_one_user_are_counted_here_and_elsewhere() {
        let (one, two) = (Streams::new(4), Streams::new(4));
        assert!((0..3).all(|_| one.open(1)) && one.open(2));
        let charges = one.collect();
        assert_eq!(charges, [Charge { limit: Limit::Streams, key: 1, count: 3 }]);
        let node = Uuid::new_v4();
        // A repeated count replaces the earlier one.
        two.charge(node, 1, 3);
        two.charge(node, 1, 3);
        assert!(two.open(1) && !two.open(1) && two.open(2));
        two.close(1);
        assert!(two.open(1));
    }
}
