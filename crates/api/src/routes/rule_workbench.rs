//! A draft of a rule beside past documents, and the sample documents of a rule.

use app::master_data::WorkbenchDocuments as Documents;
use app::{documents, master_data as use_case};
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, Actor, BusinessAction, Change, Permit, ScreenSet, to_change, to_see_requests, to_view};
use domain::message;
use futures_util::TryStreamExt;
use serde_json::{Map, Value, json};

use super::callers::{refuse, staff_caller};
use super::{body, request_call};
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, Permission, edit, get, post, view};
use crate::state::Api;
use crate::wire::Operation;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("admin", "ruleworkbench"),
        &[("GET", None), ("POST", Some("F")), ("POST", Some("U"))],
        Permission::Rules(&[
            edit(ScreenSet::NONE).or(&["SD-ADM-025"]).only(&["F", "U"]),
            view(ScreenSet::NONE).or(&["SD-ADM-025"]),
        ]),
        |api, call, body| Box::pin(serve(api, call, body)),
        &[
            get(
                "The rule in `ruleCode`, and for callers with the action tryrules what it finds in the last `size` (1 \
                to 100) documents that were verified with it in requests that the caller may see; `hidden` counts \
                the others",
                Answers::Other,
            ),
            post(
                "F tells what a draft of the rule would find in those documents and in the samples of the \
                rule; U publishes the draft if the rule still has this version",
                &["ruleCode", "ruleVersion", "size", "details"],
            ),
        ],
    )
    .search(),
    Endpoint::new(
        ("admin", "ruleworkbench/text"),
        &[("POST", Some("F"))],
        Permission::Rules(&[view(ScreenSet::NONE).or(&["SD-ADM-025"])]),
        |api, call, body| Box::pin(text(api, call, body)),
        &[post(
            "Tells what the lines in `details` find in a typed text: for each line whether it matches, what was \
            found and which keywords are missing",
            &["ruleCode", "details", "text"],
        )],
    ),
    Endpoint::new(
        ("admin", "ruleworkbench/sample"),
        &[("GET", None), ("POST", Some("S")), ("POST", Some("D"))],
        Permission::Rules(&[edit(ScreenSet::NONE).or(&["SD-ADM-025"]).with(BusinessAction::TryRules)]),
        |api, call, body| Box::pin(samples(api, call, body)),
        &[
            get("The sample documents of the rule in `ruleCode`, newest first", Answers::Other),
            post(
                "S: the bytes of a sample for ruleCode and fileName of the query; D removes the sample in \
                ruleCode and sampleId",
                &["ruleCode", "sampleId"],
            ),
        ],
    ),
];

/// The caller may edit the details of rules.
fn to_edit(call: &Call, actor: &Actor) -> Result<Permit<Change>, Refusal> {
    to_change(actor, use_case::rule_details()?, call.address.header.screen_id.as_deref(), Action::Edit)
}

/// Past documents and samples take an action of their own. The screen of rules shows no requests; those of the caller's
/// other screens may be used.
fn documents_of(call: &Call, actor: &Actor) -> Documents {
    let may_try = actor.may_act(BusinessAction::TryRules);
    let access =
        may_try.then(|| to_see_requests(actor, request_call::tenant(call, actor), ScreenSet::STAFF, None).ok());
    Documents { access: access.flatten(), has_samples: may_try && to_edit(call, actor).is_ok() }
}

async fn editor(api: &Api, call: &Call, actor: &Actor) -> store::Result<Permit<Change>> {
    match to_edit(call, actor) {
        Ok(permit) => Ok(permit),
        Err(refusal) => refuse(api, actor, refusal).await,
    }
}

pub async fn serve(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    match (call.is_get, call.address.header.operation) {
        (true, None | Some(Operation::FindAll)) => open(api, call, &actor).await,
        (false, Some(Operation::Find)) => attempt(api, call, &actor, body).await,
        (false, Some(Operation::Update)) => publish(api, call, &actor, body).await,
        _ => Err(Refusal::BadRequest("a draft is tried with F and published with U").into()),
    }
}

async fn open(api: &Api, call: &Call, actor: &Actor) -> store::Result<Response> {
    let permit = match to_view(actor, use_case::rule_details()?, call.address.header.screen_id.as_deref()) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, actor, refusal).await,
    };
    let asked = body::query(&call.query).into_iter().map(|(name, value)| (name, Value::from(value)));
    let asked: Map<String, Value> = asked.collect();
    let shown = use_case::open_workbench(&api.app, &permit, &documents_of(call, actor), &asked).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &shown))
}

async fn attempt(api: &Api, call: &Call, actor: &Actor, body: Body) -> store::Result<Response> {
    let permit = editor(api, call, actor).await?;
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    let shown = use_case::try_rule(&api.app, &permit, &documents_of(call, actor), &map).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &shown))
}

async fn publish(api: &Api, call: &Call, actor: &Actor, body: Body) -> store::Result<Response> {
    let permit = editor(api, call, actor).await?;
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    let claim = call.address.header.screen_id.as_deref();
    let removal = to_change(actor, use_case::rule_details()?, claim, Action::Delete);
    match use_case::publish_rule(&api.app, &permit, removal, &map).await {
        Ok(done) => Ok(call.responder(api).record(message::UPDATED, &done)),
        Err(store::Error::Refused(refusal)) => refuse(api, actor, refusal).await,
        Err(error) => Err(error),
    }
}

/// Tries a draft on a typed text.
async fn text(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let permit = match to_view(&actor, use_case::rule_details()?, call.address.header.screen_id.as_deref()) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    let found = use_case::try_text(&api.app, &permit, &map).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &found))
}

/// Lists the samples of a rule, `S` uploads one, `D` removes one.
pub async fn samples(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let permit = editor(api, call, &actor).await?;
    if !actor.may_act(BusinessAction::TryRules) {
        return refuse(api, &actor, Refusal::NotAllowed("tryrules")).await;
    }
    let text = |name: &str| request_call::parameter(call, name).unwrap_or_default();
    match (call.is_get, call.address.header.operation) {
        (true, _) => {
            let rule = use_case::rule_code(&api.app, &permit, &text("ruleCode")).await?;
            let found = documents::samples(&api.app, &permit, &rule).await?;
            Ok(call.responder(api).content(message::RETRIEVED, &found))
        }
        (false, Some(Operation::Save)) => {
            let rule = use_case::rule_code(&api.app, &permit, &text("ruleCode")).await?;
            let pieces = body.into_data_stream().map_err(std::io::Error::other);
            let name = text("fileName");
            let file = (name.as_str(), body::declared(&call.headers));
            let work = documents::add_sample(&api.app, &permit, &rule, file, Box::pin(pieces));
            Ok(call.responder(api).record(message::CREATED, &work.await?))
        }
        (false, Some(Operation::Delete)) => {
            let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
            let text = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or_default();
            documents::remove_sample(&api.app, &permit, text("ruleCode"), text("sampleId")).await?;
            Ok(call.responder(api).done(message::DELETED, json!({ "totalElements": 1 })))
        }
        _ => Err(Refusal::BadRequest("samples are listed, saved and deleted").into()),
    }
}
