//! Looking at one caller's calls while somebody asked for it. When nobody did, a call pays one look at a flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use app::debug::{CapturedCall, record_call};
use axum::body::Body;
use domain::access::Actor;
use http_body_util::BodyExt;
use serde::de::IgnoredAny;

use crate::middleware::Call;
use crate::wire::Operation;
use crate::{Api, routes};

/// Most bytes of a body that are looked at for the names of its fields.
const MOST: usize = 256 * 1024;

/// What went by of a body. Nothing does until the caller is known and is being watched.
#[derive(Default)]
pub struct DebugCapture {
    wanted: AtomicBool,
    bytes: Mutex<Vec<u8>>,
}

impl DebugCapture {
    pub fn listen(&self) {
        self.wanted.store(true, Ordering::Relaxed);
    }

    fn hear(&self, data: &[u8]) {
        if self.wanted.load(Ordering::Relaxed) {
            let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
            let room = MOST.saturating_sub(bytes.len()).min(data.len());
            bytes.extend_from_slice(&data[..room]);
        }
    }

    /// The names of the fields, and how many bytes there were; the values are forgotten here.
    fn fields(&self) -> (Vec<String>, usize) {
        let bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        let fields = serde_json::from_slice::<std::collections::BTreeMap<String, IgnoredAny>>(&bytes);
        (fields.map(|fields| fields.into_keys().collect()).unwrap_or_default(), bytes.len())
    }
}

/// The same body, overheard on its way.
pub fn overhear(body: Body, heard: Arc<DebugCapture>) -> Body {
    Body::new(body.map_frame(move |frame| {
        if let Some(data) = frame.data_ref() {
            heard.hear(data);
        }
        frame
    }))
}

/// How a call ended.
pub struct Ended {
    pub status: u16,
    pub refusal: Option<(&'static str, Option<&'static str>)>,
}

/// The caller, if he is being watched.
pub fn watched(call: &Call) -> Option<&Actor> {
    call.caller.as_deref().filter(|actor| !actor.debugging.is_off())
}

/// Writes the call of a watched caller down.
pub async fn note(api: &Api, call: &Call, actor: &Actor, began: Instant, trace: &str, ended: Ended) {
    let header = &call.address.header;
    let route = routes::template(&call.address);
    let (body_fields, body_bytes) = call.heard.fields();
    let changes = matches!(header.operation, Some(Operation::Save | Operation::Update | Operation::Delete))
        || route.ends_with("/import");
    let query = call.query.split('&').filter_map(|pair| pair.split('=').next()).filter(|name| !name.is_empty());
    let seen = CapturedCall {
        area: call.address.area,
        route: &route,
        operation: header.operation.map_or("", Operation::code),
        changes: changes && !call.is_get,
        status: ended.status,
        duration_ms: i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX),
        request_id: trace,
        refusal: ended.refusal,
        claims: vec![
            ("userId", header.user_id.as_deref()),
            ("userType", header.user_type.as_deref()),
            ("screenId", header.screen_id.as_deref()),
            ("countryCode", header.country_code.as_deref()),
            ("entityCode", header.entity_code.as_deref()),
            ("tenantCode", header.tenant_code.as_deref()),
            ("branchCode", header.branch_code.as_deref()),
            ("authorization", header.authorization.as_deref()),
            ("otp", header.otp.as_deref()),
        ],
        body_fields,
        query_names: query.map(str::to_owned).collect(),
        body_bytes,
    };
    record_call(&api.app, actor, &seen).await;
}
