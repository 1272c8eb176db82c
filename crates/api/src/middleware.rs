//! Wraps every call: request id, timeout, panic handling, metrics and the debug capture.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use app::wording::Locale;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::Response;
use domain::Refusal;
use futures_util::FutureExt;
use parking_lot::RwLock;

use crate::call::{Call, requested_language};
use crate::debug_capture::{DebugCapture, capture_body};
use crate::record_call::{CallResult, debugged_caller, record_call};
use crate::state::Api;
use crate::wire::Address;
use crate::wire::envelope::Responder;
use crate::{error, routes};

/// Calls that take longer are cancelled.
const TIMEOUT: Duration = Duration::from_secs(120);
/// Uploads over a slow connection take longer.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(1800);

pub async fn serve(State(api): State<Arc<Api>>, request: Request) -> Response {
    let began = Instant::now();
    let trace = uuid::Uuid::now_v7().simple().to_string();
    let (mut response, route) = answer(&api, request, &trace, began).await;
    let status = response.status().as_u16();
    count(route, class(status), began.elapsed());
    tracing::debug!(route, status, trace, "answered");
    if let Ok(trace) = HeaderValue::from_str(&trace) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), trace);
    }
    response
}

/// Looking up a metric by its labels costs more than updating it, so each is looked up once.
fn count(route: &'static str, class: &'static str, took: Duration) {
    type Figures = HashMap<(&'static str, &'static str), (metrics::Counter, metrics::Histogram)>;
    static KNOWN: LazyLock<RwLock<Figures>> = LazyLock::new(RwLock::default);
    let add = |(total, seconds): &(metrics::Counter, metrics::Histogram)| {
        total.increment(1);
        seconds.record(took.as_secs_f64());
    };
    if let Some(known) = KNOWN.read().get(&(route, class)) {
        return add(known);
    }
    let total = metrics::counter!("docz_requests_total", "route" => route, "status" => class);
    let figures = (total, metrics::histogram!("docz_request_seconds", "route" => route));
    add(&figures);
    KNOWN.write().insert((route, class), figures);
}

fn class(status: u16) -> &'static str {
    match status {
        200..=299 => "2xx",
        400..=499 => "4xx",
        500..=599 => "5xx",
        _ => "other",
    }
}

/// The response and the name of its route. The name is ours and never part of the URL.
async fn answer(api: &Arc<Api>, request: Request, trace: &str, began: Instant) -> (Response, &'static str) {
    let responder = |language| Responder::new(&api.app.wording, Locale::of(language, ""));
    let language = requested_language(request.headers()).unwrap_or("en");
    let address = match Address::parse(request.uri().path()) {
        Ok(address) => address,
        Err(refusal) => return (error::respond(&responder(language), &refusal.into(), trace), "none"),
    };
    let (parts, body) = request.into_parts();
    let peer =
        parts.extensions.get::<ConnectInfo<SocketAddr>>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    let from = api.proxies.origin(peer, &parts.headers);
    if let Err(refusal) = api.limits.address(from) {
        return (error::respond(&responder(language), &refusal.into(), trace), "none");
    }
    if !routes::accepts(&address, parts.method.as_str()) {
        let refusal = Refusal::BadRequest("only GET and POST are of this contract");
        return (error::respond(&responder(language), &refusal.into(), trace), "none");
    }
    let is_get = parts.method == Method::GET;
    let query = parts.uri.query().unwrap_or_default().to_owned();
    let locale = Locale::of(language, "");
    let debug_capture = Arc::new(DebugCapture::default());
    let body = if is_get { body } else { capture_body(body, debug_capture.clone()) };
    let mut call = Call {
        address,
        headers: parts.headers,
        from,
        method: parts.method,
        is_get,
        is_search: false,
        query,
        locale,
        caller: None,
        has_labels: false,
        labels: None,
        debug_capture,
    };
    let route = routes::name(&call.address);
    let work = AssertUnwindSafe(async { routes::dispatch(api, &mut call, body).await }).catch_unwind();
    let is_upload = ["document/upload", "ruleworkbench/sample"].contains(&route);
    let timeout = if is_upload { UPLOAD_TIMEOUT } else { TIMEOUT };
    let outcome = tokio::time::timeout(timeout, work).await;
    let (mut response, refusal) = ended(outcome, &call.responder(api), route, trace);
    routes::add_tus_version(&call.headers, &mut response);
    // Rare, so boxed: otherwise the future of every call reserves room for it.
    if let Some(actor) = debugged_caller(&call) {
        let result = CallResult { route: routes::template(&call.address), status: response.status().as_u16(), refusal };
        Box::pin(record_call(api, &call, actor, began, trace, result)).await;
    }
    if let Some(given) = response.headers().get(header::AUTHORIZATION).filter(|_| route != "refreshtokenjwt") {
        Box::pin(place_login(api, &call, given.clone())).await;
    }
    (response, route)
}

/// Code and reason of a refusal, for the debug log.
type Refused = Option<(&'static str, Option<&'static str>)>;
/// How a handler ended: too late, in a panic, or with its own result.
type Outcome = Result<std::thread::Result<store::Result<Response>>, tokio::time::error::Elapsed>;

fn ended(outcome: Outcome, responder: &Responder<'_>, route: &'static str, trace: &str) -> (Response, Refused) {
    match outcome {
        Ok(Ok(Ok(response))) => (response, None),
        Ok(Ok(Err(failure))) => (error::respond(responder, &failure, trace), Some(error::code(&failure))),
        Ok(Err(_)) => {
            tracing::error!(route, trace, "a call panicked");
            (error::internal_error(responder, trace), Some(("panic", None)))
        }
        Err(_) => {
            let slow = "the call took too long";
            tracing::warn!(route, trace, "a call timed out");
            let refusal = Refusal::BadRequest(slow).into();
            (error::respond(responder, &refusal, trace), Some(("badRequest", Some(slow))))
        }
    }
}

/// Stores with the new session where the login came from.
async fn place_login(api: &Api, call: &Call, given: HeaderValue) {
    let Some(token) = given.to_str().ok().and_then(|value| value.strip_prefix("Bearer ")) else { return };
    let zone = call.headers.get("x-time-zone").and_then(|value| value.to_str().ok());
    if let Err(error) = app::identity::place_login(&api.app, token, call.from, zone).await {
        tracing::warn!(%error, "failed to store the place of a login");
    }
}
