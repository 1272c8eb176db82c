//! Calls of area `transaction` about requests. What each takes and answers stands in `docs/requests.md`.

use std::sync::Arc;

use app::master_data::Idempotency;
use app::requests as use_case;
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use domain::Refusal;
use domain::access::business::{Approve, Cancel, Decline, Extend, Forward, Import, Send};
use domain::access::{
    Action, Actor, Change, Side, Sight, View, to_act_on_requests, to_change_requests, to_hear_of_requests,
    to_see_requests,
};
use domain::message::{self, Message};
use serde_json::{Map, Value, json};

use super::{anyone, body, known, refuse};
use crate::Api;
use crate::edge::Call;
use crate::wire::Operation;

pub(super) const PROVIDER: &str = "SD-CUS-001";
pub(super) const WIZARDS: &[&str] = &["SD-BNK-001", "SD-EDU-001"];
/// Where a request is read.
pub(super) const READ: &[&str] = &[
    "SD-BNK-001",
    "SD-EDU-001",
    "SD-BNK-002",
    "SD-BNK-003",
    "SD-BNK-004",
    "SD-BNK-005",
    "SD-BNK-006",
    "SD-BNK-007",
    "SD-BNK-008",
    PROVIDER,
];
pub(super) const LISTS: &[&str] = &["SD-BNK-002", "SD-BNK-005", "SD-BNK-006", PROVIDER];
/// Where something is done to requests.
pub(super) const DESKS: &[&str] = &["SD-BNK-002", "SD-BNK-004", "SD-BNK-005", "SD-BNK-006", "SD-BNK-007", PROVIDER];
const MEETINGS: &[&str] = &["SD-BNK-004", "SD-BNK-007"];
const DASHBOARD: &[&str] = &["SD-BNK-003"];

/// Most bytes of a request with all its parties and documents.
const LARGEST: usize = 2 * 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Requests {
    Record,
    Search,
    Draft,
    SavedView,
    Propose,
    Customer,
    Messages,
    Sent,
    Timeline,
    Clone,
    Action,
    Meeting,
    Notification,
    Compliance,
    Dashboard,
    Monthly,
}

/// The tenant a call is about: the one its header json names, which was compared already, or that of the session.
pub(super) fn tenant<'a>(call: &'a Call, actor: &'a Actor) -> &'a str {
    call.address.header.tenant_code.as_deref().filter(|tenant| !tenant.is_empty()).unwrap_or(&actor.tenant)
}

pub(super) fn claim(call: &Call) -> Option<&str> {
    call.address.header.screen_id.as_deref()
}

pub(super) async fn to_see(api: &Api, call: &Call, actor: &Actor, screens: &[&str]) -> store::Result<Sight<View>> {
    match to_see_requests(actor, tenant(call, actor), screens, claim(call)) {
        Ok(sight) => Ok(sight),
        Err(refusal) => refuse(api, actor, refusal).await,
    }
}

pub(super) async fn to_change(
    api: &Api,
    call: &Call,
    actor: &Actor,
    screens: &[&str],
    action: Action,
) -> store::Result<Sight<Change>> {
    match to_change_requests(actor, tenant(call, actor), screens, claim(call), action) {
        Ok(sight) => Ok(sight),
        Err(refusal) => refuse(api, actor, refusal).await,
    }
}

pub(super) async fn read(call: &Call, body: Body) -> store::Result<(Bytes, Map<String, Value>)> {
    let bytes = body::bytes(&call.headers, body, LARGEST).await?;
    let map = body::object(&bytes)?;
    Ok((bytes, map))
}

