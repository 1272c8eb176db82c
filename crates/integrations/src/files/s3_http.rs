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
use tokio::time::timeout;

use crate::http_client::{GuardedClient, cause};
use crate::outbound::{Caller, Outbound};

/// How long the store may take to send the next part of an answer.
const TIMEOUT: Duration = Duration::from_secs(30);

pub struct GuardedHttp(GuardedClient<Outgoing>);

impl GuardedHttp {
    pub fn new(outbound: Arc<Outbound>, caller: Caller) -> GuardedHttp {
        GuardedHttp(GuardedClient::new(outbound, caller))
    }
}

impl HttpTransport for GuardedHttp {
    async fn fetch(&self, request: Request<Buffer>) -> opendal::Result<Response<HttpBody>> {
        let has_body = request.method() != Method::HEAD;
        let answer = self.0.request(request.map(Outgoing)).await.map_err(|error| fault(&error))?;
        let (parts, body) = answer.into_parts();
        let length = parts.headers.get(header::CONTENT_LENGTH).filter(|_| has_body);
        let length = length.and_then(|value| value.to_str().ok()?.parse().ok());
        Ok(Response::from_parts(parts, HttpBody::new(incoming(body), length)))
    }
}

fn fault(text: &str) -> Error {
    Error::new(ErrorKind::Unexpected, text)
}

type Parts = Pin<Box<dyn futures_util::Stream<Item = opendal::Result<Buffer>> + Send + Sync>>;

fn incoming(body: Incoming) -> Parts {
    Box::pin(stream::try_unfold(body, async |mut body| {
        loop {
            match timeout(TIMEOUT, body.frame()).await {
                Err(_) => return Err(fault("the answer stopped")),
                Ok(None) => return Ok(None),
                Ok(Some(frame)) => {
                    let frame = frame.map_err(|error| fault(&cause(&error)))?;
                    if let Ok(data) = frame.into_data() {
                        return Ok(Some((Buffer::from(data), body)));
                    }
                }
            }
        }
    }))
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
