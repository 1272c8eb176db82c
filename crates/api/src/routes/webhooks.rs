//! The log of events posted to external systems.

use app::webhooks;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{to_edit_screen, to_view_screen};
use domain::message;
use serde_json::{Value, json};

use super::body;
use super::callers::{refuse, staff_caller};
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, GET, Permission, get, post};
use crate::state::Api;
use crate::wire::Operation;
use crate::wire::envelope::PageInfo;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("admin", "webhookdelivery"),
        &[("GET", None), ("GET", Some("FA")), ("POST", Some("FA")), ("POST", Some("F")), ("POST", Some("U"))],
        Permission::Screens(&["SD-ADM-031"]),
        |api, call, body| Box::pin(serve(api, call, body)),
        &[
            get(
                "Deliveries of events to external systems, newest first; by page, size, state, \
                integrationCode and txnRefNo",
                Answers::Other,
            ),
            post(
                "List (FA), find one with what was sent and answered (F), or U: `resend` an event or \
                `resume` a paused integration",
                &["deliveryId", "action", "integrationCode"],
            ),
        ],
    )
    .search(),
    Endpoint::new(
        ("admin", "webhookdelivery/paused"),
        GET,
        Permission::Screens(&["SD-ADM-031"]),
        |api, call, _| Box::pin(paused(api, call)),
        &[get("Integrations that are paused because their endpoint failed for a day", Answers::Other)],
    ),
];

const SCREEN: &str = "SD-ADM-031";

pub async fn serve(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let claim = call.address.header.screen_id.clone();
    let claim = claim.as_deref();
    let operation = call.address.header.operation;
    if !call.is_get && operation == Some(Operation::Update) {
        let permit = match to_edit_screen(&actor, SCREEN, claim) {
            Ok(permit) => permit,
            Err(refusal) => return refuse(api, &actor, refusal).await,
        };
        let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
        let done = webhooks::act(&api.app, &permit, &map).await?;
        return Ok(call.responder(api).record(message::UPDATED, &done));
    }
    let permit = match to_view_screen(&actor, SCREEN, claim) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    match operation {
        None | Some(Operation::FindAll) => {
            let mut asked = body::query(&call.query);
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let filters = map.iter().filter(|(name, _)| !COMMON_FIELDS.contains(&name.as_str()));
            asked.extend(filters.map(|(name, value)| (name.clone(), text(value))));
            let request = webhooks::read_query(asked.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
            let page = webhooks::list(&api.app, &permit, &request).await?;
            let rows: Vec<Value> = page.rows.iter().map(|row| json!(row)).collect();
            let place = PageInfo { number: request.page, size: request.size, total: page.total, ..PageInfo::default() };
            Ok(call.responder(api).page_of(message::RETRIEVED, &rows, place))
        }
        Some(Operation::Find) => {
            let found = webhooks::find(&api.app, &permit, &map).await?;
            Ok(call.responder(api).record(message::RETRIEVED, &found))
        }
        Some(_) => refuse(api, &actor, Refusal::NotAllowed("a delivery is neither saved nor deleted")).await,
    }
}

/// Fields the client adds to every body.
const COMMON_FIELDS: &[&str] = &["countryCode", "entityCode", "langCode"];

pub async fn paused(api: &Api, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    match to_view_screen(&actor, SCREEN, call.address.header.screen_id.as_deref()) {
        Ok(permit) => {
            let found = webhooks::paused(&api.app, &permit).await?;
            Ok(call.responder(api).content(message::RETRIEVED, &found))
        }
        Err(refusal) => refuse(api, &actor, refusal).await,
    }
}
