//! Changes as they happen, for whoever is looking.

use domain::access::{Change, Eyes, Sight, View};
use serde_json::{Value, json};
use store::requests::Case;
use tokio::sync::{Notify, broadcast};

use crate::App;

/// What happened to a request, and who may know.
#[derive(Debug, Clone)]
pub struct Happening {
    country: String,
    entity: String,
    tenant: String,
    branch: String,
    staff: Vec<String>,
    parties: Vec<String>,
    body: Value,
}

/// Everybody who listens, and a bell for whoever delivers messages.
pub struct Live {
    sender: broadcast::Sender<Happening>,
    pub(super) bell: Notify,
}

impl Default for Live {
    fn default() -> Live {
        Live { sender: broadcast::channel(1024).0, bell: Notify::new() }
    }
}

impl Live {
    pub fn listen(&self) -> broadcast::Receiver<Happening> {
        self.sender.subscribe()
    }
}

impl Happening {
    /// What this reader may know of it.
    pub fn for_reader(&self, sight: &Sight<View>) -> Option<&Value> {
        let scope = sight.permit().scope();
        if scope.country != self.country || scope.entity != self.entity {
            return None;
        }
        let is_theirs = match sight.eyes() {
            Eyes::All => true,
            Eyes::Party { user_id } => self.parties.contains(user_id),
            Eyes::Staff { user_id, tenant, branches } => {
                *tenant == self.tenant && (branches.contains(&self.branch) || self.staff.contains(user_id))
            }
        };
        is_theirs.then_some(&self.body)
    }
}

/// Tells those who look now, and wakes whoever delivers messages.
pub(crate) fn tell(app: &App, sight: &Sight<Change>, case: &Case) {
    let (scope, head) = (sight.permit().scope(), &case.head);
    let happening = Happening {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        tenant: head.tenant_code.clone(),
        branch: head.branch_code.clone(),
        staff: std::iter::once(&head.owner).chain(&head.forwarded_to).cloned().collect(),
        parties: if head.is_sent {
            case.parties.iter().map(|party| party.user_id.clone()).collect()
        } else {
            Vec::new()
        },
        body: json!({
            "txnRefNo": head.txn_ref_no, "transactionStatus": head.status.name(), "versionNumber": head.version_number,
        }),
    };
    // Nobody listening is no fault.
    let _ = app.live.sender.send(happening);
    app.live.bell.notify_one();
}
