//! The body of a request: rejected when it arrives too slowly, and returned to the server when not read to its end.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep};

use super::connections::ActiveRequest;

/// Up to this much of an unread body is discarded; with more, the connection is closed.
const MAX_DRAINED: u64 = 64 * 1024;
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("the body arrived too slowly")]
    TooSlow,
    #[error(transparent)]
    Broken(#[from] hyper::Error),
}

pub struct RequestBody {
    inner: Option<Incoming>,
    bytes_per_second: u32,
    /// The maximum credit.
    grace: Duration,
    /// How much longer to wait for the client; bytes add to it, waiting takes from it.
    credit: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    request: Arc<ActiveRequest>,
    rest: Option<oneshot::Sender<Rest>>,
}

/// The unread rest of a body.
pub struct Rest(Option<Incoming>);

impl RequestBody {
    /// A client may pause for `grace` in total; after that its bytes have to earn more time.
    pub fn new(
        inner: Incoming,
        (bytes_per_second, grace): (u32, Duration),
        request: Arc<ActiveRequest>,
    ) -> (RequestBody, oneshot::Receiver<Rest>) {
        let (sender, rest) = oneshot::channel();
        let (inner, sender) = (Some(inner), Some(sender));
        (RequestBody { inner, bytes_per_second, grace, credit: grace, waiting: None, request, rest: sender }, rest)
    }

    /// Only time spent waiting for the client counts, not time in which the server did not read.
    fn add_credit(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.credit = self.credit.saturating_sub(since.elapsed());
        }
        let earned = Duration::from_secs_f64(bytes as f64 / f64::from(self.bytes_per_second));
        self.credit = self.credit.saturating_add(earned).min(self.grace);
        self.request.touch();
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let Some(inner) = self.inner.as_mut() else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(inner).poll_frame(context) {
            let bytes = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()).map_or(0, Bytes::len);
            self.add_credit(bytes);
            return Poll::Ready(frame.map(|frame| frame.map_err(|error| Fault::Broken(error).into())));
        }
        let credit = self.credit;
        let begin = || (Instant::now(), Box::pin(tokio::time::sleep(credit)));
        let (_, over) = self.waiting.get_or_insert_with(begin);
        if over.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        self.inner = None;
        if let Some(rest) = self.rest.take() {
            let _ = rest.send(Rest(None));
        }
        Poll::Ready(Some(Err(Fault::TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.as_ref().map_or_else(SizeHint::default, Body::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let unread = self.inner.take().filter(|inner| !inner.is_end_stream());
        if let (Some(inner), Some(rest)) = (unread, self.rest.take()) {
            let _ = rest.send(Rest(Some(inner)));
        }
    }
}

impl Rest {
    /// True when the body was read completely, or its small rest could be discarded.
    pub async fn is_finished(mut rest: oneshot::Receiver<Rest>, may_drain: bool) -> bool {
        match rest.try_recv() {
            Err(oneshot::error::TryRecvError::Closed) => true,
            Ok(Rest(Some(body))) if may_drain && body.size_hint().lower() <= MAX_DRAINED => {
                tokio::time::timeout(DRAIN_TIMEOUT, drain(body)).await.unwrap_or(false)
            }
            _ => false,
        }
    }
}

async fn drain(mut body: Incoming) -> bool {
    let mut size = 0;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return false };
        size += frame.data_ref().map_or(0, |data| data.len() as u64);
        if size > MAX_DRAINED {
            return false;
        }
    }
    true
}
