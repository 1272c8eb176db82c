//! Which connections are open, and which of them make room for new ones.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

/// Connections that are looked at to find one that can be closed.
const LOOKED_AT: usize = 256;
/// A call that neither sends nor takes anything for this long is stuck; calls are given up earlier by themselves.
const STUCK: Duration = Duration::from_secs(180);

pub struct Connections {
    most: usize,
    most_per_address: usize,
    open: Mutex<Open>,
    one_closed: Notify,
}

#[derive(Default)]
struct Open {
    next: u64,
    /// Where the search for a connection to close went on last time.
    cursor: u64,
    all: BTreeMap<u64, Arc<State>>,
    by_address: HashMap<IpAddr, BTreeSet<u64>>,
}

/// What one connection is doing.
pub struct State {
    id: u64,
    address: IpAddr,
    opened: Instant,
    in_flight: AtomicUsize,
    has_asked: AtomicBool,
    /// Milliseconds after `opened` at which anything last happened.
    last: AtomicU64,
    evicted: Notify,
    lingers: AtomicBool,
}

/// A place among the open connections, free again when the last clone is dropped.
#[derive(Clone)]
pub struct Slot(Arc<Held>);

struct Held {
    connections: Arc<Connections>,
    state: Arc<State>,
}

/// A request that is being answered, until its answer is sent.
pub struct Busy(Arc<State>);

impl Connections {
    pub fn new(most: usize, most_per_address: usize) -> Connections {
        Connections { most, most_per_address, open: Mutex::default(), one_closed: Notify::new() }
    }

    /// A place for a new connection. When there is none, a connection without a request makes room for it; when all are
    /// at work, the new one has to go.
    pub fn admit(self: &Arc<Connections>, address: IpAddr, is_exempt: bool) -> Option<Slot> {
        let address = api::network(address);
        let mut open = self.open.lock();
        let own = open.by_address.get(&address).map_or(0, BTreeSet::len);
        let has_room = (is_exempt || own < self.most_per_address || open.evict(Some(address)))
            && (open.all.len() < self.most || open.evict(None));
        if !has_room {
            metrics::counter!("docz_connections_refused_total").increment(1);
            return None;
        }
        let id = open.next;
        open.next += 1;
        let state = Arc::new(State::new(id, address));
        open.all.insert(id, state.clone());
        open.by_address.entry(address).or_default().insert(id);
        Some(Slot(Arc::new(Held { connections: self.clone(), state })))
    }

    fn release(&self, state: &State) {
        self.open.lock().remove(state);
        self.one_closed.notify_waiters();
    }

    /// Ends when no connection is open.
    pub async fn all_closed(&self) {
        loop {
            let closed = self.one_closed.notified();
            if self.open.lock().all.is_empty() {
                return;
            }
            closed.await;
        }
    }

    /// Ends when every open connection has sent a request.
    pub async fn all_have_asked(&self) {
        while self.open.lock().all.values().any(|state| !state.has_asked.load(Ordering::Relaxed)) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Open {
    /// Closes the connection that has been without a request longest; those that never had one go first.
    fn evict(&mut self, of: Option<IpAddr>) -> bool {
        let found = match of {
            Some(address) => {
                let own = self.by_address.get(&address).into_iter().flatten();
                most_idle(own.take(LOOKED_AT).filter_map(|id| self.all.get(id)))
            }
            None => {
                let from_cursor = self.all.range(self.cursor..).chain(self.all.range(..self.cursor));
                most_idle(from_cursor.take(LOOKED_AT).map(|(_, state)| state))
            }
        };
        if of.is_none() {
            let after = self.all.range(self.cursor..).nth(LOOKED_AT).map(|(id, _)| *id);
            self.cursor = after.unwrap_or(0);
        }
        let Some(state) = found else { return false };
        metrics::counter!("docz_connections_evicted_total").increment(1);
        state.evicted.notify_one();
        self.remove(&state);
        true
    }

    fn remove(&mut self, state: &State) {
        self.all.remove(&state.id);
        if let Some(own) = self.by_address.get_mut(&state.address) {
            own.remove(&state.id);
            if own.is_empty() {
                self.by_address.remove(&state.address);
            }
        }
    }
}

fn most_idle<'a>(states: impl Iterator<Item = &'a Arc<State>>) -> Option<Arc<State>> {
    let idle = states.filter(|state| state.in_flight.load(Ordering::Relaxed) == 0);
    idle.min_by_key(|state| (state.has_asked.load(Ordering::Relaxed), state.last_change())).cloned()
}

impl State {
    fn new(id: u64, address: IpAddr) -> State {
        State {
            id,
            address,
            opened: Instant::now(),
            in_flight: AtomicUsize::new(0),
            has_asked: AtomicBool::new(false),
            last: AtomicU64::new(0),
            evicted: Notify::new(),
            lingers: AtomicBool::new(false),
        }
    }