/// What a call asks by its query, or by its body.
pub(super) fn asked(call: &Call, name: &str) -> Option<String> {
    body::query(&call.query).into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

pub(super) fn asked_reference(call: &Call) -> Result<String, Refusal> {
    let given = asked(call, "txnRefNo").filter(|text| !text.trim().is_empty());
    given.ok_or_else(|| Refusal::field("txnRefNo", Message::plain("EnTxn0001")))
}

pub async fn serve(api: &Arc<Api>, call: &mut Call, body: Body, what: Requests) -> store::Result<Response> {
    match what {
        Requests::Record => record(api, call, body).await,
        Requests::Search => search(api, call, body).await,
        Requests::Draft => draft(api, call, body).await,
        Requests::SavedView => saved_view(api, call, body).await,
        Requests::Propose => propose(api, call, body).await,
        Requests::Customer => customer(api, call).await,
        Requests::Messages => messages(api, call, body).await,
        Requests::Sent => sent(api, call).await,
        Requests::Timeline => timeline(api, call).await,
        Requests::Clone => clone(api, call, body).await,
        Requests::Action => act(api, call, body).await,
        Requests::Meeting => meeting(api, call, body).await,
        Requests::Notification => notification(api, call, body).await,
        Requests::Compliance => compliance(api, call, body).await,
        Requests::Dashboard => dashboard(api, call).await,
        Requests::Monthly => monthly(api, call).await,
    }
}

async fn record(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = anyone(api, call).await?;
    let operation = call.address.header.operation;
    let (bytes, map) = read(call, body).await?;
    match operation {
        Some(Operation::Find) => {
            let sight = to_see(api, call, &actor, READ).await?;
            let found = Box::pin(use_case::find(&api.app, &actor, &sight, use_case::reference(&map)?)).await?;
            Ok(call.speaker(api).record(message::RETRIEVED, &found))
        }
        Some(Operation::Save) => {
            let sight = to_change(api, call, &actor, WIZARDS, Action::Edit).await?;
            check_send(api, call, &actor, &map).await?;
            let repeat = idempotency(call, "docrequest", &bytes)?;
            let made = Box::pin(use_case::create(&api.app, &actor, &sight, &map, repeat)).await?;
            Ok(call.speaker(api).record(message::CREATED, &made))
        }
        Some(Operation::Update) => {
            let sight = to_change(api, call, &actor, WIZARDS, Action::Edit).await?;
            check_send(api, call, &actor, &map).await?;
            let made = Box::pin(use_case::update(&api.app, &actor, &sight, &map)).await?;
            Ok(call.speaker(api).record(message::UPDATED, &made))
        }
        Some(Operation::Delete) => {
            let screens = [WIZARDS, &DESKS[..DESKS.len() - 1]].concat();
            let sight = to_change(api, call, &actor, &screens, Action::Delete).await?;
            let count = Box::pin(use_case::delete(&api.app, &sight, &map)).await?;
            Ok(call.speaker(api).done(message::DELETED, json!({ "totalElements": count })))
        }
        _ => Err(Refusal::BadRequest("a request is found, saved, updated and deleted").into()),
    }
}

/// Sending is an action of its own, also when it goes with saving.
async fn check_send(api: &Api, call: &Call, actor: &Actor, map: &Map<String, Value>) -> store::Result<()> {
    if map.get("send") != Some(&Value::Bool(true)) {
        return Ok(());
    }
    match to_act_on_requests::<Send>(actor, tenant(call, actor), WIZARDS, claim(call)) {
        Ok(_) => Ok(()),
        Err(refusal) => refuse(api, actor, refusal).await,
    }
}

pub(super) fn idempotency(call: &Call, resource: &str, bytes: &Bytes) -> Result<Option<Idempotency>, Refusal> {
    super::master_data::idempotency(call, resource, bytes)
}

/// What the body asks besides the query, as texts.
pub(super) fn pairs(call: &Call, map: &Map<String, Value>) -> Vec<(String, String)> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let from_body = map.iter().map(|(name, value)| (name.clone(), text(value)));
    body::query(&call.query).into_iter().chain(from_body).collect()
}

async fn search(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = anyone(api, call).await?;
    let sight = to_see(api, call, &actor, LISTS).await?;
    let (_, map) = read(call, body).await?;
    let wanted = use_case::read_query(&pairs(call, &map))?;
    let (rows, total) = use_case::search(&api.app, &actor, &sight, &wanted).await?;
    let text: Vec<String> = rows.iter().map(Value::to_string).collect();
    let speaker = call.speaker(api);
    Ok(speaker.page(message::RETRIEVED, text.join(",").as_bytes(), wanted.page, wanted.size, total))
}

