//! Slots and remembered failures of each server, so that one that hangs delays neither its callers nor the others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use super::Blocked;
use super::limits::{Limits, Target};

/// Each entity has slots and a memory of its own for each of its servers.
#[derive(Default)]
pub struct Calls {
    servers: Mutex<HashMap<Target, Arc<Server>>>,
}

struct Server {
    slots: Arc<Semaphore>,
    breaker: Mutex<Breaker>,
}

/// A circuit breaker.
enum Breaker {
    Closed {
        /// Failures since the last success.
        failures: u32,
    },
    /// The last call failed; there are no others until the memory ends, and then one.
    Open { since: Instant, cause: String },
    /// One call tries whether the server is back.
    Trial { since: Instant, cause: String },
}

const CLOSED: Breaker = Breaker::Closed { failures: 0 };

impl Calls {
    /// Waits for a slot. Fails at once while a failure of the server is remembered.
    pub async fn admit(&self, target: &Target, limits: &Limits) -> Result<Admitted, Blocked> {
        let server = self.server(target, limits);
        refusal(&server.breaker(), target, limits).map_or(Ok(()), Err)?;
        let busy = || Blocked::Busy(format!("the connections to {target} are in use"));
        let slot = timeout(limits.slot_wait, server.slots.clone().acquire_owned()).await;
        let slot = slot.map_err(|_| busy())?.map_err(|_| busy())?;
        let is_trial = server.enter(target, limits)?;
        Ok(Admitted { server, target: target.clone(), tolerated: limits.tolerated, _slot: slot, is_trial })
    }

    /// Remembers a failure that was seen after the answer had begun.
    pub fn remember_failure(&self, target: &Target, limits: &Limits, cause: &str) {
        let server = self.server(target, limits);
        *server.breaker() = Breaker::Open { since: Instant::now(), cause: cause.to_owned() };
        report(target, true);
        let (kind, entity) = (target.kind.name(), target.entity.as_deref());
        tracing::warn!(kind, entity, server = %target, cause, "an external system is left alone");
    }

    /// Lets the next call try, as when an administrator tests a connection.
    pub fn forget_failure(&self, target: &Target, limits: &Limits) {
        *self.server(target, limits).breaker() = CLOSED;
    }

    fn server(&self, target: &Target, limits: &Limits) -> Arc<Server> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        // Only this map refers to a server that nobody calls.
        let is_remembered = |server: &Server| !matches!(*server.breaker(), Breaker::Closed { failures: 0 });
        servers.retain(|_, server| Arc::strong_count(server) > 1 || is_remembered(server));
        let new = || Arc::new(Server { slots: Arc::new(Semaphore::new(limits.slots)), breaker: Mutex::new(CLOSED) });
        servers.entry(target.clone()).or_insert_with(new).clone()
    }
}

impl Server {
    /// True when this call tries whether the server is back. It may have failed while the call waited for a slot.
    fn enter(&self, target: &Target, limits: &Limits) -> Result<bool, Blocked> {
        let mut breaker = self.breaker();
        refusal(&breaker, target, limits).map_or(Ok(()), Err)?;
        let Breaker::Open { since, cause } = &*breaker else { return Ok(false) };
        *breaker = Breaker::Trial { since: *since, cause: cause.clone() };
        Ok(true)
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a call is not made now.
fn refusal(breaker: &Breaker, target: &Target, limits: &Limits) -> Option<Blocked> {
    let (since, cause, is_tried) = match breaker {
        Breaker::Closed { .. } => return None,
        Breaker::Open { since, cause } => (since, cause, false),
        Breaker::Trial { since, cause } => (since, cause, true),
    };
    let ago = since.elapsed();
    (is_tried || ago < limits.remembered)
        .then(|| Blocked::Unreachable(format!("{target} failed {} s ago and is left alone: {cause}", ago.as_secs())))
}

fn report(target: &Target, is_open: bool) {
    let entity = target.entity.clone().unwrap_or_default();
    let labels = [("kind", target.kind.name().to_owned()), ("entity", entity), ("server", target.to_string())];
    metrics::gauge!("docz_outbound_open", &labels).set(if is_open { 1.0 } else { 0.0 });
}

/// A call under way.
pub struct Admitted {
    server: Arc<Server>,
    target: Target,
    tolerated: u32,
    _slot: OwnedSemaphorePermit,
    is_trial: bool,
}

impl Admitted {
    /// Ends the call; with a cause when the server could not be reached or did not answer.
    pub fn end(mut self, failure: Option<&str>) {
        self.is_trial = false;
        let mut breaker = self.server.breaker();
        let was_open = !matches!(*breaker, Breaker::Closed { .. });
        *breaker = match (failure, &*breaker) {
            (None, _) => CLOSED,
            (Some(_), Breaker::Closed { failures }) if *failures < self.tolerated => {
                Breaker::Closed { failures: failures + 1 }
            }
            (Some(cause), _) => Breaker::Open { since: Instant::now(), cause: cause.to_owned() },
        };
        let failure = failure.filter(|_| !matches!(*breaker, Breaker::Closed { .. }));
        report(&self.target, failure.is_some());
        if was_open != failure.is_some() {
            let (kind, entity) = (self.target.kind.name(), self.target.entity.as_deref());
            match failure {
                Some(cause) => {
                    tracing::warn!(kind, entity, server = %self.target, cause, "an external system is left alone")
                }
                None => tracing::info!(kind, entity, server = %self.target, "an external system answers again"),
            }
        }
    }
}

impl Drop for Admitted {
    /// A trial that was given up says nothing, so the next call is one.
    fn drop(&mut self) {
        let mut breaker = self.server.breaker();
        if let (true, Breaker::Trial { since, cause }) = (self.is_trial, &*breaker) {
            *breaker = Breaker::Open { since: *since, cause: cause.clone() };
        }
    }
}
