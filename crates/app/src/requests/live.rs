//! Changes as they happen, for whoever is looking, at this node or at another.

use std::sync::{Arc, OnceLock};

use domain::access::{Change, Eyes, Sight, View};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::requests::{Case, Head};
use tokio::sync::{Notify, broadcast, mpsc, watch};

use super::change::situation;
use crate::{App, Result};

/// What listeners are told.
#[derive(Debug, Clone)]
pub enum Word {
    Happened(Arc<Happening>),
    /// Something may have happened that we did not hear of.
    Missed,
}

/// What happened to a request, and who may know.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
    sender: broadcast::Sender<Word>,
    pub(super) bell: Notify,
    closing: watch::Sender<bool>,
    /// Those of our own that other nodes should hear of, when there are other nodes.
    abroad: OnceLock<mpsc::Sender<Happening>>,
}

impl Default for Live {
    fn default() -> Live {
        Live {
            sender: broadcast::channel(1024).0,
            bell: Notify::new(),
            closing: watch::channel(false).0,
            abroad: OnceLock::new(),
        }
    }
}

impl Live {
    pub fn listen(&self) -> broadcast::Receiver<Word> {
        self.sender.subscribe()
    }

    /// Tells everybody who listens to hang up: the server stops.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Ends when the server stops.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    fn tell(&self, word: Word) {
        // Nobody listening is no fault.
        let _ = self.sender.send(word);
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

/// Those of the staff whose work a request is: its owner, whoever it was forwarded to, and while it is open whoever stands in.
pub(super) async fn at_work(app: &App, sight: &Sight<Change>, head: &Head) -> Result<Vec<String>> {
    let mut staff: Vec<String> = std::iter::once(&head.owner).chain(&head.forwarded_to).cloned().collect();
    if head.decision.is_none() {
        let today = situation(app, sight).await?.today.to_string();
        staff.extend(app.store.stand_in(sight.permit(), &head.owner, &today).await?);
    }
    staff.dedup();
    Ok(staff)
}

/// Tells those who look now, and wakes whoever delivers messages. It happened already: who cannot be told looks again by himself.
pub(crate) async fn tell(app: &App, sight: &Sight<Change>, case: &Case) {
    let (scope, head) = (sight.permit().scope(), &case.head);
    let staff = at_work(app, sight, head).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "who stands in could not be told of a change");
        std::iter::once(&head.owner).chain(&head.forwarded_to).cloned().collect()
    });
    let happening = Happening {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        tenant: head.tenant_code.clone(),
        branch: head.branch_code.clone(),
        staff,
        parties: if head.is_sent {
            case.parties.iter().map(|party| party.user_id.clone()).collect()
        } else {
            Vec::new()
        },
        body: json!({
            "txnRefNo": head.txn_ref_no, "transactionStatus": head.status.name(), "versionNumber": head.version_number,
        }),
    };
    if let Some(abroad) = app.live.abroad.get() {
        // Others look again by themselves when they are told that they missed something; we never wait for them.
        let _ = abroad.try_send(happening.clone());
    }
    app.live.tell(Word::Happened(Arc::new(happening)));
    app.live.bell.notify_one();
}

/// Parties that fit into one word: PostgreSQL carries 8,000 bytes, a user id has 254 at most.
const PARTIES_OF_A_WORD: usize = 20;

#[derive(Serialize, Deserialize)]
struct Letter {
    node: uuid::Uuid,
    happening: Happening,
}

/// Carries changes between nodes that share a database; ends at once where there is only one.
pub async fn relay(app: &App) {
    let Some(mut heard) = app.store.hear() else { return };
    let (abroad, mut ours) = mpsc::channel(1024);
    if app.live.abroad.set(abroad).is_err() {
        return;
    }
    let node = uuid::Uuid::new_v4();
    loop {
        tokio::select! {
            Some(happening) = ours.recv() => send(app, node, &happening).await,
            word = heard.recv() => match word {
                Some(Some(text)) => take(app, node, &text),
                Some(None) => app.live.tell(Word::Missed),
                None => return,
            },
        }
    }
}

async fn send(app: &App, node: uuid::Uuid, happening: &Happening) {
    let groups = happening.parties.chunks(PARTIES_OF_A_WORD).map(<[String]>::to_vec);
    let groups: Vec<Vec<String>> = if happening.parties.is_empty() { vec![Vec::new()] } else { groups.collect() };
    for parties in groups {
        let letter = Letter { node, happening: Happening { parties, ..happening.clone() } };
        let said = match serde_json::to_string(&letter) {
            Ok(text) => app.store.say(&text).await,
            Err(error) => Err(store::Error::internal(error)),
        };
        if let Err(error) = said {
            tracing::warn!(%error, "other nodes could not be told of a change");
        }
    }
}

fn take(app: &App, node: uuid::Uuid, text: &str) {
    match serde_json::from_str::<Letter>(text) {
        Ok(letter) if letter.node == node => {}
        Ok(letter) => app.live.tell(Word::Happened(Arc::new(letter.happening))),
        // A node of another version, perhaps: better to look once too often.
        Err(_) => app.live.tell(Word::Missed),
    }
}
