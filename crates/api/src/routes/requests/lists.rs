//! Lists, their saved views, and lookups about one request.

use std::sync::Arc;

use app::requests as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, Actor, RequestAccess, ScreenSet, View};
use domain::message;
use serde_json::json;

use crate::call::Call;
use crate::routes::body;
use crate::routes::callers::{any_caller, staff_caller};
use crate::routes::endpoint::{Answers, Endpoint, GET, LIST, Permission, Takes, about, get, view};
use crate::routes::request_call::{pairs, read, requested_reference, to_change, to_see};
use crate::state::Api;
use crate::wire::Operation;
use crate::wire::envelope::PageInfo;
use domain::request::bodies::{
    REQUEST_ROW, SAVED_VIEW, SAVED_VIEW_KEY, SEARCH, SENT_MESSAGE, TIMELINE_ENTRY, UNREADABLE_ROW,
};

/// The calls of this file.
pub(in crate::routes) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("transaction", "docrequest/search"),
        LIST,
        Permission::Rules(&[view(ScreenSet::LISTS)]),
        |api, call, body| Box::pin(search(api, call, body)),
        &[
            about(
                "get",
                "A page of requests",
                Takes::Bodies(&[("query", &SEARCH)]),
                Answers::Content(&[&REQUEST_ROW, &UNREADABLE_ROW]),
            ),
            about(
                "post",
                "FA: the same with the filter in the body",
                Takes::Bodies(&[("FA", &SEARCH)]),
                Answers::Content(&[&REQUEST_ROW, &UNREADABLE_ROW]),
            ),
        ],
    )
    .search()
    .labelled(),
    Endpoint::new(
        ("transaction", "docrequest/view"),
        &[("GET", None), ("POST", Some("S")), ("POST", Some("D"))],
        Permission::Rules(&[view(ScreenSet::STAFF_LISTS)]),
        |api, call, body| Box::pin(saved_view(api, call, body)),
        &[
            get("Saved views of the caller", Answers::Content(&[&SAVED_VIEW])),
            about(
                "post",
                "S saves, D deletes a view",
                Takes::Bodies(&[("S", &SAVED_VIEW), ("D", &SAVED_VIEW_KEY)]),
                Answers::Record(&[&SAVED_VIEW]),
            ),
        ],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "docrequest/sent"),
        GET,
        Permission::Rules(&[view(ScreenSet::STAFF)]),
        |api, call, _| Box::pin(sent(api, call)),
        &[get(
            "What was sent about the request in txnRefNo, and what became of it",
            Answers::Content(&[&SENT_MESSAGE]),
        )],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "docrequest/timeline"),
        GET,
        Permission::Rules(&[view(ScreenSet::STAFF)]),
        |api, call, _| Box::pin(timeline(api, call)),
        &[get("Everything that happened to the request in txnRefNo", Answers::Content(&[&TIMELINE_ENTRY]))],
    )
    .labelled(),
];

async fn search(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    let access = to_see(api, call, &actor, ScreenSet::LISTS).await?;
    let (_, map) = read(call, body).await?;
    let wanted = wanted(api, &actor, &access, pairs(call, &map)).await?;
    let found = use_case::search(&api.app, &actor, &access, &wanted).await?;
    let page =
        PageInfo { number: wanted.page, size: wanted.size, total: found.total, is_newest_only: found.is_newest_only };
    Ok(call.responder(api).page(message::RETRIEVED, &found.rows, page))
}

/// The list to show: the named saved view, if any, and the other filters of the call.
pub(in crate::routes) async fn wanted(
    api: &Api,
    actor: &Actor,
    access: &RequestAccess<View>,
    mut pairs: Vec<(String, String)>,
) -> store::Result<use_case::SavedQuery> {
    if let Some(at) = pairs.iter().position(|(name, _)| name == "view") {
        let (_, name) = pairs.swap_remove(at);
        let saved = body::query(use_case::view_named(&api.app, actor, access, &name).await?.trim_start_matches('?'));
        let own = saved.into_iter().filter(|(name, _)| !pairs.iter().any(|(said, _)| said == name));
        pairs = own.chain(pairs.clone()).collect();
    }
    Ok(use_case::read_query(&pairs)?)
}

async fn saved_view(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let screens = ScreenSet::STAFF_LISTS;
    if call.is_get {
        let access = to_see(api, call, &actor, screens).await?;
        let found = use_case::views(&api.app, &actor, &access).await?;
        return Ok(call.responder(api).content(message::RETRIEVED, &found));
    }
    let access = to_change(api, call, &actor, screens, Action::View).await?;
    let (_, map) = read(call, body).await?;
    let responder = call.responder(api);
    match call.address.header.operation {
        Some(Operation::Save) => {
            let kept = use_case::save_view(&api.app, &actor, access.permit(), &map).await?;
            Ok(responder.record(message::CREATED, &kept))
        }
        Some(Operation::Delete) => {
            use_case::drop_view(&api.app, &actor, access.permit(), &map).await?;
            Ok(responder.done(message::DELETED, json!({})))
        }
        _ => Err(Refusal::BadRequest("a view is listed, saved and deleted").into()),
    }
}

async fn sent(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_see(api, call, &actor, ScreenSet::READERS).await?;
    let found = use_case::sent_messages(&api.app, &access, &requested_reference(call)?).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &found))
}

async fn timeline(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_see(api, call, &actor, ScreenSet::READERS).await?;
    let found = use_case::timeline(&api.app, &access, &requested_reference(call)?).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &found))
}
