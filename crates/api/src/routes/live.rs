//! Server-sent events: changes of requests as they happen, to those who may see them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use app::requests::live::Word;
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use domain::access::{Sight, View, to_hear_of_requests};
use futures_util::stream;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use super::anyone;
use super::requests::tenant;
use crate::Api;
use crate::edge::Call;

/// Often enough to notice a listener that is gone.
const PULSE: Duration = Duration::from_secs(20);
/// A stream ends after a while, and with it what its listener was believed to be: he comes back with his token.
const LONGEST: Duration = Duration::from_secs(600);

struct Listening {
    sight: Sight<View>,
    receiver: Receiver<Word>,
    closing: watch::Receiver<bool>,
    until: tokio::time::Instant,
    is_new: bool,
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
            let piece = match heard {
                Err(_) => Bytes::from_static(b": pulse\n\n"),
                // Too slow to hear everything: he is told to look again.
                Ok(Err(RecvError::Lagged(_)) | Ok(Word::Missed)) => Bytes::from_static(b"event: request\ndata: {}\n\n"),
                Ok(Err(RecvError::Closed)) => return None,
                Ok(Ok(Word::Happened(happening))) => match happening.for_reader(&self.sight) {
                    Some(body) => Bytes::from(format!("event: request\ndata: {body}\n\n")),
                    None => continue,
                },
            };
            return Some((Ok(piece), self));
        }
    }
}

pub async fn serve(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = anyone(api, call).await?;
    let sight = to_hear_of_requests(&actor, tenant(call, &actor));
    let receiver = api.app.live.listen();
    let until = tokio::time::Instant::now() + LONGEST;
    let closing = api.app.live.closing();
    let start = Listening { sight, receiver, closing, until, is_new: true };
    let mut response = Response::new(Body::from_stream(stream::unfold(start, Listening::next)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    Ok(response)
}
