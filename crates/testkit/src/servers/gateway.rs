use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A call that the HTTP server received.
#[derive(Debug, Clone)]
pub struct Received {
    pub method: String,
    pub path: String,
    pub headers: HeaderMap,
    pub body: String,
}

/// An HTTP server that records its calls. `/status/503` answers with that status, `/answer/ok` with that body,
/// `/elsewhere` redirects, `/never` gets no answer.
pub struct Gateway {
    pub port: u16,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Gateway {
    pub async fn start() -> Gateway {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let received = Arc::new(Mutex::new(Vec::new()));
        let router = Router::new().fallback(take).with_state(received.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Gateway { port, received }
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().map(|all| all.clone()).unwrap_or_default()
    }
}

type Book = Arc<Mutex<Vec<Received>>>;

async fn take(State(book): State<Book>, method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let path = uri.path_and_query().map_or("", |path| path.as_str()).to_owned();
    let body = String::from_utf8_lossy(&body).into_owned();
    if let Ok(mut book) = book.lock() {
        book.push(Received { method: method.to_string(), path: path.clone(), headers, body });
    }
    if path.starts_with("/elsewhere") {
        return (StatusCode::FOUND, [(header::LOCATION, "/reached")]).into_response();
    }
    if let Some(answer) = path.strip_prefix("/answer/") {
        return percent_encoding::percent_decode_str(answer).decode_utf8_lossy().into_owned().into_response();
    }
    if path.starts_with("/never") {
        return std::future::pending().await;
    }
    let status = path.strip_prefix("/status/").and_then(|digits| digits.parse::<u16>().ok());
    status.and_then(|status| StatusCode::from_u16(status).ok()).unwrap_or(StatusCode::OK).into_response()
}
