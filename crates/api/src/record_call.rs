//! Writes a call into the debug log.

use std::time::Instant;

use app::debug::{self, CapturedCall};
use domain::access::Actor;

use crate::call::Call;
use crate::state::Api;
use crate::wire::Operation;

/// How a call ended.
pub struct CallResult {
    pub route: String,
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
    let route = result.route;
    let (body_fields, body_bytes) = call.debug_capture.fields();
    let changes = matches!(header.operation, Some(Operation::Save | Operation::Update | Operation::Delete))
        || route.ends_with("/import");
    let query = form_urlencoded::parse(call.query.as_bytes()).map(|(name, _)| name.into_owned());
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
        query_names: query.collect(),
        body_bytes,
    };
    debug::record_call(&api.app, actor, &entry).await;
}
