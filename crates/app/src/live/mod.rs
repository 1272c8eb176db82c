//! Events for open pages, at this node and at others.
//!
//! - `event`: what there is, and which connected users receive it.
//! - `progress`: tells a user how far an import is.
//! - `relay`: sends events to the other nodes that share the database.
//! - here: the subscribers, and the signals that start jobs early.

mod event;
mod progress;
mod relay;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use domain::access::explain::BranchGrant;
use domain::access::{Change, RequestAccess, Scope};
use serde_json::{Value, json};
use store::requests::{Notice, RequestAggregate, RequestRow};
use tokio::sync::{Notify, Semaphore, SemaphorePermit, broadcast, mpsc, watch};

use crate::context::entity_clock;
use crate::{App, Result};

pub use event::{AccessInvalidated, Charge, Limit, LiveEvent, NoticesAdded, ProgressMade, RequestChanged};
pub(crate) use progress::ImportProgress;
pub use relay::relay;

/// How many connections reload their access at the same time, so that other callers are not delayed.
const MAX_RELOADS: usize = 8;

/// What subscribers receive.
#[derive(Debug, Clone)]
pub enum Broadcast {
    Event(Arc<LiveEvent>),
    /// Events may have been lost.
    Missed,
}

/// The subscribers of live events, and a signal for the delivery job.
pub struct Live {
    sender: broadcast::Sender<Broadcast>,
    delivery_signal: Notify,
    webhook_signal: Notify,
    verification_signal: Notify,
    bulk_send_signal: Notify,
    closing: watch::Sender<bool>,
    reload_slots: Semaphore,
    /// Events for other nodes, if there are any.
    peers: OnceLock<mpsc::Sender<LiveEvent>>,
    /// Receives the charges of other nodes.
    on_charges: OnceLock<OnCharges>,
}

type OnCharges = Box<dyn Fn(uuid::Uuid, &[Charge]) + Send + Sync>;

impl Default for Live {
    fn default() -> Live {
        Live {
            sender: broadcast::channel(1024).0,
            delivery_signal: Notify::new(),
            webhook_signal: Notify::new(),
            verification_signal: Notify::new(),
            bulk_send_signal: Notify::new(),
            closing: watch::channel(false).0,
            reload_slots: Semaphore::new(MAX_RELOADS),
            peers: OnceLock::new(),
            on_charges: OnceLock::new(),
        }
    }
}

impl Live {
    pub fn subscribe(&self) -> broadcast::Receiver<Broadcast> {
        self.sender.subscribe()
    }

    /// Notified when messages may be waiting.
    pub(crate) fn delivery_signal(&self) -> &Notify {
        &self.delivery_signal
    }

    /// Wakes the job that posts events to external systems.
    pub(crate) fn webhook_signal(&self) -> &Notify {
        &self.webhook_signal
    }

    /// Wakes the job that verifies submitted documents.
    pub(crate) fn verification_signal(&self) -> &Notify {
        &self.verification_signal
    }

    /// Wakes the job that sends requests together.
    pub(crate) fn bulk_send_signal(&self) -> &Notify {
        &self.bulk_send_signal
    }

    /// Disconnects all subscribers because the server stops.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Changes to true when the server stops.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Waits until this connection may reload its access.
    pub async fn reload_slot(&self) -> Option<SemaphorePermit<'_>> {
        self.reload_slots.acquire().await.ok()
    }

    /// Notifies subscribers that cached access of these users is no longer valid.
    pub(crate) fn invalidate(&self, country: &str, entity: &str, user_id: Option<&str>) {
        let (country, entity) = (country.to_owned(), entity.to_owned());
        self.publish(LiveEvent::AccessInvalidated(AccessInvalidated {
            country,
            entity,
            user_id: user_id.map(str::to_owned),
        }));
    }

    /// True when events are relayed to other nodes.
    pub fn has_other_nodes(&self) -> bool {
        self.peers.get().is_some()
    }

    /// Sends the charges of this node to the others.
    pub fn charge(&self, charges: Vec<Charge>) {
        if let Some(peers) = self.peers.get() {
            let _ = peers.try_send(LiveEvent::LimitCharges(charges));
        }
    }

    /// Sets the receiver of other nodes' charges; only the first call has an effect.
    pub fn on_charges(&self, take: impl Fn(uuid::Uuid, &[Charge]) + Send + Sync + 'static) {
        let _ = self.on_charges.set(Box::new(take));
    }

    pub(crate) fn publish(&self, event: LiveEvent) {
        if let Some(peers) = self.peers.get() {
            // A full queue drops the event; other nodes learn that they missed something and reload.
            let _ = peers.try_send(event.clone());
        }
        self.broadcast(Broadcast::Event(Arc::new(event)));
    }

    fn broadcast(&self, message: Broadcast) {
        // An error only means that there are no subscribers.
        let _ = self.sender.send(message);
    }
}

/// Staff the request was forwarded to, and the owner's substitute while it is open.
async fn assigned_staff(app: &App, access: &RequestAccess<Change>, request: &RequestRow) -> Result<Vec<String>> {
    let mut staff: Vec<String> = request.forwarded_to.iter().cloned().collect();
    if request.decision.is_none() {
        staff.extend(stand_in(app, access, request).await?);
    }
    Ok(staff)
}

