//! What routes need to know about a call.

use std::net::IpAddr;
use std::sync::Arc;

use app::labels::LabelFields;
use app::wording::Locale;
use axum::http::{HeaderMap, Method, header};
use domain::access::Actor;

use crate::debug_capture::DebugCapture;
use crate::state::Api;
use crate::wire::Address;
use crate::wire::envelope::Responder;

/// A call on its way to its handler.
pub struct Call {
    pub address: Address,
    pub headers: HeaderMap,
    pub from: IpAddr,
    pub method: Method,
    pub is_get: bool,
    /// Also counts against the limit of searches.
    pub is_search: bool,
    pub query: String,
    pub locale: Locale,
    /// The caller, once authenticated.
    pub caller: Option<Arc<Actor>>,
    /// Titles in the answer are translated into the caller's language.
    pub has_labels: bool,
    /// How, once the caller is known.
    pub labels: Option<LabelFields>,
    pub debug_capture: Arc<DebugCapture>,
}

impl Call {
    pub fn responder<'a>(&'a self, api: &'a Api) -> Responder<'a> {
        Responder { labels: self.labels.as_ref(), ..Responder::new(&api.app.wording, self.locale) }
    }

    /// Sets the caller: responses use the caller's language, and the body is captured in debug mode.
    pub fn set_caller(&mut self, actor: &Arc<Actor>) {
        self.use_wording(&actor.language, &actor.entity_type);
        if !actor.debugging.is_off() {
            self.debug_capture.start();
        }
        self.caller = Some(actor.clone());
    }

    /// Uses this entity's wording, in the given language unless the call asks for another.
    pub fn use_wording(&mut self, language: &str, entity_type: &str) {
        let requested = requested_language(&self.headers);
        self.locale = Locale::of(requested.unwrap_or(language), entity_type);
    }
}

/// The language that the browser asks for, if it is one of ours.
pub fn requested_language(headers: &HeaderMap) -> Option<&'static str> {
    let header = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    ["ta", "en"].into_iter().find(|language| header.to_ascii_lowercase().starts_with(language))
}
