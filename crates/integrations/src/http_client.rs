//! An HTTP client over connections that [`Outbound`] opens and checks. Connections are kept for the next request;
//! redirects are returned as they are.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use hyper::body::Body;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::time::timeout;
use tower::Service;

use crate::https::{Socket, open};
use crate::outbound::Outbound;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
const IDLE: Duration = Duration::from_secs(60);

pub struct GuardedClient<B>(Client<Connector, B>);

impl<B> GuardedClient<B>
where
    B: Body + Send + Unpin + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    pub fn new(outbound: Arc<Outbound>) -> GuardedClient<B> {
        GuardedClient(Client::builder(TokioExecutor::new()).pool_idle_timeout(IDLE).build(Connector(outbound)))
    }

    pub async fn request(
        &self,
        request: http::Request<B>,
    ) -> Result<http::Response<hyper::body::Incoming>, hyper_util::client::legacy::Error> {
        self.0.request(request).await
    }
}

/// The deepest cause of an error: that a host is not allowed, or that it does not answer.
pub fn cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

#[derive(Clone)]
struct Connector(Arc<Outbound>);

impl Service<Uri> for Connector {
    type Response = TokioIo<Box<dyn Socket>>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let outbound = self.0.clone();
        Box::pin(async move {
            let opened = timeout(CONNECT_TIMEOUT, open(&outbound, &uri)).await.map_err(|_| io::ErrorKind::TimedOut)?;
            opened.map(TokioIo::new).map_err(|blocked| io::Error::other(blocked.to_string()))
        })
    }
}

impl Connection for Box<dyn Socket> {
    fn connected(&self) -> Connected {
        Connected::new()
    }
}
