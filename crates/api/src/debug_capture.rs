//! Records the calls of a user whose debug switches are on. For everyone else it costs one check of a flag.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use app::debug::{self, CapturedCall};
use axum::body::Body;
use domain::access::Actor;
use domain::master_data::is_text;
use http_body_util::BodyExt;
use serde::de::IgnoredAny;

use crate::middleware::Call;
use crate::wire::Operation;
use crate::{Api, routes};

/// Most bytes of a body that are searched for field names.
const MAX_BYTES: usize = 256 * 1024;

/// The captured part of a body. Nothing is captured until the caller is known to be in debug mode.
#[derive(Default)]
pub struct DebugCapture {
    is_on: AtomicBool,
    bytes: Mutex<Vec<u8>>,
}

impl DebugCapture {
    pub fn start(&self) {
        self.is_on.store(true, Ordering::Relaxed);
    }

    fn capture(&self, data: &[u8]) {
        if self.is_on.load(Ordering::Relaxed) {
            let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
            let room = MAX_BYTES.saturating_sub(bytes.len()).min(data.len());
            bytes.extend_from_slice(&data[..room]);
        }
    }

    /// The field names and the number of bytes; the values are dropped here.
    fn fields(&self) -> (Vec<String>, usize) {
        let bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        let fields = serde_json::from_slice::<std::collections::BTreeMap<String, IgnoredAny>>(&bytes);
        let names = fields.map(|fields| fields.into_keys().filter(|name| is_text(name)).collect());
        (names.unwrap_or_default(), bytes.len())
    }
}

/// Copies the body to `capture` while it is read.
pub fn capture_body(body: Body, capture: Arc<DebugCapture>) -> Body {
    Body::new(body.map_frame(move |frame| {
        if let Some(data) = frame.data_ref() {
            capture.capture(data);
        }
        frame
    }))
}

pub struct CallResult {
    pub status: u16,
    pub refusal: Option<(&'static str, Option<&'static str>)>,
}

/// The caller, if in debug mode.
pub fn debugged_caller(call: &Call) -> Option<&Actor> {
    call.caller.as_deref().filter(|actor| !actor.debugging.is_off())
}

/// Records a call in the debug log.
pub async fn record_call(api: &Api, call: &Call, actor: &Actor, began: Instant, trace: &str, result: CallResult) {
    let header = &call.address.header;
    let route = routes::template(&call.address);
    let (body_fields, body_bytes) = call.debug_capture.fields();
    let changes = matches!(header.operation, Some(Operation::Save | Operation::Update | Operation::Delete))
        || route.ends_with("/import");
    let query = call.query.split('&').filter_map(|pair| pair.split('=').next()).filter(|name| !name.is_empty());
    let entry = CapturedCall {
        area: call.address.area,
        route: &route,
        operation: header.operation.map_or("", Operation::code),
        changes: changes && !call.is_get,
        status: result.status,
        duration_ms: i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX),
        request_id: trace,
        refusal: result.refusal,
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
    debug::record_call(&api.app, actor, &entry).await;
}
