//! Server-sent events: changes of requests to those who may see them, and notifications to their recipients.

use std::convert::Infallible;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use app::live::{Broadcast, LiveEvent};
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use domain::access::{Actor, RequestAccess, ScreenSet, View, to_see_requests};
use futures_util::stream;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use super::callers::any_caller;
use super::request_call::tenant;
use crate::call::Call;
use crate::limits::StreamSlot;
use crate::routes::endpoint::{Answers, Endpoint, GET, Permission, get};
use crate::state::Api;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[Endpoint::new(
    ("transaction", "notification/stream"),
    GET,
    Permission::Session,
    |api, call, _| Box::pin(serve(api, call)),
    &[get("Server-sent events: changes of requests as they happen", Answers::File(&["text/event-stream"]))],
)];

/// Often enough to detect a closed connection.
const PULSE: Duration = Duration::from_secs(20);
/// A stream ends after a while, so that the client reconnects and is authenticated again.
const MAX_DURATION: Duration = Duration::from_secs(600);
/// Events may have been missed: tells the client to reload.
const MISSED: &[u8] = b"event: request\ndata: null\n\nevent: notification\ndata: null\n\n\
    event: bulksend\ndata: null\n\n";

/// The caller and its access, cached until they are invalidated.
struct Listener {
    actor: Arc<Actor>,
    /// `None` for a caller without any request screen.
    access: Option<RequestAccess<View>>,
}

impl Listener {
    fn new(actor: Arc<Actor>, tenant: &str) -> Listener {
        let access = to_see_requests(&actor, tenant, ScreenSet::READERS, None).ok();
        Listener { actor, access }
    }

    /// The part of an event that this caller may see.
    fn event_for_caller(&self, event: &LiveEvent) -> Option<Bytes> {
        match event {
            LiveEvent::RequestChanged(happening) => {
                let body = happening.visible_to(self.access.as_ref()?)?;
                Some(Bytes::from(format!("event: request\ndata: {body}\n\n")))
            }
            LiveEvent::NoticesAdded(noticed) => {
                let mut text = String::new();
                for notice in noticed.visible_to(&self.actor) {
                    let _ = write!(text, "event: notification\ndata: {notice}\n\n");
                }
                (!text.is_empty()).then(|| Bytes::from(text))
            }
            LiveEvent::ProgressMade(made) => {
                let (work, body) = made.visible_to(&self.actor)?;
                Some(Bytes::from(format!("event: {work}\ndata: {body}\n\n")))
            }
            LiveEvent::AccessInvalidated(_) | LiveEvent::LimitCharges(_) => None,
        }
    }
}

struct EventStream {
    api: Arc<Api>,
    listener: Listener,
    tenant: String,
    /// Access has to be read again before the next event is sent.
    is_access_stale: bool,
    receiver: Receiver<Broadcast>,
    closing: watch::Receiver<bool>,
    until: tokio::time::Instant,
    is_new: bool,
    /// Held for as long as the stream is open.
    _slot: StreamSlot,
}

impl EventStream {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, EventStream)> {
        if std::mem::take(&mut self.is_new) {
            return Some((Ok(Bytes::from_static(b"retry: 3000\n\n")), self));
        }
        loop {
            if tokio::time::Instant::now() >= self.until {
                return None;
            }
            let received = tokio::select! {
                received = tokio::time::timeout(PULSE, self.receiver.recv()) => received,
                // A stopping server does not wait for streams.
                _ = self.closing.wait_for(|is_closing| *is_closing) => return None,
            };
            let broadcast = match received {
                Err(_) => None,
                Ok(Err(RecvError::Lagged(_))) => Some(Broadcast::Missed),
                Ok(Err(RecvError::Closed)) => return None,
                Ok(Ok(broadcast)) => Some(broadcast),
            };
            if self.handle_invalidation(broadcast.as_ref()) {
                continue;
            }
            if self.is_access_stale && !self.reload_access().await {
                return None;
            }
            let piece = match broadcast {
                None => Some(Bytes::from_static(b": pulse\n\n")),
                Some(Broadcast::Missed) => Some(Bytes::from_static(MISSED)),
                Some(Broadcast::Event(event)) => self.listener.event_for_caller(&event),
            };
            if let Some(piece) = piece {
                return Some((Ok(piece), self));
            }
        }
    }

    /// Handles an invalidation; true when nothing is to be sent now. One that concerns everyone waits for the next
    /// event, so that not all streams read at once.
    fn handle_invalidation(&mut self, broadcast: Option<&Broadcast>) -> bool {
        match broadcast {
            Some(Broadcast::Missed) => self.is_access_stale = true,
            Some(Broadcast::Event(event)) => {
                let LiveEvent::AccessInvalidated(invalidated) = &**event else { return false };
                let is_about = invalidated.is_about(&self.listener.actor);
                self.is_access_stale |= is_about;
                return !is_about || invalidated.is_for_all_users();
            }
            None => {}
        }
        false
    }

    /// Reads session and access again; false when the session has ended.
    async fn reload_access(&mut self) -> bool {
        let _turn = self.api.app.live.reload_slot().await;
        match app::identity::reload_actor(&self.api.app, &self.listener.actor).await {
            Ok(actor) => {
                self.listener = Listener::new(actor, &self.tenant);
                self.is_access_stale = false;
                true
            }
            Err(_) => false,
        }
    }
}

pub async fn serve(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    // Subscribed before authentication, so that no event or invalidation is missed.
    let receiver = api.app.live.subscribe();
    let actor = any_caller(api, call).await?;
    let slot = StreamSlot::open(&api.limits, &actor)?;
    let tenant = tenant(call, &actor).to_owned();
    let start = EventStream {
        api: api.clone(),
        listener: Listener::new(actor, &tenant),
        tenant,
        is_access_stale: false,
        receiver,
        closing: api.app.live.closing(),
        until: tokio::time::Instant::now() + MAX_DURATION,
        is_new: true,
        _slot: slot,
    };
    let mut response = Response::new(Body::from_stream(stream::unfold(start, EventStream::next)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    Ok(response)
}
