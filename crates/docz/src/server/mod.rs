//! Accepts connections within limits, and lets calls end that are being answered when the server is told to stop.

mod connections;
mod request_body;
mod response_body;
mod socket;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use api::Api;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, Version, header};
use hyper::body::{Body as _, Incoming};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::Service;
use tower_http::set_header::SetResponseHeaderLayer;

use connections::{Connections, Slot};
use request_body::{RequestBody, Rest};
use response_body::ResponseBody;
use socket::Socket;

/// Calls have this long to end once the server was told to stop.
const DRAIN: Duration = Duration::from_secs(30);
/// Connections that were made just before the stop have this long to send their request.
const LAST_REQUESTS: Duration = Duration::from_millis(500);
/// A connection that was asked to end has this long to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);
/// HTTP/2 clients are asked this often whether they are still there, and have half of it to answer.
const PING: Duration = Duration::from_secs(20);

/// Limits on connections.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Connections in all.
    pub connections: usize,
    /// Connections from one address that is not a trusted proxy.
    pub per_address: usize,
    /// A new connection has this long to send its first request; a body may pause this long altogether.
    pub first_request: Duration,
    /// A connection may be without a request for this long.
    pub idle: Duration,
    /// A body that comes slower than this is given up.
    pub body_bytes_per_second: u32,
    /// Tell browsers to come back by HTTPS only.
    pub hsts: bool,
}

struct Server {
    api: Arc<Api>,
    router: Router,
    settings: Settings,
    connections: Arc<Connections>,
    builder: Builder<TokioExecutor>,
    stopping: watch::Sender<bool>,
}

pub async fn serve(
    listener: TcpListener,
    api: Arc<Api>,
    router: Router,
    settings: Settings,
    stop: impl Future<Output = ()>,
) {
    let mut builder = Builder::new(TokioExecutor::new());
    // Waiting for requests is limited by `watch_over`, the same for both versions.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(64 * 1024);
    builder.http2().timer(TokioTimer::new()).max_header_list_size(32 * 1024).max_concurrent_streams(100);
    builder.http2().keep_alive_interval(PING).keep_alive_timeout(PING / 2);
    let connections = Arc::new(Connections::new(settings.connections, settings.per_address));
    let router = if settings.hsts { with_hsts(router) } else { router };
    let stopping = watch::channel(false).0;
    let server = Arc::new(Server { api, router, settings, connections, builder, stopping });
    tokio::pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => server.open(stream, peer),
                Err(error) => {
                    // Out of file handles, most likely; a moment's rest lets some go.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            () = &mut stop => break,
        }
    }
    server.serve_backlog(listener);
    server.end().await;
}

fn with_hsts(router: Router) -> Router {
    let one_year = HeaderValue::from_static("max-age=31536000");
    router.layer(SetResponseHeaderLayer::overriding(header::STRICT_TRANSPORT_SECURITY, one_year))
}

impl Server {
    fn open(self: &Arc<Server>, stream: TcpStream, peer: SocketAddr) {
        let is_proxy = self.api.proxies.trusts(peer.ip());
        // Refused connections are closed by being dropped.
        let Some(slot) = self.connections.admit(peer.ip(), is_proxy) else { return };
        let _ = stream.set_nodelay(true);
        tokio::spawn(self.clone().serve_connection(stream, peer, slot));
    }

    /// Clients of whose connections only the kernel knows have been told that they are connected.
    fn serve_backlog(self: &Arc<Server>, listener: TcpListener) {
        let Ok(listener) = listener.into_std() else { return };
        while let Ok((stream, peer)) = listener.accept() {
            let stream = stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream));
            if let Ok(stream) = stream {
                self.open(stream, peer);
            }
        }
    }

    async fn end(&self) {
        let _ = tokio::time::timeout(LAST_REQUESTS, self.connections.all_have_asked()).await;
        self.api.app.live.close();
        self.stopping.send_replace(true);
        if tokio::time::timeout(DRAIN, self.connections.all_closed()).await.is_err() {
            tracing::warn!("some calls were still running and were cut off");
        }
    }

    async fn serve_connection(self: Arc<Server>, stream: TcpStream, peer: SocketAddr, slot: Slot) {
        let service = {
            let (server, slot) = (self.clone(), slot.clone());
            hyper::service::service_fn(move |request| server.clone().answer(request, peer, slot.clone()))
        };
        let socket = TokioIo::new(Socket::new(stream, slot.state()));
        let mut connection = pin!(self.builder.serve_connection(socket, service));
        let mut stopping = self.stopping.subscribe();
        let patience = (self.settings.first_request, self.settings.idle);
        tokio::select! {
            done = connection.as_mut() => {
                if let Err(error) = done {
                    tracing::debug!(error, "a connection ended early");
                }
                return;
            }
            () = slot.state().watch_over(patience) => return,
            _ = stopping.wait_for(|is_stopping| *is_stopping) => {}
        }
        connection.as_mut().graceful_shutdown();
        tokio::select! {
            _ = connection.as_mut() => {}
            () = slot.state().idle_for(GOODBYE) => {}
        }
    }

    async fn answer(
        self: Arc<Server>,
        request: Request<Incoming>,
        peer: SocketAddr,
        slot: Slot,
    ) -> Result<Response<ResponseBody>, Infallible> {
        let busy = slot.state().begin();
        let is_first_version = request.version() < Version::HTTP_2;
        let awaits_leave = request.headers().contains_key(header::EXPECT);
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(ConnectInfo(peer));
        let pace = (self.settings.body_bytes_per_second, self.settings.first_request);
        let (body, rest) = match body.is_end_stream() {
            true => (Body::empty(), None),
            false => {
                let (body, rest) = RequestBody::new(body, pace, busy.clone());
                (Body::new(body), Some(rest))
            }
        };
        let request = Request::from_parts(parts, body);
        let Ok(mut response) = self.router.clone().call(request).await;
        // Answered before the body was read: what is left of it must not be taken for the next request.
        if let Some(rest) = rest.filter(|_| is_first_version)
            && !Rest::is_read(rest, !awaits_leave).await
        {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            slot.state().linger();
        }
        Ok(response.map(|body| ResponseBody::new(body, busy)))
    }
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
