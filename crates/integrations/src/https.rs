//! HTTPS requests over connections that [`Outbound`] opened. Redirects are returned, not followed.

use std::sync::Arc;

use http::{Request, Response, Uri, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsConnector;

use crate::outbound::{Blocked, Caller, Outbound, Target};

/// The maximum size of a response.
const MAX_RESPONSE_BYTES: usize = 1024 * 1024;

#[derive(Clone)]
pub struct Https {
    outbound: Arc<Outbound>,
}

impl Https {
    pub fn new(outbound: Arc<Outbound>) -> Https {
        Https { outbound }
    }

    pub fn outbound(&self) -> &Outbound {
        &self.outbound
    }

    pub async fn send(&self, caller: &Caller, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, Blocked> {
        let (target, _) = target_of(caller, request.uri())?;
        self.outbound.call(&target, self.exchange(caller, request)).await
    }

    async fn exchange(&self, caller: &Caller, mut request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, Blocked> {
        let forbidden = |text: &str| Blocked::Forbidden(text.to_owned());
        let uri = request.uri().clone();
        let stream = open(&self.outbound, caller, &uri).await?;
        let authority = uri.authority().map_or("", |authority| authority.as_str());
        let value = authority.parse().map_err(|_| forbidden("the host is not a valid header"))?;
        request.headers_mut().insert(header::HOST, value);
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        *request.uri_mut() = path.parse().map_err(|_| forbidden("the path cannot be used"))?;
        exchange_over(stream, request.map(|body| Full::new(Bytes::from(body)))).await
    }
}

/// A connection with or without TLS.
pub(crate) trait Socket: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Socket for T {}

/// The server of an address, and whether it is reached without TLS.
pub(crate) fn target_of(caller: &Caller, uri: &Uri) -> Result<(Target, bool), Blocked> {
    let forbidden = |text: &str| Blocked::Forbidden(text.to_owned());
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'));
    let authority = authority.ok_or_else(|| forbidden("the address has no host"))?;
    let is_plain = match uri.scheme_str() {
        Some("https") => false,
        Some("http") => true,
        _ => return Err(forbidden("the address is neither http nor https")),
    };
    let port = authority.port_u16().unwrap_or(if is_plain { 80 } else { 443 });
    Ok((caller.target(authority.host(), port), is_plain))
}

/// Connects to the host of an address.
pub(crate) async fn open(outbound: &Outbound, caller: &Caller, uri: &Uri) -> Result<Box<dyn Socket>, Blocked> {
    let (target, is_plain) = target_of(caller, uri)?;
    let stream = outbound.connect(&target, is_plain).await?;
    // Requests are written whole, and waiting to fill packets delays their last one.
    stream.set_nodelay(true).map_err(|error| Blocked::Unreachable(error.to_string()))?;
    if is_plain {
        return Ok(Box::new(stream));
    }
    let bare = target.host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let invalid = |_| Blocked::Forbidden("the host has no valid name".to_owned());
    let name = ServerName::try_from(bare).map_err(invalid)?;
    let secure = TlsConnector::from(outbound.tls()).connect(name, stream).await;
    Ok(Box::new(secure.map_err(|error| Blocked::Unreachable(format!("{}: {error}", target.host)))?))
}

async fn exchange_over(stream: Box<dyn Socket>, request: Request<Full<Bytes>>) -> Result<Response<Vec<u8>>, Blocked> {
    let unreachable = |error: hyper::Error| Blocked::Unreachable(error.to_string());
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(unreachable)?;
    let driver = tokio::spawn(connection);
    let answer = async {
        let (parts, body) = sender.send_request(request).await.map_err(unreachable)?.into_parts();
        let body = Limited::new(body, MAX_RESPONSE_BYTES).collect().await;
        let body = body.map_err(|_| Blocked::Unreachable("the response was incomplete or too long".into()))?;
        Ok(Response::from_parts(parts, body.to_bytes().to_vec()))
    };
    let answer = answer.await;
    driver.abort();
    answer
}
