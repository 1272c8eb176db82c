//! Accepts connections, and lets those go on that are being answered when it is told to stop.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use api::Api;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use futures_util::FutureExt;
use futures_util::future::Either;
use hyper::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tower::Service;

/// A caller has this long to send his headers.
const HEADER_PATIENCE: Duration = Duration::from_secs(10);
/// Calls have this long to end once the server was told to stop.
const DRAIN: Duration = Duration::from_secs(30);

pub async fn serve(listener: TcpListener, api: Arc<Api>, router: Router, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADER_PATIENCE).max_buf_size(64 * 1024);
    builder.http2().timer(TokioTimer::new()).max_header_list_size(32 * 1024);
    tokio::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file handles, most likely; a moment's rest lets some go.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let _ = stream.set_nodelay(true);
        let service = service(api.clone(), router.clone(), peer);
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = watched.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    api.app.live.close();
    if tokio::time::timeout(DRAIN, graceful.shutdown()).await.is_err() {
        tracing::warn!("some calls were still running and were cut off");
    }
}

fn service(
    api: Arc<Api>,
    router: Router,
    peer: SocketAddr,
) -> impl hyper::service::Service<
    Request<Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future: Send,
> + Clone {
    hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        match api::is_call(request.uri().path()) {
            true => Either::Left(api::answer(api.clone(), request.map(Body::new)).map(Ok)),
            false => Either::Right(router.clone().call(request)),
        }
    })
}

/// Ends when the process is asked to stop.
pub async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = match signal(SignalKind::terminate()) {
        Ok(terminate) => terminate,
        Err(_) => return std::future::pending().await,
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}