/// Who stands in for the owner today.
async fn stand_in(app: &App, access: &RequestAccess<Change>, request: &RequestRow) -> Result<Vec<String>> {
    let today = entity_clock(app, access).await?.today.to_string();
    Ok(app.store.stand_in(access.permit(), &request.owner, &today).await?.into_iter().collect())
}

/// Staff responsible for a request: its owner, while the branch is granted, and those it was forwarded to.
pub(super) async fn responsible_staff(
    app: &App,
    access: &RequestAccess<Change>,
    request: &RequestRow,
) -> Result<Vec<String>> {
    let mut staff = assigned_staff(app, access, request).await?;
    let grants = app.store.branch_grants(access.permit(), &request.owner).await?;
    let is_open = |grant: &BranchGrant| grant.tenant == request.tenant_code && grant.branch == request.branch_code;
    if grants.iter().any(|grant| grant.is_open() && is_open(grant)) {
        staff.push(request.owner.clone());
    }
    staff.sort();
    staff.dedup();
    Ok(staff)
}

/// As `assigned_staff`, for an event: one that cannot be read is left out. The owner receives the event through the
/// branch.
pub(super) async fn staff_to_inform(app: &App, access: &RequestAccess<Change>, request: &RequestRow) -> Vec<String> {
    assigned_staff(app, access, request).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the owner's substitute could not be notified of a change");
        request.forwarded_to.iter().cloned().collect()
    })
}

/// Publishes a change that parties do not see.
pub(super) fn publish_to_staff(
    app: &App,
    access: &RequestAccess<Change>,
    (tenant, branches, staff): (String, Vec<String>, Vec<String>),
    body: Value,
) {
    let scope = access.permit().scope();
    let (country, entity) = (scope.country.clone(), scope.entity.clone());
    let parties = Vec::new();
    app.live.publish(LiveEvent::RequestChanged(RequestChanged {
        country,
        entity,
        tenant,
        branches,
        staff,
        parties,
        body,
    }));
}

/// Publishes a change and wakes the delivery job. The change is already committed, so clients that miss the event
/// reload by themselves. Users who saw the former state are included: the request may leave their lists.
pub(crate) async fn publish_change(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    before: Option<&RequestAggregate>,
) {
    let staff = staff_to_inform(app, access, &aggregate.request).await;
    publish(app, access, aggregate, before, staff);
    app.live.delivery_signal.notify_one();
    app.live.webhook_signal.notify_one();
}

/// Publishes changes of many requests that stay with the same people, and wakes the delivery job.
pub(super) async fn publish_changes(app: &App, access: &RequestAccess<Change>, all: &[RequestAggregate]) {
    let mut known: HashMap<&str, Vec<String>> = HashMap::new();
    for aggregate in all {
        let request = &aggregate.request;
        let mut staff = match known.get(&*request.owner) {
            Some(known) => known.clone(),
            None => {
                let found = stand_in(app, access, request).await.unwrap_or_else(|error| {
                    tracing::warn!(%error, "the owner's substitute could not be notified of a change");
                    Vec::new()
                });
                known.insert(&request.owner, found.clone());
                found
            }
        };
        staff.extend(request.forwarded_to.clone());
        publish(app, access, aggregate, None, staff);
    }
    app.live.delivery_signal.notify_one();
}

/// Tells the pages of staff in the branch, of other staff named, and of the parties. The owner receives it through the
/// branch.
fn publish(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    before: Option<&RequestAggregate>,
    mut staff: Vec<String>,
) {
    let (scope, request) = (access.permit().scope(), &aggregate.request);
    staff.extend(before.and_then(|was| was.request.forwarded_to.clone()));
    let versions = || std::iter::once(aggregate).chain(before);
    let mut branches: Vec<String> = versions().map(|aggregate| aggregate.request.branch_code.clone()).collect();
    let named = versions().filter(|aggregate| aggregate.request.is_sent).flat_map(|aggregate| &aggregate.parties);
    let mut parties: Vec<String> = named.map(|party| party.user_id.clone()).collect();
    for list in [&mut staff, &mut branches, &mut parties] {
        list.sort();
        list.dedup();
    }
    app.live.publish(LiveEvent::RequestChanged(RequestChanged {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        tenant: request.tenant_code.clone(),
        branches,
        staff,
        parties,
        body: json!({
            "txnRefNo": request.txn_ref_no, "transactionStatus": request.status.name(),
            "versionNumber": request.version_number,
        }),
    }));
}

/// Publishes new notices to each recipient.
pub(super) fn push_notices(app: &App, access: &RequestAccess<Change>, notices: Vec<(String, Notice)>) {
    push_notices_to(app, access.permit().scope(), notices);
}

/// The same for notices that are not about a request.
pub(crate) fn push_notices_to(app: &App, scope: &Scope, mut notices: Vec<(String, Notice)>) {
    notices.sort_by(|one, other| one.0.cmp(&other.0));
    for own in notices.chunk_by(|one, other| one.0 == other.0) {
        app.live.publish(LiveEvent::NoticesAdded(NoticesAdded {
            country: scope.country.clone(),
            entity: scope.entity.clone(),
            user_id: own[0].0.clone(),
            notices: own.iter().map(|(_, notice)| json!(notice)).collect(),
        }));
    }
}
