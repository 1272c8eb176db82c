//! Data for the dashboard, the landing page and the notification bell.

use std::sync::Arc;

use app::requests as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, Actor, ScreenSet, to_change_requests, to_hear_of_requests, to_see_requests};
use domain::message;
use serde_json::json;

use crate::call::Call;
use crate::routes::callers::{refuse, staff_caller};
use crate::routes::endpoint::{Answers, Endpoint, GET, Permission, Takes, about, edit, get, view};
use crate::routes::request_call::{claim, parameter, read, tenant, to_see};
use crate::state::Api;
use crate::wire::Operation;
use domain::request::bodies::{DOCUMENT_KEY, NOTICE, READ_NOTICES, RENEWAL};

/// The calls of this file.
pub(in crate::routes) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("transaction", "notification"),
        &[("GET", None), ("POST", Some("FA")), ("POST", Some("U"))],
        Permission::Staff,
        |api, call, body| Box::pin(notification(api, call, body)),
        &[
            get("The newest notices of the caller", Answers::Content(&[&NOTICE])),
            about(
                "post",
                "FA lists, U marks one or all as read",
                Takes::Bodies(&[("U", &READ_NOTICES)]),
                Answers::Content(&[&NOTICE]),
            ),
        ],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "compliance"),
        &[("GET", None), ("POST", Some("S"))],
        Permission::Rules(&[edit(ScreenSet::WIZARDS).only(&["S"]), view(ScreenSet::DASHBOARD)]),
        |api, call, body| Box::pin(compliance(api, call, body)),
        &[
            get(
                "Renewals of accepted documents that fall due, of the tenant in tenantCode",
                Answers::Content(&[&RENEWAL]),
            ),
            about(
                "post",
                "S: the body of a request that renews one",
                Takes::Bodies(&[("S", &DOCUMENT_KEY)]),
                Answers::Other,
            ),
        ],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "dashboard"),
        GET,
        Permission::Rules(&[view(ScreenSet::DASHBOARD)]),
        |api, call, _| Box::pin(dashboard(api, call)),
        &[get("The figures of the tenant in tenantCode", Answers::Other)],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "dashboard/pace"),
        GET,
        Permission::Rules(&[view(ScreenSet::DASHBOARD)]),
        |api, call, _| Box::pin(pace(api, call)),
        &[get("How long the requests of the tenant in tenantCode take, and how long documents wait", Answers::Other)],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "dashboard/monthly"),
        GET,
        Permission::Staff,
        |api, call, _| Box::pin(monthly(api, call)),
        &[get("Requests of the last twelve months", Answers::Other)],
    )
    .labelled(),
];

/// A user's own notifications, available on every screen.
async fn notification(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_hear_of_requests(&actor, &actor.tenant);
    match (call.is_get, call.address.header.operation) {
        (true, None | Some(Operation::FindAll)) | (false, Some(Operation::FindAll)) => {
            let (found, unread) = app::notifications::notices(&api.app, &actor, access.permit()).await?;
            let total = found.len();
            let data = json!({ "content": found, "unread": unread, "totalElements": total });
            Ok(call.responder(api).done(message::RETRIEVED, data))
        }
        (false, Some(Operation::Update)) => {
            let (_, map) = read(call, body).await?;
            let own = domain::access::system::identity(&actor.scope.country, &actor.scope.entity, &actor.user_id);
            app::notifications::mark_read(&api.app, &actor, &own, &map).await?;
            Ok(call.responder(api).done(message::UPDATED, json!({})))
        }
        _ => Err(Refusal::BadRequest("notices are listed and marked as read").into()),
    }
}

async fn compliance(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let number = |name: &str, usual: i64| parameter(call, name).and_then(|text| text.parse().ok()).unwrap_or(usual);
    if call.is_get {
        let (page, size) = (number("page", 0).clamp(0, 1000), number("size", 25).clamp(1, 100));
        to_see(api, call, &actor, ScreenSet::DASHBOARD).await?;
        let access = to_see_requests(&actor, &wanted_tenant(call, &actor)?, ScreenSet::DASHBOARD, claim(call))?;
        let found = use_case::renewals(&api.app, &access, page, size).await?;
        return Ok(call.responder(api).content(message::RETRIEVED, &found));
    }
    if call.address.header.operation != Some(Operation::Save) {
        return Err(Refusal::BadRequest("renewals are listed and taken up").into());
    }
    // Taken up from the dashboard, but it takes the right to write requests.
    if claim(call).is_some_and(|claimed| {
        ScreenSet::WIZARDS.find(claimed).is_none() && ScreenSet::DASHBOARD.find(claimed).is_none()
    }) {
        let refusal = Refusal::NotAllowed("the screen does not own the resource");
        return refuse(api, &actor, refusal).await;
    }
    let access = match to_change_requests(&actor, tenant(call, &actor), ScreenSet::WIZARDS, None, Action::Edit) {
        Ok(access) => access,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let (_, map) = read(call, body).await?;
    let made = use_case::renewal_of(&api.app, &access, &map).await?;
    Ok(call.responder(api).record(message::CREATED, &made))
}

/// The requested tenant, which must be one of the caller's.
fn wanted_tenant(call: &Call, actor: &Actor) -> Result<String, Refusal> {
    let wanted = parameter(call, "tenantCode").filter(|code| !code.is_empty());
    let wanted = wanted.unwrap_or_else(|| tenant(call, actor).to_owned());
    let is_own = wanted == actor.tenant || actor.tenants.contains(&wanted);
    if is_own { Ok(wanted) } else { Err(Refusal::NotFound) }
}

async fn dashboard(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    to_see(api, call, &actor, ScreenSet::DASHBOARD).await?;
    let access = to_see_requests(&actor, &wanted_tenant(call, &actor)?, ScreenSet::DASHBOARD, claim(call))?;
    let record = use_case::dashboard(&api.app, &actor, &access).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &record))
}

async fn pace(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    to_see(api, call, &actor, ScreenSet::DASHBOARD).await?;
    let access = to_see_requests(&actor, &wanted_tenant(call, &actor)?, ScreenSet::DASHBOARD, claim(call))?;
    let record = use_case::pace(&api.app, &access).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &record))
}

/// The chart of the landing page: for all staff, over the branches they can access.
async fn monthly(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_hear_of_requests(&actor, &wanted_tenant(call, &actor)?);
    let content = use_case::monthly(&api.app, &access).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &content))
}
