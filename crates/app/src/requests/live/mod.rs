//! Changes as they happen, for whoever is looking, at this node or at another.

mod event;
mod relay;

use std::sync::{Arc, OnceLock};

use domain::access::explain::BranchGrant;
use domain::access::{Change, RequestAccess};
use serde_json::json;
use store::requests::{Notice, RequestAggregate, RequestRow};
use tokio::sync::{Notify, Semaphore, SemaphorePermit, broadcast, mpsc, watch};

use super::change::entity_clock;
use crate::{App, Result};

pub use event::{AccessInvalidated, Charge, Limit, LiveEvent, Noticed, RequestChanged};
pub use relay::relay;

/// Those who listen are looked at again so many at a time: nobody else shall wait for it.
const LOOKED_AT: usize = 8;

/// What listeners are told.
#[derive(Debug, Clone)]
pub enum Broadcast {
    Said(Arc<LiveEvent>),
    /// Something may have happened that we did not hear of.
    Missed,
}

/// Everybody who listens, and a bell for whoever delivers messages.
pub struct Live {
    sender: broadcast::Sender<Broadcast>,
    bell: Notify,
    closing: watch::Sender<bool>,
    looking: Semaphore,
    /// Those of our own that other nodes should hear of, when there are other nodes.
    abroad: OnceLock<mpsc::Sender<LiveEvent>>,
    /// Takes what callers used up at other nodes.
    on_charges: OnceLock<OnCharges>,
}

type OnCharges = Box<dyn Fn(uuid::Uuid, &[Charge]) + Send + Sync>;

impl Default for Live {
    fn default() -> Live {
        Live {
            sender: broadcast::channel(1024).0,
            bell: Notify::new(),
            closing: watch::channel(false).0,
            looking: Semaphore::new(LOOKED_AT),
            abroad: OnceLock::new(),
            on_charges: OnceLock::new(),
        }
    }
}

impl Live {
    pub fn listen(&self) -> broadcast::Receiver<Broadcast> {
        self.sender.subscribe()
    }

    /// Rung when there may be messages to deliver.
    pub(crate) fn bell(&self) -> &Notify {
        &self.bell
    }

    /// Tells everybody who listens to hang up: the server stops.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Ends when the server stops.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Waits for a turn to look at somebody again.
    pub async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        self.looking.acquire().await.ok()
    }

    /// What was believed of these people may not be true any more.
    pub(crate) fn invalidate(&self, country: &str, entity: &str, user_id: Option<&str>) {
        let (country, entity) = (country.to_owned(), entity.to_owned());
        self.say(LiveEvent::AccessInvalidated(AccessInvalidated {
            country,
            entity,
            user_id: user_id.map(str::to_owned),
        }));
    }

    /// True once other nodes can be told of changes.
    pub fn has_other_nodes(&self) -> bool {
        self.abroad.get().is_some()
    }

    /// Tells other nodes what callers used up here.
    pub fn charge(&self, charges: Vec<Charge>) {
        if let Some(abroad) = self.abroad.get() {
            let _ = abroad.try_send(LiveEvent::Charged(charges));
        }
    }

    /// Sets who takes the charges of other nodes; only the first caller is kept.
    pub fn on_charges(&self, take: impl Fn(uuid::Uuid, &[Charge]) + Send + Sync + 'static) {
        let _ = self.on_charges.set(Box::new(take));
    }

    fn say(&self, news: LiveEvent) {
        if let Some(abroad) = self.abroad.get() {
            // Others look again by themselves when they are told that they missed something; we never wait for them.
            let _ = abroad.try_send(news.clone());
        }
        self.tell(Broadcast::Said(Arc::new(news)));
    }

    fn tell(&self, word: Broadcast) {
        // Nobody listening is no fault.
        let _ = self.sender.send(word);
    }
}

/// Those of the staff a request was handed to: by forwarding it, and while it is open by its owner's forward of everything.
async fn handed_to(app: &App, access: &RequestAccess<Change>, request: &RequestRow) -> Result<Vec<String>> {
    let mut staff: Vec<String> = request.forwarded_to.iter().cloned().collect();
    if request.decision.is_none() {
        let today = entity_clock(app, access).await?.today.to_string();
        staff.extend(app.store.stand_in(access.permit(), &request.owner, &today).await?);
    }
    Ok(staff)
}

/// Those of the staff whose work a request is: its owner, as long as its branch is open to them, and those it was handed to.
pub(super) async fn at_work(app: &App, access: &RequestAccess<Change>, request: &RequestRow) -> Result<Vec<String>> {
    let mut staff = handed_to(app, access, request).await?;
    let grants = app.store.branch_grants(access.permit(), &request.owner).await?;
    let is_open = |grant: &BranchGrant| grant.tenant == request.tenant_code && grant.branch == request.branch_code;
    if grants.iter().any(|grant| grant.is_open() && is_open(grant)) {
        staff.push(request.owner.clone());
    }
    staff.sort();
    staff.dedup();
    Ok(staff)
}

/// Tells those who look now, and wakes whoever delivers messages. It happened already: who cannot be told looks again by himself.
/// Those who saw it as it was before hear of it as well: it may have left their lists.
pub(crate) async fn tell(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    before: Option<&RequestAggregate>,
) {
    let (scope, request) = (access.permit().scope(), &aggregate.request);
    // Its owner hears of it by its branch.
    let mut staff = handed_to(app, access, request).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "who stands in could not be told of a change");
        request.forwarded_to.iter().cloned().collect()
    });
    staff.extend(before.and_then(|was| was.request.forwarded_to.clone()));
    let seen = || std::iter::once(aggregate).chain(before);
    let mut branches: Vec<String> = seen().map(|aggregate| aggregate.request.branch_code.clone()).collect();
    let named = seen().filter(|aggregate| aggregate.request.is_sent).flat_map(|aggregate| &aggregate.parties);
    let mut parties: Vec<String> = named.map(|party| party.user_id.clone()).collect();
    for list in [&mut staff, &mut branches, &mut parties] {
        list.sort();
        list.dedup();
    }
    app.live.say(LiveEvent::Happened(RequestChanged {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        tenant: request.tenant_code.clone(),
        branches,
        staff,
        parties,
        body: json!({
            "txnRefNo": request.txn_ref_no, "transactionStatus": request.status.name(), "versionNumber": request.version_number,
        }),
    }));
    app.live.bell.notify_one();
}

/// Tells each of the staff what came to his bell.
pub(super) fn push_notices(app: &App, access: &RequestAccess<Change>, mut notices: Vec<(String, Notice)>) {
    let scope = access.permit().scope();
    notices.sort_by(|one, other| one.0.cmp(&other.0));
    for own in notices.chunk_by(|one, other| one.0 == other.0) {
        app.live.say(LiveEvent::Noticed(Noticed {
            country: scope.country.clone(),
            entity: scope.entity.clone(),
            user_id: own[0].0.clone(),
            notices: own.iter().map(|(_, notice)| json!(notice)).collect(),
        }));
    }
}
