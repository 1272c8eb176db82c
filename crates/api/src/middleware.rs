//! What happens around every call: a request id, a panic caught, a count, and headers that are always there.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use app::wording::Voice;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use domain::Refusal;
use domain::access::Actor;
use domain::message::Message;
use futures_util::FutureExt;
use parking_lot::RwLock;

use crate::debug_capture::{self, DebugCapture, Ended, overhear};
use crate::wire::Address;
use crate::wire::envelope::Speaker;
use crate::{Api, error, routes};

/// A call that takes longer than this is given up.
const PATIENCE: Duration = Duration::from_secs(120);
/// Files of people with a slow line take longer.
const PATIENCE_WITH_FILES: Duration = Duration::from_secs(1800);

/// Everything about a call that routes need to know.
pub struct Call {
    pub address: Address,
    pub headers: HeaderMap,
    pub from: IpAddr,
    pub is_get: bool,
    /// It counts against the limit of searches as well.
    pub is_search: bool,
    pub query: String,
    pub voice: Voice,
    /// Who calls, once that is known.
    pub caller: Option<Arc<Actor>>,
    pub heard: Arc<DebugCapture>,
}

impl Call {
    pub fn speaker<'a>(&self, api: &'a Api) -> Speaker<'a> {
        Speaker { wording: &api.app.wording, voice: self.voice }
    }

    /// The caller is known: from now on in his words, and looked at if somebody asked for that.
    pub fn is_by(&mut self, actor: &Arc<Actor>) {
        self.speak_as(&actor.language, &actor.entity_type);
        if !actor.debugging.is_off() {
            self.heard.listen();
        }
        self.caller = Some(actor.clone());
    }

    /// From now on in the words of this entity, and in the user's language unless the call asked for one.
    pub fn speak_as(&mut self, language: &str, entity_type: &str) {
        let asked = asked_language(&self.headers);
        self.voice = Voice::of(asked.unwrap_or(language), entity_type);
    }
}

fn asked_language(headers: &HeaderMap) -> Option<&'static str> {
    let asked = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    ["ta", "en"].into_iter().find(|language| asked.to_ascii_lowercase().starts_with(language))
}

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

/// Finding a figure by its labels costs more than adding to it, so each is found once.
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

/// The answer and the name of its route; the name is ours, never a piece of the url.
async fn answer(api: &Arc<Api>, request: Request, trace: &str, began: Instant) -> (Response, &'static str) {
    let english = |language| Speaker { wording: &api.app.wording, voice: Voice::of(language, "") };
    let voice = asked_language(request.headers()).unwrap_or("en");
    let address = match Address::parse(request.uri().path()) {
        Ok(address) => address,
        Err(refusal) => return (error::respond(&english(voice), &refusal.into(), trace), "none"),
    };
    let (parts, body) = request.into_parts();
    let peer =
        parts.extensions.get::<ConnectInfo<SocketAddr>>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    let from = api.proxies.origin(peer, &parts.headers);
    if let Err(refusal) = api.limits.address(from) {
        return (error::respond(&english(voice), &refusal.into(), trace), "none");
    }
    let is_get = match parts.method.as_str() {
        "GET" => true,
        "POST" => false,
        _ => {
            let refusal = Refusal::BadRequest("only GET and POST are of this contract");
            return (error::respond(&english(voice), &refusal.into(), trace), "none");
        }
    };
    let query = parts.uri.query().unwrap_or_default().to_owned();
    let voice = Voice::of(voice, "");
    let heard = Arc::new(DebugCapture::default());
    let body = if is_get { body } else { overhear(body, heard.clone()) };
    let mut call =
        Call { address, headers: parts.headers, from, is_get, is_search: false, query, voice, caller: None, heard };
    let route = routes::name(&call.address);
    let work = AssertUnwindSafe(async { routes::dispatch(api, &mut call, body).await }).catch_unwind();
    let patience = if route == "document/upload" { PATIENCE_WITH_FILES } else { PATIENCE };
    let outcome = tokio::time::timeout(patience, work).await;
    let speaker = call.speaker(api);
    let mut refusal = None;
    let response = match outcome {
        Ok(Ok(Ok(response))) => response,
        Ok(Ok(Err(failure))) => {
            refusal = Some(error::code(&failure));
            error::respond(&speaker, &failure, trace)
        }
        Ok(Err(_)) => {
            refusal = Some(("panic", None));
            tracing::error!(route, trace, "a call panicked");
            error::ours(&speaker, trace)
        }
        Err(_) => {
            let slow = Refusal::BadRequest("the call took too long");
            refusal = Some(("badRequest", Some("the call took too long")));
            tracing::warn!(route, trace, said = speaker.say(&Message::plain("badRequest")), "a call was given up");
            error::respond(&speaker, &slow.into(), trace)
        }
    };
    // Seldom done, so boxed: a call has no room for it in its own future.
    if let Some(actor) = debug_capture::watched(&call) {
        let ended = Ended { status: response.status().as_u16(), refusal };
        Box::pin(debug_capture::note(api, &call, actor, began, trace, ended)).await;
    }
    if let Some(given) = response.headers().get(header::AUTHORIZATION).filter(|_| route != "refreshtokenjwt") {
        Box::pin(place_login(api, &call, given.clone())).await;
    }
    (response, route)
}

/// Whoever was just let in by any way of logging in: from where is kept with the session.
async fn place_login(api: &Api, call: &Call, given: HeaderValue) {
    let Some(token) = given.to_str().ok().and_then(|value| value.strip_prefix("Bearer ")) else { return };
    let zone = call.headers.get("x-time-zone").and_then(|value| value.to_str().ok());
    if let Err(error) = app::identity::place_login(&api.app, token, call.from, zone).await {
        tracing::warn!(%error, "the place of a login could not be kept");
    }
}
