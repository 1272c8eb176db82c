//! The delivery of messages: lists for staff, reports from mail servers and the SMS gateway, and the test mail.

use app::notifications as use_case;
use axum::body::Body;
use axum::http::header;
use axum::response::Response;
use domain::Refusal;
use domain::access::{
    Action, Change, RequestAccess, ScreenSet, View, to_change, to_change_all_deliveries, to_see_all_deliveries,
};
use domain::message;
use domain::secret::Secret;
use serde_json::{Map, Value};

use super::body;
use super::callers::{refuse, staff_caller};
use super::request_call::{claim, pairs, to_change as to_change_requests, to_see as to_see_requests};
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, Permission, SAVE, Takes, about, get, post};
use crate::state::Api;
use crate::wire::envelope::PageInfo;
use crate::wire::{Operation, text};
use domain::request::bodies::{DELIVERY, DELIVERY_ACTION, DELIVERY_QUERY};

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("app", "mail/bounce"),
        &[("POST", None), ("POST", Some("S"))],
        Permission::Operator,
        |api, call, body| Box::pin(bounce(api, call, body)),
        &[post(
            "S takes the raw delivery report of a mail server; `Authorization: Bearer` carries the \
                operator's secret",
            &[],
        )],
    ),
    Endpoint::new(
        ("app", "sms/report"),
        &[("POST", None), ("POST", Some("S"))],
        Permission::Operator,
        |api, call, body| Box::pin(sms_report(api, call, body)),
        &[post(
            "S takes a delivery report of the SMS gateway; `Authorization: Bearer` carries the \
                operator's secret",
            &[],
        )],
    ),
    Endpoint::new(
        ("admin", "delivery"),
        &[("GET", None), ("POST", Some("U"))],
        Permission::Screens(&["SD-ADM-030"]),
        |api, call, body| Box::pin(of_entity(api, call, body)),
        &[
            get(
                "What became of the entity's messages, failed and bounced ones first; filters state, \
                txnRefNo, channel",
                Answers::Other,
            ),
            post(
                "U resends or dismisses one message, or several in `records`; a recipient applies to this \
                message only",
                &["messageId", "records", "action", "recipient"],
            ),
        ],
    ),
    Endpoint::new(
        ("admin", "emailconfig/test"),
        SAVE,
        Permission::Screens(&["SD-ADM-028"]),
        |api, call, body| Box::pin(test_mail(api, call, body)),
        &[post("S sends a test mail through the stored mail server and tells what the server answered", &["to"])],
    ),
    Endpoint::new(
        ("transaction", "delivery"),
        &[("GET", None), ("POST", Some("U"))],
        Permission::Screens(&["SD-BNK-010"]),
        |api, call, body| Box::pin(of_requests(api, call, body)),
        &[
            about(
                "get",
                "What became of the messages about the caller's requests, failed and bounced ones first",
                Takes::Bodies(&[("query", &DELIVERY_QUERY)]),
                Answers::Content(&[&DELIVERY]),
            ),
            about(
                "post",
                "U: resends or dismisses one message, or several",
                Takes::Bodies(&[("U", &DELIVERY_ACTION)]),
                Answers::Content(&[&DELIVERY]),
            ),
        ],
    )
    .labelled(),
];

/// Most bytes of a delivery report; mail servers return a message of this size whole.
const REPORT: usize = 2 * 1024 * 1024;

/// The messages about the caller's requests.
pub async fn of_requests(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    if call.is_get {
        let access = to_see_requests(api, call, &actor, ScreenSet::DELIVERIES).await?;
        return list(api, call, &access).await;
    }
    let access = to_change_requests(api, call, &actor, ScreenSet::DELIVERIES, Action::Edit).await?;
    act(api, call, &access, body).await
}

/// All messages of the entity.
pub async fn of_entity(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    if call.is_get {
        return match to_see_all_deliveries(&actor, claim(call)) {
            Ok(access) => list(api, call, &access).await,
            Err(refusal) => refuse(api, &actor, refusal).await,
        };
    }
    match to_change_all_deliveries(&actor, claim(call)) {
        Ok(access) => act(api, call, &access, body).await,
        Err(refusal) => refuse(api, &actor, refusal).await,
    }
}

async fn list(api: &Api, call: &Call, access: &RequestAccess<View>) -> store::Result<Response> {
    let query = use_case::read_delivery_query(&pairs(call, &Map::new()))?;
    let found = use_case::deliveries(&api.app, access, &query).await?;
    let page = PageInfo { number: query.page, size: query.size, total: found.total, is_newest_only: false };
    Ok(call.responder(api).page_of(message::RETRIEVED, &found.content, page))
}

async fn act(api: &Api, call: &Call, access: &RequestAccess<Change>, body: Body) -> store::Result<Response> {
    if call.address.header.operation != Some(Operation::Update) {
        return Err(Refusal::BadRequest("a delivery is listed and updated").into());
    }
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    let changed = use_case::act_on_deliveries(&api.app, access, &map).await?;
    Ok(call.responder(api).content(message::UPDATED, &changed))
}

/// Sends a test mail through the stored server. Requires the right to change it.
pub async fn test_mail(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let servers = domain::master_data::find("emailconfig").ok_or(Refusal::NotFound)?;
    let permit = match to_change(&actor, servers, claim(call), Action::Edit) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    if call.address.header.operation != Some(Operation::Save) {
        return Err(Refusal::BadRequest("a test mail is sent with operation S").into());
    }
    let map = body::object(&body::bytes(&call.headers, body, 16 * 1024).await?)?;
    let to = map.get("to").and_then(Value::as_str).unwrap_or_default().trim();
    let record = app::test_mail::send(&api.app, &permit, to, &actor.language).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &record))
}

/// Failed attempts are limited by address; a mail server with the secret may report many bounces.
fn check_reporter(api: &Api, call: &Call, secret: Option<&Secret>) -> Result<(), Refusal> {
    let given = call.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let checked = use_case::check_reporter(secret, given.and_then(|value| value.strip_prefix("Bearer ")));
    if checked.is_err() {
        api.limits.public(call.from)?;
    }
    checked
}

fn check_operation(call: &Call) -> Result<(), Refusal> {
    match call.address.header.operation {
        None | Some(Operation::Save) => Ok(()),
        _ => Err(Refusal::BadRequest("a report is saved")),
    }
}

/// The raw delivery report of a mail server.
pub async fn bounce(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    check_reporter(api, call, api.app.settings.reports.bounce_secret.as_ref())?;
    check_operation(call)?;
    let raw = body::bytes(&call.headers, body, REPORT).await?;
    let record = use_case::take_bounce(&api.app, &raw).await?;
    Ok(call.responder(api).record(message::CREATED, &record))
}

/// A delivery report of the SMS gateway, as JSON or as a form.
pub async fn sms_report(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    check_reporter(api, call, api.app.settings.reports.sms_secret.as_ref())?;
    check_operation(call)?;
    let kind = call.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_form = kind.starts_with("application/x-www-form-urlencoded");
    let bytes = body::bytes(&call.headers, body, body::PLAIN).await?;
    let report = if is_form {
        let fields = body::query(&String::from_utf8_lossy(&bytes));
        Value::Object(fields.into_iter().map(|(name, value)| (name, value.into())).collect())
    } else {
        serde_json::from_slice(&bytes).map_err(|_| Refusal::BadRequest("the body is not JSON"))?
    };
    text::check_value("body", &report)?;
    let record = use_case::take_sms_report(&api.app, &report).await?;
    Ok(call.responder(api).record(message::CREATED, &record))
}
