//! Between nodes that share a database.

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::event::{LiveEvent, Noticed, RequestChanged};
use super::{Arc, Broadcast};
use crate::App;

/// What fits into one word: PostgreSQL carries 8,000 bytes, a user id has 254 at most, a notice less than 1,500.
const PARTIES_OF_A_WORD: usize = 20;
const NOTICES_OF_A_WORD: usize = 5;
const CHARGES_OF_A_WORD: usize = 100;

#[derive(Serialize, Deserialize)]
struct Letter {
    node: uuid::Uuid,
    news: LiveEvent,
}

/// Carries changes between nodes that share a database; ends at once where there is only one.
pub async fn relay(app: &App) {
    let Some(mut heard) = app.store.listen() else { return };
    let (abroad, mut ours) = mpsc::channel(1024);
    if app.live.abroad.set(abroad).is_err() {
        return;
    }
    let node = uuid::Uuid::new_v4();
    loop {
        tokio::select! {
            Some(news) = ours.recv() => send(app, node, news).await,
            word = heard.recv() => match word {
                Some(Some(text)) => take(app, node, &text),
                Some(None) => app.live.tell(Broadcast::Missed),
                None => return,
            },
        }
    }
}

/// In pieces that a word can carry.
fn pieces(news: LiveEvent) -> Vec<LiveEvent> {
    match news {
        LiveEvent::Happened(whole) if whole.parties.len() > PARTIES_OF_A_WORD => {
            let part = |parties: &[String]| RequestChanged { parties: parties.to_vec(), ..whole.clone() };
            whole.parties.chunks(PARTIES_OF_A_WORD).map(|parties| LiveEvent::Happened(part(parties))).collect()
        }
        LiveEvent::Noticed(whole) if whole.notices.len() > NOTICES_OF_A_WORD => {
            let part = |notices: &[serde_json::Value]| Noticed { notices: notices.to_vec(), ..whole.clone() };
            whole.notices.chunks(NOTICES_OF_A_WORD).map(|notices| LiveEvent::Noticed(part(notices))).collect()
        }
        LiveEvent::Charged(all) => {
            all.chunks(CHARGES_OF_A_WORD).map(|some| LiveEvent::Charged(some.to_vec())).collect()
        }
        small => vec![small],
    }
}

async fn send(app: &App, node: uuid::Uuid, news: LiveEvent) {
    for news in pieces(news) {
        let said = match serde_json::to_string(&Letter { node, news }) {
            Ok(text) => app.store.notify(&text).await,
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
        Ok(Letter { node, news: LiveEvent::Charged(charges) }) => {
            if let Some(take) = app.live.on_charges.get() {
                take(node, &charges);
            }
        }
        Ok(Letter { news, .. }) => {
            if let LiveEvent::AccessInvalidated(doubted) = &news {
                app.sessions.forget(&doubted.country, &doubted.entity, doubted.user_id.as_deref());
            }
            app.live.tell(Broadcast::Said(Arc::new(news)));
        }
        // A node of another version, perhaps: better to look once too often.
        Err(_) => app.live.tell(Broadcast::Missed),
    }
}
