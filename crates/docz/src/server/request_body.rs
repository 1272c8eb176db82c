//! The body of a request: given up when it comes too slowly, and handed back when nobody wanted all of it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep};

use super::connections::Busy;

/// What is left of a body is read away up to this size; above it the connection ends.
const DRAINED: u64 = 64 * 1024;
const DRAIN_TIME: Duration = Duration::from_secs(1);

#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("the body came too slowly")]
    TooSlow,
    #[error(transparent)]
    Broken(#[from] hyper::Error),
}

pub struct RequestBody {
    inner: Option<Incoming>,
    bytes_per_second: u32,
    /// Most credit that a client can have.
    grace: Duration,
    /// How long the client may still be waited for; bytes add to it, waiting takes from it.
    credit: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    busy: Arc<Busy>,
    rest: Option<oneshot::Sender<Rest>>,
}

/// What was not read of a body.
pub struct Rest(Option<Incoming>);

impl RequestBody {
    /// A client may send nothing for `grace` altogether, before its bytes have to make up for it.
    pub fn new(
        inner: Incoming,
        (bytes_per_second, grace): (u32, Duration),
        busy: Arc<Busy>,
    ) -> (RequestBody, oneshot::Receiver<Rest>) {
        let (sender, rest) = oneshot::channel();
        let (inner, sender) = (Some(inner), Some(sender));
        (RequestBody { inner, bytes_per_second, grace, credit: grace, waiting: None, busy, rest: sender }, rest)
    }

    /// Only time that was spent waiting for the client counts, not time in which nobody wanted to read.
    fn came(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.credit = self.credit.saturating_sub(since.elapsed());
        }
        let earned = Duration::from_secs_f64(bytes as f64 / f64::from(self.bytes_per_second));
        self.credit = self.credit.saturating_add(earned).min(self.grace);
        self.busy.touch();
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
            self.came(bytes);
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
    /// True when nothing of the body is on its way any more: it was read, or what is left is small and could be read away.
    pub async fn is_read(mut rest: oneshot::Receiver<Rest>, may_drain: bool) -> bool {
        match rest.try_recv() {
            Err(oneshot::error::TryRecvError::Closed) => true,
            Ok(Rest(Some(body))) if may_drain && body.size_hint().lower() <= DRAINED => {
                tokio::time::timeout(DRAIN_TIME, drain(body)).await.unwrap_or(false)
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
        if size > DRAINED {
            return false;
        }
    }
    true
}
