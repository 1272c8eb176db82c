//! An HTTP client over connections that [`Outbound`] opens and checks. Connections are kept for the next request;
//! redirects are returned as they are.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use hyper::body::Body;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tower::Service;

use crate::https::{Socket, open, target_of};
use crate::outbound::{Blocked, Caller, Outbound};

const IDLE: Duration = Duration::from_secs(60);

/// For one caller: another one does not use its connections.
pub struct GuardedClient<B> {
    outbound: Arc<Outbound>,
    caller: Caller,
    client: Client<Connector, B>,
}

impl<B> GuardedClient<B>
where
    B: Body + Send + Unpin + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    pub fn new(outbound: Arc<Outbound>, caller: Caller) -> GuardedClient<B> {
        let connector = Connector { outbound: outbound.clone(), caller: caller.clone() };
        let client = Client::builder(TokioExecutor::new()).pool_idle_timeout(IDLE).build(connector);
        GuardedClient { outbound, caller, client }
    }

    /// Waits for the beginning of the answer. Only a failed connection and silence are remembered.
    pub async fn request(&self, request: http::Request<B>) -> Result<http::Response<hyper::body::Incoming>, String> {
        let (target, _) = target_of(&self.caller, request.uri()).map_err(|blocked| blocked.to_string())?;
        let sent = async {
            match self.client.request(request).await {
                Ok(answer) => Ok(Ok(answer)),
                Err(error) => match blocked_by(&error) {
                    Some(blocked) => Err(blocked),
                    None => Ok(Err(cause(&error))),
                },
            }
        };
        self.outbound.call(&target, sent).await.unwrap_or_else(|blocked| Err(blocked.to_string()))
    }
}

/// The refusal or failure of the connection, where that is the cause of the error.
fn blocked_by(error: &(dyn std::error::Error + 'static)) -> Option<Blocked> {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    causes.find_map(|cause| cause.downcast_ref::<Blocked>().cloned())
}

/// The deepest cause of an error.
pub fn cause(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.last().unwrap_or(error).to_string()
}

#[derive(Clone)]
struct Connector {
    outbound: Arc<Outbound>,
    caller: Caller,
}

impl Service<Uri> for Connector {
    type Response = TokioIo<Box<dyn Socket>>;
    type Error = Blocked;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let Connector { outbound, caller } = self.clone();
        Box::pin(async move { open(&outbound, &caller, &uri).await.map(TokioIo::new) })
    }
}

impl Connection for Box<dyn Socket> {
    fn connected(&self) -> Connected {
        Connected::new()
    }
}
