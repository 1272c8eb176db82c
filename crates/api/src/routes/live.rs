//! Server-sent events: changes of requests as they happen, to those who may see them, and what comes to one's bell.

use std::convert::Infallible;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use app::requests::live::{Broadcast, LiveEvent};
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use domain::access::{Actor, RequestAccess, ScreenSet, View, to_see_requests};
use futures_util::stream;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use super::anyone;
use super::requests::tenant;
use crate::Api;
use crate::limits::StreamSlot;
use crate::middleware::Call;

/// Often enough to notice a listener that is gone.
const PULSE: Duration = Duration::from_secs(20);
/// A stream ends after a while, and with it what its listener was believed to be: he comes back with his token.
const LONGEST: Duration = Duration::from_secs(600);
/// Not everything was heard: he is told to look again.
const MISSED: &[u8] = b"event: request\ndata: null\n\nevent: notification\ndata: null\n\n";

/// What a listener is believed to be until somebody doubts it.
struct Listener {
    actor: Arc<Actor>,
    /// On whatever screen he is; none for whoever has no screen of requests.
    access: Option<RequestAccess<View>>,
}

impl Listener {
    fn new(actor: Arc<Actor>, tenant: &str) -> Listener {
        let access = to_see_requests(&actor, tenant, ScreenSet::READERS, None).ok();
        Listener { actor, access }
    }

    /// As much of it as is for him.
    fn heard(&self, news: &LiveEvent) -> Option<Bytes> {
        match news {
            LiveEvent::Happened(happening) => {
                let body = happening.for_reader(self.access.as_ref()?)?;
                Some(Bytes::from(format!("event: request\ndata: {body}\n\n")))
            }
            LiveEvent::Noticed(noticed) => {
                let mut text = String::new();
                for notice in noticed.for_reader(&self.actor) {
                    let _ = write!(text, "event: notification\ndata: {notice}\n\n");
                }
                (!text.is_empty()).then(|| Bytes::from(text))
            }
            LiveEvent::AccessInvalidated(_) | LiveEvent::Charged(_) => None,
        }
    }
}

struct Listening {
    api: Arc<Api>,
    listener: Listener,
    tenant: String,
    /// What is believed of him has to be read again before he hears more.
    is_doubted: bool,
    receiver: Receiver<Broadcast>,
    closing: watch::Receiver<bool>,
    until: tokio::time::Instant,
    is_new: bool,
    /// Counted as open as long as the stream is.
    _slot: StreamSlot,
}

impl Listening {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Listening)> {
        if std::mem::take(&mut self.is_new) {
            return Some((Ok(Bytes::from_static(b"retry: 3000\n\n")), self));
        }
        loop {
            if tokio::time::Instant::now() >= self.until {
                return None;
            }
            let heard = tokio::select! {
                heard = tokio::time::timeout(PULSE, self.receiver.recv()) => heard,
                // The server stops, and does not wait for those who only listen.
                _ = self.closing.wait_for(|is_closing| *is_closing) => return None,
            };
            let word = match heard {
                Err(_) => None,
                Ok(Err(RecvError::Lagged(_))) => Some(Broadcast::Missed),
                Ok(Err(RecvError::Closed)) => return None,
                Ok(Ok(word)) => Some(word),
            };
            if self.is_doubted_by(word.as_ref()) {
                continue;
            }
            if self.is_doubted && !self.is_good().await {
                return None;
            }
            let piece = match word {
                None => Some(Bytes::from_static(b": pulse\n\n")),
                Some(Broadcast::Missed) => Some(Bytes::from_static(MISSED)),
                Some(Broadcast::Said(news)) => self.listener.heard(&news),
            };
            if let Some(piece) = piece {
                return Some((Ok(piece), self));
            }
        }
    }

    /// Takes an invalidation to heart. Of one about everybody it is enough to think when there is more to hear.
    fn is_doubted_by(&mut self, word: Option<&Broadcast>) -> bool {
        match word {
            Some(Broadcast::Missed) => self.is_doubted = true,
            Some(Broadcast::Said(news)) => {
                let LiveEvent::AccessInvalidated(doubted) = &**news else { return false };
                let is_about = doubted.is_about(&self.listener.actor);
                self.is_doubted |= is_about;
                return !is_about || doubted.is_of_all();
            }
            None => {}
        }
        false
    }

    /// Does his session go on? If so he hears what he may hear now.
    async fn is_good(&mut self) -> bool {
        let _turn = self.api.app.live.turn().await;
        match Box::pin(app::identity::look_again(&self.api.app, &self.listener.actor)).await {
            Ok(actor) => {
                self.listener = Listener::new(actor, &self.tenant);
                self.is_doubted = false;
                true
            }
            Err(_) => false,
        }
    }
}

pub async fn serve(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    // Whatever is said from here on is heard, also that this caller may not listen any more.
    let receiver = api.app.live.listen();
    let actor = anyone(api, call).await?;
    let slot = StreamSlot::open(api, &actor)?;
    let tenant = tenant(call, &actor).to_owned();
    let start = Listening {
        api: api.clone(),
        listener: Listener::new(actor, &tenant),
        tenant,
        is_doubted: false,
        receiver,
        closing: api.app.live.closing(),
        until: tokio::time::Instant::now() + LONGEST,
        is_new: true,
        _slot: slot,
    };
    let mut response = Response::new(Body::from_stream(stream::unfold(start, Listening::next)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    Ok(response)
}
