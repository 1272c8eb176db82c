//! HTTP for OpenDAL through [`GuardedClient`], so that no host but the configured one is contacted.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::stream;
use http::{Method, Request, Response, header};
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use opendal::{Buffer, Error, ErrorKind, HttpBody, HttpTransport};
use tokio::time::{Instant, timeout};

use crate::http_client::{GuardedClient, cause};
use crate::https::target_of;
use crate::outbound::{Caller, Outbound, STORED_PART, Target, stored_answer};

/// Taken for the length of an answer that does not tell: lists, errors.
const UNKNOWN_LENGTH: u64 = 16 * 1024 * 1024;

pub struct GuardedHttp {
    client: GuardedClient<Outgoing>,
    outbound: Arc<Outbound>,
    caller: Caller,
}

impl GuardedHttp {
    pub fn new(outbound: Arc<Outbound>, caller: Caller) -> GuardedHttp {
        let client = GuardedClient::new(outbound.clone(), caller.clone());
        GuardedHttp { client, outbound, caller }
    }
}

impl HttpTransport for GuardedHttp {
    async fn fetch(&self, request: Request<Buffer>) -> opendal::Result<Response<HttpBody>> {
        let has_body = request.method() != Method::HEAD;
        let (target, _) = target_of(&self.caller, request.uri()).map_err(|blocked| fault(&blocked.to_string()))?;
        let answer = self.client.request(request.map(Outgoing)).await.map_err(|error| fault(&error))?;
        let (parts, body) = answer.into_parts();
        let length = parts.headers.get(header::CONTENT_LENGTH).filter(|_| has_body);
        let length = length.and_then(|value| value.to_str().ok()?.parse().ok());
        let left = stored_answer(length.unwrap_or(UNKNOWN_LENGTH));
        let answer = Answer { body, left, outbound: self.outbound.clone(), target };
        let received: Parts = Box::pin(stream::try_unfold(answer, Answer::next));
        Ok(Response::from_parts(parts, HttpBody::new(received, length)))
    }
}

fn fault(text: &str) -> Error {
    Error::new(ErrorKind::Unexpected, text)
}

type Parts = Pin<Box<dyn futures_util::Stream<Item = opendal::Result<Buffer>> + Send + Sync>>;

/// An answer that is being received.
struct Answer {
    body: Incoming,
    /// The time that is left for waiting. A reader who is slow takes none of it.
    left: Duration,
    outbound: Arc<Outbound>,
    target: Target,
}

impl Answer {
    async fn next(mut self) -> opendal::Result<Option<(Buffer, Answer)>> {
        loop {
            let begun = Instant::now();
            let Ok(frame) = timeout(STORED_PART.min(self.left), self.body.frame()).await else {
                self.outbound.remember_failure(&self.target, "the answer stopped");
                return Err(fault("the answer stopped"));
            };
            self.left = self.left.saturating_sub(begun.elapsed());
            let Some(frame) = frame else { return Ok(None) };
            let frame = frame.map_err(|error| fault(&cause(&error)))?;
            if let Ok(data) = frame.into_data() {
                return Ok(Some((Buffer::from(data), self)));
            }
        }
    }
}

/// The body of a request, without joining its parts.
struct Outgoing(Buffer);

impl Body for Outgoing {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.next().map(|part| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.len() as u64)
    }
}
