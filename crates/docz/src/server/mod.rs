//! Accepts connections within limits, and finishes running calls when the server stops.

mod connections;
mod host;
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
use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tower::Service;
use tower_http::set_header::SetResponseHeaderLayer;

use connections::{Connections, Slot};
use request_body::{RequestBody, Rest};
use response_body::ResponseBody;
use socket::Socket;

/// How long running calls may take after a stop signal.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);
/// How long connections opened just before the stop have to send their request.
const LAST_REQUESTS: Duration = Duration::from_millis(500);
/// How long a connection has to shut down.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);
/// HTTP/2 clients are pinged this often and have half as long to answer.
const PING: Duration = Duration::from_secs(20);

/// Limits on connections.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Connections in total.
    pub connections: usize,
    /// Connections from one address, except trusted proxies.
    pub per_address: usize,
    /// A new connection has this long to send its first request. A body may pause for this long in total.
    pub first_request: Duration,
    /// How long a connection may have no request.
    pub idle: Duration,
    /// Slower bodies are rejected.
    pub body_bytes_per_second: u32,
    /// Makes browsers return over HTTPS only.
    pub hsts: bool,
}

/// Where calls come in, with or without TLS.
pub struct Entrance {
    pub listener: TcpListener,
    pub tls: Option<Arc<ServerConfig>>,
}

impl From<TcpListener> for Entrance {
    fn from(listener: TcpListener) -> Entrance {
        Entrance { listener, tls: None }
    }
}

struct Server {
    tls: Option<TlsAcceptor>,
    api: Arc<Api>,
    router: Router,
    settings: Settings,
    connections: Arc<Connections>,
    builder: Builder<TokioExecutor>,
    stopping: watch::Sender<bool>,
}

pub async fn serve(
    entrance: impl Into<Entrance>,
    api: Arc<Api>,
    router: Router,
    settings: Settings,
    stop: impl Future<Output = ()>,
) {
    let Entrance { listener, tls } = entrance.into();
    let tls = tls.map(TlsAcceptor::from);
    let mut builder = Builder::new(TokioExecutor::new());
    // `wait_until_expired` limits the wait for requests, alike for both versions.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(64 * 1024);
    builder.http2().timer(TokioTimer::new()).max_header_list_size(32 * 1024).max_concurrent_streams(100);
    builder.http2().keep_alive_interval(PING).keep_alive_timeout(PING / 2);
    let connections = Arc::new(Connections::new(settings.connections, settings.per_address));
    let router = if settings.hsts { with_hsts(router) } else { router };
    let stopping = watch::channel(false).0;
    let server = Arc::new(Server { tls, api, router, settings, connections, builder, stopping });
    tokio::pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => server.open(stream, peer),
                Err(error) => {
                    // Probably out of file handles; a short pause lets some be freed.
                    tracing::warn!(%error, "failed to accept a connection");
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
    let one_year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
    router.layer(SetResponseHeaderLayer::overriding(header::STRICT_TRANSPORT_SECURITY, one_year))
}

impl Server {
    fn open(self: &Arc<Server>, stream: TcpStream, peer: SocketAddr) {
        let is_proxy = self.api.proxies.trusts(peer.ip());
        // Dropping a refused connection closes it.
        let Some(slot) = self.connections.admit(peer.ip(), is_proxy) else { return };
        let _ = stream.set_nodelay(true);
        tokio::spawn(self.clone().serve_connection(stream, peer, slot));
    }

    /// Accepts connections the kernel has already completed, because their clients may have sent a request.
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
        let _ = tokio::time::timeout(LAST_REQUESTS, self.connections.all_have_sent_request()).await;
        self.api.app.live.close();
        self.stopping.send_replace(true);
        if tokio::time::timeout(DRAIN_TIMEOUT, self.connections.all_closed()).await.is_err() {
            tracing::warn!("some calls were still running and were aborted");
        }
    }

    async fn serve_connection(self: Arc<Server>, stream: TcpStream, peer: SocketAddr, slot: Slot) {
        let Some(tls) = &self.tls else { return self.converse(stream, peer, slot).await };
        let timeouts = (self.settings.first_request, self.settings.idle);
        let opened = tokio::select! {
            opened = tls.accept(stream) => opened,
            () = slot.state().wait_until_expired(timeouts) => return,
        };
        match opened {
            Ok(stream) => self.clone().converse(stream, peer, slot).await,
            Err(error) => tracing::debug!(%error, "a TLS handshake failed"),
        }
    }

    async fn converse<S>(self: Arc<Server>, stream: S, peer: SocketAddr, slot: Slot)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let service = {
            let (server, slot) = (self.clone(), slot.clone());
            hyper::service::service_fn(move |request| server.clone().answer(request, peer, slot.clone()))
        };
        let socket = TokioIo::new(Socket::new(stream, slot.state()));
        let mut connection = pin!(self.builder.serve_connection(socket, service));
        let mut stopping = self.stopping.subscribe();
        let timeouts = (self.settings.first_request, self.settings.idle);
        tokio::select! {
            done = connection.as_mut() => {
                if let Err(error) = done {
                    tracing::debug!(error, "a connection ended early");
                }
                return;
            }
            () = slot.state().wait_until_expired(timeouts) => return,
            _ = stopping.wait_for(|is_stopping| *is_stopping) => {}
        }
        connection.as_mut().graceful_shutdown();
        tokio::select! {
            _ = connection.as_mut() => {}
            () = slot.state().idle_for(SHUTDOWN_GRACE) => {}
        }
    }

    async fn answer(
        self: Arc<Server>,
        request: Request<Incoming>,
        peer: SocketAddr,
        slot: Slot,
    ) -> Result<Response<ResponseBody>, Infallible> {
        let busy = slot.state().begin();
        let is_valid = host::is_single(request.version(), request.uri(), request.headers());
        let is_http1 = request.version() < Version::HTTP_2;
        let expects_continue = request.headers().contains_key(header::EXPECT);
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(ConnectInfo(peer));
        let pace = (self.settings.body_bytes_per_second, self.settings.first_request);
        let (body, rest) = if body.is_end_stream() {
            (Body::empty(), None)
        } else {
            let (body, rest) = RequestBody::new(body, pace, busy.clone());
            (Body::new(body), Some(rest))
        };
        let request = Request::from_parts(parts, body);
        let Ok(mut response) = if is_valid { self.router.clone().call(request).await } else { Ok(host::refusal()) };
        // The response came before the end of the body: the rest must not be read as the next request.
        if let Some(rest) = rest.filter(|_| is_http1)
            && !Rest::is_finished(rest, !expects_continue).await
        {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            slot.state().linger();
        }
        Ok(response.map(|body| ResponseBody::new(body, busy)))
    }
}

/// Waits for a stop signal.
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
