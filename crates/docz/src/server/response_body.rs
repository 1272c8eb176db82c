//! The body of a response; its connection is busy until it is sent.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};

use super::connections::ActiveRequest;

pub struct ResponseBody {
    inner: axum::body::Body,
    request: Arc<ActiveRequest>,
}

impl ResponseBody {
    pub fn new(inner: axum::body::Body, request: Arc<ActiveRequest>) -> ResponseBody {
        ResponseBody { inner, request }
    }
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.inner).poll_frame(context);
        if frame.is_ready() {
            self.request.touch();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