async fn draft(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let sight = to_change(api, call, &actor, WIZARDS, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let speaker = call.speaker(api);
    match call.address.header.operation {
        Some(Operation::Save | Operation::Update) => {
            let (kept, was_there) = use_case::keep_draft(&api.app, &actor, &sight, &map).await?;
            Ok(speaker.record(if was_there { "EnTxn0058" } else { "EnTxn0056" }, &kept))
        }
        Some(Operation::Find) => {
            let found = use_case::find_draft(&api.app, &actor, &sight, &map).await?;
            Ok(speaker.record(message::RETRIEVED, &found))
        }
        Some(Operation::Delete) => {
            use_case::delete_draft(&api.app, &actor, &sight, &map).await?;
            Ok(speaker.done("EnTxn0057", json!({})))
        }
        _ => Err(Refusal::BadRequest("a draft is found, saved and deleted").into()),
    }
}

async fn saved_view(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let screens = &LISTS[..3];
    if call.is_get {
        let sight = to_see(api, call, &actor, screens).await?;
        let found = use_case::views(&api.app, &actor, &sight).await?;
        return Ok(call.speaker(api).content(message::RETRIEVED, &found));
    }
    let sight = to_change(api, call, &actor, screens, Action::View).await?;
    let (_, map) = read(call, body).await?;
    let speaker = call.speaker(api);
    match call.address.header.operation {
        Some(Operation::Save) => {
            let kept = use_case::save_view(&api.app, &actor, sight.permit(), &map).await?;
            Ok(speaker.record(message::CREATED, &kept))
        }
        Some(Operation::Delete) => {
            use_case::drop_view(&api.app, &actor, sight.permit(), &map).await?;
            Ok(speaker.done(message::DELETED, json!({})))
        }
        _ => Err(Refusal::BadRequest("a view is listed, saved and deleted").into()),
    }
}

async fn propose(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let sight = to_change(api, call, &actor, WIZARDS, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let found = use_case::propose(&api.app, &sight, &map).await?;
    Ok(call.speaker(api).content(message::RETRIEVED, &found))
}

async fn customer(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let sight = to_change(api, call, &actor, WIZARDS, Action::Edit).await?;
    let found = use_case::customers(&api.app, &sight, &asked(call, "q").unwrap_or_default()).await?;
    Ok(call.speaker(api).content(message::RETRIEVED, &found))
}

async fn messages(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let screens = [WIZARDS, &DESKS[..DESKS.len() - 1]].concat();
    let sight = to_change(api, call, &actor, &screens, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let shown = Box::pin(use_case::preview(&api.app, &actor, &sight, &map)).await?;
    Ok(call.speaker(api).content(message::RETRIEVED, &shown))
}

async fn sent(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let sight = to_see(api, call, &actor, READ).await?;
    let found = use_case::sent_messages(&api.app, &sight, &asked_reference(call)?).await?;
    Ok(call.speaker(api).content(message::RETRIEVED, &found))
}

async fn timeline(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let sight = to_see(api, call, &actor, READ).await?;
    let found = use_case::timeline(&api.app, &sight, &asked_reference(call)?).await?;
    Ok(call.speaker(api).content(message::RETRIEVED, &found))
}

async fn clone(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let screens = [WIZARDS, &DESKS[..DESKS.len() - 1]].concat();
    let sight = to_change(api, call, &actor, &screens, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let made = use_case::clone_of(&api.app, &sight, &map).await?;
    Ok(call.speaker(api).record(message::RETRIEVED, &made))
}

async fn act(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = anyone(api, call).await?;
    if call.address.header.operation != Some(Operation::Update) {
        return Err(Refusal::BadRequest("an action is an update").into());
    }
    let (_, map) = read(call, body).await?;
    let action = map.get("action").and_then(Value::as_str).unwrap_or_default();
    let sight = match sight_for(&actor, call, action) {
        Ok(sight) => sight,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let speaker = call.speaker(api);
    if !map.contains_key("records") {
        let record = Box::pin(use_case::act::act(&api.app, &actor, &sight, action, &map)).await?;
        return Ok(speaker.record(message::UPDATED, &record));
    }
    if !["extend", "cancel", "forward"].contains(&action) {
        return Err(Refusal::BadRequest("this is done to one request at a time").into());
    }
    let done = Box::pin(use_case::act::act_on_several(&api.app, &actor, &sight, action, &map)).await?;
    let shown: Vec<Value> = done
        .into_iter()
        .map(|outcome| match outcome {
            Ok(record) => record,
            Err((txn_ref_no, error)) => {
                let (_, message) = crate::error::said(&speaker, &error);
                json!({ "txnRefNo": txn_ref_no, "error": message })
            }
        })
        .collect();
    let failed = shown.iter().filter(|one| one.get("error").is_some()).count();
    Ok(speaker.several(message::UPDATED, &shown, failed))
}

/// What each action takes: a screen, and the business action of the same name where there is one.
fn sight_for(actor: &Actor, call: &Call, action: &str) -> Result<Sight<Change>, Refusal> {
    let (tenant, claim) = (tenant(call, actor), claim(call));
    let staff = &DESKS[..DESKS.len() - 1];
    let desk = || to_change_requests(actor, tenant, staff, claim, Action::Edit);
    match action {
        "send" | "notify" => to_act_on_requests::<Send>(actor, tenant, staff, claim),
        "approve" => to_act_on_requests::<Approve>(actor, tenant, staff, claim),
        "decline" => to_act_on_requests::<Decline>(actor, tenant, staff, claim),
        "extend" => to_act_on_requests::<Extend>(actor, tenant, staff, claim),
        "cancel" => to_act_on_requests::<Cancel>(actor, tenant, staff, claim),
        "forward" => to_act_on_requests::<Forward>(actor, tenant, staff, claim),
        "notrequired" | "answerclaim" => desk(),
        "claim" if actor.side == Side::Customer => to_change_requests(actor, tenant, DESKS, claim, Action::Edit),
        "addparty" if actor.side == Side::Customer => to_change_requests(actor, tenant, DESKS, claim, Action::Edit),
        "adddocument" | "removedocument" | "addparty" => {
            // Changing what is asked for takes the right to write requests as well.
            to_change_requests(actor, tenant, WIZARDS, None, Action::Edit)?;
            desk()
        }
        "claim" => Err(Refusal::NotAllowed("only a party claims that a document is not needed")),
        _ => Err(Refusal::BadRequest("unknown action")),
    }
}

async fn meeting(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let operation = call.address.header.operation;
    if call.is_get || matches!(operation, Some(Operation::FindAll | Operation::Find)) {
        let sight = to_see(api, call, &actor, READ).await?;
        let (_, map) = read(call, body).await?;
        if !call.is_get && operation == Some(Operation::Find) {
            let found = use_case::find_meeting(&api.app, &sight, &map).await?;
            return Ok(call.speaker(api).record(message::RETRIEVED, &found));
        }
        let given = asked_reference(call).or_else(|refusal| match use_case::reference(&map) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(refusal),
        });
        let found = use_case::list_meetings(&api.app, &sight, &given?).await?;
        return Ok(call.speaker(api).content(message::RETRIEVED, &found));
    }
    let sight = to_change(api, call, &actor, MEETINGS, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let speaker = call.speaker(api);
    match operation {
        Some(Operation::Save) => {
            Ok(speaker.record(message::CREATED, &use_case::plan_meeting(&api.app, &sight, &map).await?))
        }
        Some(Operation::Update) => {
            Ok(speaker.record(message::UPDATED, &use_case::change_meeting(&api.app, &sight, &map).await?))
        }
        Some(Operation::Delete) => {
            use_case::cancel_meeting(&api.app, &sight, &map).await?;
            Ok(speaker.done(message::DELETED, json!({ "totalElements": 1 })))
        }
        _ => Err(Refusal::BadRequest("a meeting is listed, found, saved, updated and deleted").into()),
    }
}

/// What the staff is told; whoever is logged in has some, from any screen.
async fn notification(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let sight = to_hear_of_requests(&actor, &actor.tenant);
    match (call.is_get, call.address.header.operation) {
        (true, None | Some(Operation::FindAll)) | (false, Some(Operation::FindAll)) => {
            let (found, unread) = use_case::notices(&api.app, &actor, sight.permit()).await?;
            let total = found.len();
            let data = json!({ "content": found, "unread": unread, "totalElements": total });
            Ok(call.speaker(api).done(message::RETRIEVED, data))
        }
        (false, Some(Operation::Update)) => {
            let (_, map) = read(call, body).await?;
            let own = domain::access::system::identity(&actor.scope.country, &actor.scope.entity, &actor.user_id);
            use_case::mark_read(&api.app, &actor, &own, &map).await?;
            Ok(call.speaker(api).done(message::UPDATED, json!({})))
        }
        _ => Err(Refusal::BadRequest("notices are listed and marked as read").into()),
    }
}

async fn compliance(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let number = |name: &str, usual: i64| asked(call, name).and_then(|text| text.parse().ok()).unwrap_or(usual);
    if call.is_get {
        let (page, size) = (number("page", 0).clamp(0, 1000), number("size", 25).clamp(1, 100));
        let sight = to_see(api, call, &actor, DASHBOARD).await?;
        let found = use_case::renewals(&api.app, &sight, page, size).await?;
        return Ok(call.speaker(api).content(message::RETRIEVED, &found));
    }
    if call.address.header.operation != Some(Operation::Save) {
        return Err(Refusal::BadRequest("renewals are listed and taken up").into());
    }
    // Taken up from the dashboard, but it takes the right to write requests.
    if claim(call).is_some_and(|claimed| !WIZARDS.contains(&claimed) && !DASHBOARD.contains(&claimed)) {
        let refusal = Refusal::NotAllowed("the screen does not own the resource");
        return refuse(api, &actor, refusal).await;
    }
    let sight = match to_change_requests(&actor, tenant(call, &actor), WIZARDS, None, Action::Edit) {
        Ok(sight) => sight,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let (_, map) = read(call, body).await?;
    let made = use_case::renewal_of(&api.app, &sight, &map).await?;
    Ok(call.speaker(api).record(message::CREATED, &made))
}

/// The tenant whose figures are wanted must be one of the caller's.
fn wanted_tenant(call: &Call, actor: &Actor) -> Result<String, Refusal> {
    let wanted = asked(call, "tenantCode").filter(|code| !code.is_empty());
    let wanted = wanted.unwrap_or_else(|| tenant(call, actor).to_owned());
    let is_own = wanted == actor.tenant || actor.tenants.contains(&wanted);
    if is_own { Ok(wanted) } else { Err(Refusal::NotFound) }
}

async fn dashboard(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = known(api, call).await?;
    to_see(api, call, &actor, DASHBOARD).await?;
    let sight = to_see_requests(&actor, &wanted_tenant(call, &actor)?, DASHBOARD, claim(call))?;
    let record = use_case::dashboard(&api.app, &actor, &sight).await?;
    Ok(call.speaker(api).record(message::RETRIEVED, &record))
}

/// The chart of the landing page: for all the staff, over the branches they may enter.
async fn monthly(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let sight = to_hear_of_requests(&actor, &wanted_tenant(call, &actor)?);
    let content = use_case::monthly(&api.app, &sight).await?;
    Ok(call.speaker(api).content(message::RETRIEVED, &content))
}

/// Many requests from one file take the right to import besides that to write them.
pub(super) fn to_import(actor: &Actor, call: &Call) -> Result<Sight<Change>, Refusal> {
    to_change_requests(actor, tenant(call, actor), WIZARDS, claim(call), Action::Edit)?;
    to_act_on_requests::<Import>(actor, tenant(call, actor), WIZARDS, claim(call))
}
