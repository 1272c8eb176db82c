//! One request, one answer, over a connection that [`Outbound`] opened. A redirect is an answer like any other: it is
//! not followed.

use std::sync::Arc;
use std::time::Duration;

use http::{Request, Response, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsConnector;

use crate::outbound::{Blocked, Outbound};

const PATIENCE: Duration = Duration::from_secs(10);
/// No answer that is wanted here is larger.
const MOST: usize = 1024 * 1024;

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

    pub async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, Blocked> {
        match tokio::time::timeout(PATIENCE, self.exchange(request)).await {
            Ok(answer) => answer,
            Err(_) => Err(Blocked::Silent("no answer in time".into())),
        }
    }

    async fn exchange(&self, mut request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, Blocked> {
        let forbidden = |text: &str| Blocked::Forbidden(text.to_owned());
        let uri = request.uri().clone();
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'));
        let authority = authority.ok_or_else(|| forbidden("the address names no host"))?;
        let is_plain = match uri.scheme_str() {
            Some("https") => false,
            Some("http") => true,
            _ => return Err(forbidden("the address is neither http nor https")),
        };
        let host = authority.host();
        let port = authority.port_u16().unwrap_or(if is_plain { 80 } else { 443 });
        let stream = self.outbound.connect(host, port, None).await?;
        let peer = stream.peer_addr().map_err(|error| Blocked::Silent(error.to_string()))?;
        if is_plain && !self.outbound.may_be_plain(peer.ip()) {
            return Err(forbidden("http is for networks of one's own; use https"));
        }
        let value = authority.as_str().parse().map_err(|_| forbidden("the host cannot be named"))?;
        request.headers_mut().insert(header::HOST, value);
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        *request.uri_mut() = path.parse().map_err(|_| forbidden("the path cannot be used"))?;
        let request = request.map(|body| Full::new(Bytes::from(body)));
        if is_plain {
            return speak(stream, request).await;
        }
        let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(bare).map_err(|_| forbidden("the host has no valid name"))?;
        let secure = TlsConnector::from(self.outbound.tls()).connect(name, stream).await;
        speak(secure.map_err(|error| Blocked::Silent(format!("{host}: {error}")))?, request).await
    }
}

async fn speak<Stream>(stream: Stream, request: Request<Full<Bytes>>) -> Result<Response<Vec<u8>>, Blocked>
where
    Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let silent = |error: hyper::Error| Blocked::Silent(error.to_string());
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(silent)?;
    let driver = tokio::spawn(connection);
    let answer = async {
        let (parts, body) = sender.send_request(request).await.map_err(silent)?.into_parts();
        let body = Limited::new(body, MOST).collect().await;
        let body = body.map_err(|_| Blocked::Silent("the answer was cut off or too long".into()))?;
        Ok(Response::from_parts(parts, body.to_bytes().to_vec()))
    };
    let answer = answer.await;
    driver.abort();
    answer
}
