//! Relays events between nodes that share a database.

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::event::{LiveEvent, NoticesAdded, RequestChanged};
use super::{Arc, Broadcast};
use crate::App;

/// Limits per payload: PostgreSQL allows 8,000 bytes, a user id has at most 254, a notice less than 1,500.
const MAX_PARTIES: usize = 20;
const MAX_NOTICES: usize = 5;
const MAX_CHARGES: usize = 100;

#[derive(Serialize, Deserialize)]
struct Envelope {
    node: uuid::Uuid,
    event: LiveEvent,
}

/// Relays events between nodes; returns at once when there is only one.
pub async fn relay(app: &App) {
    let Some(mut incoming) = app.store.listen() else { return };
    let (peers, mut outgoing) = mpsc::channel(1024);
    if app.live.peers.set(peers).is_err() {
        return;
    }
    let node = uuid::Uuid::new_v4();
    loop {
        tokio::select! {
            Some(event) = outgoing.recv() => send(app, node, event).await,
            message = incoming.recv() => match message {
                Some(Some(text)) => receive(app, node, &text),
                Some(None) => app.live.broadcast(Broadcast::Missed),
                None => return,
            },
        }
    }
}

/// Splits an event into parts that fit one payload.
fn split(event: LiveEvent) -> Vec<LiveEvent> {
    match event {
        LiveEvent::RequestChanged(whole) if whole.parties.len() > MAX_PARTIES => {
            let part = |parties: &[String]| RequestChanged { parties: parties.to_vec(), ..whole.clone() };
            whole.parties.chunks(MAX_PARTIES).map(|parties| LiveEvent::RequestChanged(part(parties))).collect()
        }
        LiveEvent::NoticesAdded(whole) if whole.notices.len() > MAX_NOTICES => {
            let part = |notices: &[serde_json::Value]| NoticesAdded { notices: notices.to_vec(), ..whole.clone() };
            whole.notices.chunks(MAX_NOTICES).map(|notices| LiveEvent::NoticesAdded(part(notices))).collect()
        }
        LiveEvent::LimitCharges(all) => {
            all.chunks(MAX_CHARGES).map(|some| LiveEvent::LimitCharges(some.to_vec())).collect()
        }
        small => vec![small],
    }
}

async fn send(app: &App, node: uuid::Uuid, event: LiveEvent) {
    for event in split(event) {
        let sent = match serde_json::to_string(&Envelope { node, event }) {
            Ok(text) => app.store.notify(&text).await,
            Err(error) => Err(store::Error::internal(error)),
        };
        if let Err(error) = sent {
            tracing::warn!(%error, "an event could not be sent to other nodes");
        }
    }
}

fn receive(app: &App, node: uuid::Uuid, text: &str) {
    match serde_json::from_str::<Envelope>(text) {
        Ok(envelope) if envelope.node == node => {}
        Ok(Envelope { node, event: LiveEvent::LimitCharges(charges) }) => {
            if let Some(take) = app.live.on_charges.get() {
                take(node, &charges);
            }
        }
        Ok(Envelope { event, .. }) => {
            if let LiveEvent::AccessInvalidated(invalidated) = &event {
                app.sessions.invalidate(&invalidated.country, &invalidated.entity, invalidated.user_id.as_deref());
            }
            app.live.broadcast(Broadcast::Event(Arc::new(event)));
        }
        // Probably a node of another version: reload rather than miss something.
        Err(_) => app.live.broadcast(Broadcast::Missed),
    }
}