    fn last_change(&self) -> Instant {
        self.opened + Duration::from_millis(self.last.load(Ordering::Relaxed))
    }

    fn touch(&self) {
        self.last.store(self.opened.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// A request begins.
    pub fn begin(self: &Arc<State>) -> Arc<Busy> {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        self.has_asked.store(true, Ordering::Relaxed);
        self.touch();
        Arc::new(Busy(self.clone()))
    }

    /// The connection ends with bytes unread: they are read away first, so that the last answer reaches the client.
    pub fn linger(&self) {
        self.lingers.store(true, Ordering::Relaxed);
    }

    pub fn lingers(&self) -> bool {
        self.lingers.load(Ordering::Relaxed)
    }

    /// Ends when the connection has to be closed: its client is too slow, or it makes room for another.
    pub async fn watch_over(&self, (first_request, idle): (Duration, Duration)) {
        let too_long = async {
            loop {
                let due = match (self.in_flight.load(Ordering::Relaxed), self.has_asked.load(Ordering::Relaxed)) {
                    (0, false) => self.opened + first_request,
                    (0, true) => self.last_change() + idle,
                    _ => self.last_change() + STUCK,
                };
                if due <= Instant::now() {
                    return;
                }
                // What happens meanwhile moves the due time; it is looked at again then, not with every request.
                tokio::time::sleep_until(due.min(Instant::now() + first_request.min(idle))).await;
            }
        };
        tokio::select! {
            () = too_long => {}
            () = self.evicted.notified() => {}
        }
    }

    /// Ends when there has been no request for a while.
    pub async fn idle_for(&self, time: Duration) {
        loop {
            tokio::time::sleep(time).await;
            if self.in_flight.load(Ordering::Relaxed) == 0 && self.last_change().elapsed() >= time {
                return;
            }
        }
    }
}

impl Busy {
    /// Something was sent or received.
    pub fn touch(&self) {
        self.0.touch();
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.touch();
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Slot {
    pub fn state(&self) -> &Arc<State> {
        &self.0.state
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.connections.release(&self.state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    async fn is_evicted(slot: &Slot) -> bool {
        let day = Duration::from_secs(86_400);
        tokio::time::timeout(Duration::from_millis(20), slot.state().watch_over((day, day))).await.is_ok()
    }

    #[tokio::test]
    async fn a_full_server_closes_the_connection_that_never_asked_and_keeps_those_at_work() {
        let connections = Arc::new(Connections::new(3, 3));
        let [silent, kept, busy] =
            ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(|text| connections.admit(address(text), false).unwrap());
        drop(kept.state().begin());
        let call = busy.state().begin();
        let _new = connections.admit(address("10.0.0.4"), false).unwrap();
        assert!(is_evicted(&silent).await && !is_evicted(&kept).await && !is_evicted(&busy).await);
        drop(silent);
        // All at work: the new one has to go.
        let _calls = [_new.state().begin(), kept.state().begin()];
        assert!(connections.admit(address("10.0.0.5"), false).is_none());
        drop((call, busy));
        assert!(connections.admit(address("10.0.0.5"), false).is_some());
    }

    #[tokio::test]
    async fn one_address_makes_room_among_its_own_and_a_proxy_is_exempt() {
        let connections = Arc::new(Connections::new(10, 2));
        let other = connections.admit(address("10.0.0.9"), false).unwrap();
        let own: Vec<Slot> = (0..2).map(|_| connections.admit(address("2001:db8::1"), false).unwrap()).collect();
        let _third = connections.admit(address("2001:db8::2"), false).unwrap();
        assert!(is_evicted(&own[0]).await && !is_evicted(&own[1]).await && !is_evicted(&other).await);
        let _calls = [own[1].state().begin(), _third.state().begin()];
        assert!(connections.admit(address("2001:db8::3"), false).is_none());
        assert!(connections.admit(address("2001:db8::3"), true).is_some(), "a trusted proxy");
        assert!(connections.admit(address("2001:db8:1::3"), false).is_some(), "another network");
    }
}
