//! The open connections, and which of them to close when the server is full.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

/// How many connections are examined to find one to close.
const MAX_EXAMINED: usize = 256;
/// A call that transfers nothing for this long is stuck; calls have a shorter timeout of their own.
const STUCK_AFTER: Duration = Duration::from_secs(180);

pub struct Connections {
    most: usize,
    most_per_address: usize,
    open: Mutex<Open>,
    one_closed: Notify,
}

#[derive(Default)]
struct Open {
    next: u64,
    /// Where the next search for a connection to close starts.
    cursor: u64,
    all: BTreeMap<u64, Arc<State>>,
    by_address: HashMap<IpAddr, BTreeSet<u64>>,
}

/// The state of one connection.
pub struct State {
    id: u64,
    address: IpAddr,
    opened: Instant,
    in_flight: AtomicUsize,
    has_sent_request: AtomicBool,
    /// Milliseconds from `opened` to the last activity.
    last: AtomicU64,
    evicted: Notify,
    is_lingering: AtomicBool,
}

/// A slot among the open connections, freed when the last clone is dropped.
#[derive(Clone)]
pub struct Slot(Arc<SlotGuard>);

struct SlotGuard {
    connections: Arc<Connections>,
    state: Arc<State>,
}

/// A request in progress, until its response is sent.
pub struct ActiveRequest(Arc<State>);

impl Connections {
    pub fn new(most: usize, most_per_address: usize) -> Connections {
        Connections { most, most_per_address, open: Mutex::default(), one_closed: Notify::new() }
    }

    /// Admits a new connection. When the server or the address is full, the connection idle for longest is closed to
    /// make room; if all are busy, the new one is refused.
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
        Some(Slot(Arc::new(SlotGuard { connections: self.clone(), state })))
    }

    fn release(&self, state: &State) {
        self.open.lock().remove(state);
        self.one_closed.notify_waiters();
    }

    /// Waits until no connection is open.
    pub async fn all_closed(&self) {
        loop {
            let closed = self.one_closed.notified();
            if self.open.lock().all.is_empty() {
                return;
            }
            closed.await;
        }
    }

    /// Waits until every open connection has sent a request.
    pub async fn all_have_sent_request(&self) {
        while self.open.lock().all.values().any(|state| !state.has_sent_request.load(Ordering::Relaxed)) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Open {
    /// Closes the connection idle for longest; those that never sent a request go first.
    fn evict(&mut self, of: Option<IpAddr>) -> bool {
        let found = match of {
            Some(address) => {
                let own = self.by_address.get(&address).into_iter().flatten();
                most_idle(own.take(MAX_EXAMINED).filter_map(|id| self.all.get(id)))
            }
            None => {
                let from_cursor = self.all.range(self.cursor..).chain(self.all.range(..self.cursor));
                most_idle(from_cursor.take(MAX_EXAMINED).map(|(_, state)| state))
            }
        };
        if of.is_none() {
            let after = self.all.range(self.cursor..).nth(MAX_EXAMINED).map(|(id, _)| *id);
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
    idle.min_by_key(|state| (state.has_sent_request.load(Ordering::Relaxed), state.last_change())).cloned()
}

impl State {
    fn new(id: u64, address: IpAddr) -> State {
        State {
            id,
            address,
            opened: Instant::now(),
            in_flight: AtomicUsize::new(0),
            has_sent_request: AtomicBool::new(false),
            last: AtomicU64::new(0),
            evicted: Notify::new(),
            is_lingering: AtomicBool::new(false),
        }
    }

    fn last_change(&self) -> Instant {
        self.opened + Duration::from_millis(self.last.load(Ordering::Relaxed))
    }

    fn touch(&self) {
        self.last.store(self.opened.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// Marks the start of a request.
    pub fn begin(self: &Arc<State>) -> Arc<ActiveRequest> {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        self.has_sent_request.store(true, Ordering::Relaxed);
        self.touch();
        Arc::new(ActiveRequest(self.clone()))
    }

    /// The connection ends with unread data, which is discarded first so that the last response reaches the client.
    pub fn linger(&self) {
        self.is_lingering.store(true, Ordering::Relaxed);
    }

    pub fn is_lingering(&self) -> bool {
        self.is_lingering.load(Ordering::Relaxed)
    }

    /// Waits until the connection has to be closed: its client is too slow, or another connection needs the slot.
    pub async fn wait_until_expired(&self, (first_request, idle): (Duration, Duration)) {
        let too_long = async {
            loop {
                let due = match (self.in_flight.load(Ordering::Relaxed), self.has_sent_request.load(Ordering::Relaxed))
                {
                    (0, false) => self.opened + first_request,
                    (0, true) => self.last_change() + idle,
                    _ => self.last_change() + STUCK_AFTER,
                };
                if due <= Instant::now() {
                    return;
                }
                // Activity moves the deadline; it is recomputed after the sleep, not on every request.
                tokio::time::sleep_until(due.min(Instant::now() + first_request.min(idle))).await;
            }
        };
        tokio::select! {
            () = too_long => {}
            () = self.evicted.notified() => {}
        }
    }

    /// Waits until there has been no request for `time`.
    pub async fn idle_for(&self, time: Duration) {
        loop {
            tokio::time::sleep(time).await;
            if self.in_flight.load(Ordering::Relaxed) == 0 && self.last_change().elapsed() >= time {
                return;
            }
        }
    }
}

impl ActiveRequest {
    /// Marks that data was sent or received.
    pub fn touch(&self) {
        self.0.touch();
    }
}

impl Drop for ActiveRequest {
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

impl Drop for SlotGuard {
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
        tokio::time::timeout(Duration::from_millis(20), slot.state().wait_until_expired((day, day))).await.is_ok()
    }

    #[tokio::test]
    async fn a_full_server_closes_a_connection_without_requests_and_keeps_busy_ones() {
        let connections = Arc::new(Connections::new(3, 3));
        let [silent, kept, busy] =
            ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(|text| connections.admit(address(text), false).unwrap());
        drop(kept.state().begin());
        let call = busy.state().begin();
        let _new = connections.admit(address("10.0.0.4"), false).unwrap();
        assert!(is_evicted(&silent).await && !is_evicted(&kept).await && !is_evicted(&busy).await);
        drop(silent);
        // All are busy: the new one is refused.
        let _calls = [_new.state().begin(), kept.state().begin()];
        assert!(connections.admit(address("10.0.0.5"), false).is_none());
        drop((call, busy));
        assert!(connections.admit(address("10.0.0.5"), false).is_some());
    }

    #[tokio::test]
    async fn a_full_address_closes_its_own_connections_and_a_proxy_is_exempt() {
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
