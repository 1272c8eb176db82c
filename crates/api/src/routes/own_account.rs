//! A user's own login: sessions, second factor, step-up.

use app::Error;
use app::identity::{self, second_factor};
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, to_change, to_view};
use domain::message;
use serde_json::{Map, Value, json};

use super::body;
use super::callers::{any_caller, refuse, staff_caller};
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, Permission, UPDATE, get, post};
use crate::state::Api;
use crate::wire::Operation;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("sms", "usermaster/changepassword"),
        UPDATE,
        Permission::Staff,
        |api, call, body| Box::pin(change_password(api, call, body)),
        &[post(
            "U changes the caller's own password and ends the caller's other sessions",
            &["currentPassword", "password"],
        )],
    ),
    Endpoint::new(
        ("sms", "usermaster/invite"),
        UPDATE,
        Permission::Screens(&["SD-SMS-002"]),
        |api, call, body| Box::pin(invite(api, call, body)),
        &[post("U sends another invitation to a user who has not chosen a password yet", &["userId"])],
    ),
    Endpoint::new(
        ("sms", "session"),
        &[("GET", None), ("POST", Some("FA")), ("POST", Some("D"))],
        Permission::Session,
        |api, call, body| Box::pin(sessions(api, call, body)),
        &[
            get("The caller's own open sessions", Answers::Other),
            post("D ends one of the caller's sessions, or with `others` all but this one", &["sessionId", "others"]),
        ],
    ),
    Endpoint::new(
        ("sms", "secondfactor"),
        &[("GET", None), ("POST", Some("F")), ("POST", Some("S")), ("POST", Some("U")), ("POST", Some("D"))],
        Permission::Staff,
        |api, call, body| Box::pin(factor(api, call, body)),
        &[
            get("What second factor the caller has, and must have", Answers::Other),
            post(
                "S begins to set up an authenticator app, U confirms it with a code, D takes it away",
                &["password", "factorCode"],
            ),
        ],
    ),
    Endpoint::new(
        ("sms", "secondfactor/policy"),
        &[("GET", None), ("POST", Some("F")), ("POST", Some("U"))],
        Permission::Screens(&["SD-SMS-005"]),
        |api, call, body| Box::pin(policy(api, call, body)),
        &[
            get("Which roles need a second factor and what is confirmed again", Answers::Other),
            post("U puts a policy in force", &["requiredRoles", "sensitive"]),
        ],
    ),
    Endpoint::new(
        ("sms", "secondfactor/recovery"),
        UPDATE,
        Permission::Staff,
        |api, call, body| Box::pin(recovery_codes(api, call, body)),
        &[post("U gives new recovery codes for a code that the app shows now; the old ones stop", &["factorCode"])],
    ),
    Endpoint::new(
        ("sms", "stepup"),
        &[("POST", Some("S")), ("POST", Some("U"))],
        Permission::Staff,
        |api, call, body| Box::pin(step_up(api, call, body)),
        &[post(
            "S asks for a code, U brings it: sensitive actions are open for five minutes",
            &["factorRef", "factorCode"],
        )],
    ),
];

async fn object(call: &Call, body: Body) -> store::Result<Map<String, Value>> {
    Ok(body::object(&body::bytes(&call.headers, body, 16 * 1024).await?)?)
}

fn text<'a>(map: &'a Map<String, Value>, name: &str) -> &'a str {
    map.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// `GET` lists, `D` ends one or all others.
pub async fn sessions(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    match (call.is_get, call.address.header.operation) {
        (true, None | Some(Operation::FindAll)) | (false, Some(Operation::FindAll)) => {
            let content = identity::own_sessions(&api.app, &actor).await?;
            Ok(call.responder(api).content(message::RETRIEVED, &content))
        }
        (false, Some(Operation::Delete)) => {
            let map = object(call, body).await?;
            let ended = match map.get("others") {
                Some(Value::Bool(true)) => identity::end_other_sessions(&api.app, &actor).await?,
                _ => identity::end_own_session(&api.app, &actor, text(&map, "sessionId")).await.map(|()| 1)?,
            };
            Ok(call.responder(api).done(message::DELETED, json!({ "totalElements": ended })))
        }
        _ => Err(Refusal::BadRequest("sessions are listed and ended").into()),
    }
}

/// The caller's own password, in exchange for the current one.
pub async fn change_password(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let map = object(call, body).await?;
    if call.address.header.operation != Some(Operation::Update) {
        return Err(Refusal::BadRequest("a password is updated").into());
    }
    identity::change_password(&api.app, &actor, text(&map, "currentPassword"), text(&map, "password")).await?;
    Ok(call.responder(api).done(message::UPDATED, json!({})))
}

/// Sends another invitation to a user.
pub async fn invite(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let users = domain::master_data::find("usermaster").ok_or(Refusal::NotFound)?;
    if call.address.header.operation != Some(Operation::Update) {
        return Err(Refusal::BadRequest("an invitation is updated").into());
    }
    match to_change(&actor, users, call.address.header.screen_id.as_deref(), Action::Edit) {
        Ok(permit) => {
            let map = object(call, body).await?;
            identity::invite_again(&api.app, &permit, text(&map, "userId")).await?;
            Ok(call.responder(api).done(message::UPDATED, json!({})))
        }
        Err(refusal) => refuse(api, &actor, refusal).await,
    }
}

/// `F` reads, `S` enrols, `U` confirms, `D` removes.
pub async fn factor(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let operation = call.address.header.operation;
    if call.is_get || operation == Some(Operation::Find) {
        let status = second_factor::status(&api.app, &actor).await?;
        return Ok(call.responder(api).record(message::RETRIEVED, &status));
    }
    let map = object(call, body).await?;
    let responder = call.responder(api);
    match operation {
        Some(Operation::Save) => {
            let secret = second_factor::enrol(&api.app, &actor, text(&map, "password")).await?;
            Ok(responder.record(message::CREATED, &secret))
        }
        Some(Operation::Update) => {
            let codes = second_factor::confirm(&api.app, &actor, text(&map, "factorCode")).await?;
            Ok(responder.record(message::UPDATED, &codes))
        }
        Some(Operation::Delete) => {
            second_factor::remove(&api.app, &actor, text(&map, "password")).await?;
            Ok(responder.done(message::DELETED, json!({ "totalElements": 1 })))
        }
        _ => Err(Refusal::BadRequest("a second factor is found, saved, confirmed and deleted").into()),
    }
}

/// New recovery codes, in exchange for a code of the app.
pub async fn recovery_codes(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let map = object(call, body).await?;
    match call.address.header.operation {
        Some(Operation::Update) => {
            let codes = second_factor::renew(&api.app, &actor, text(&map, "factorCode")).await?;
            Ok(call.responder(api).record(message::UPDATED, &codes))
        }
        _ => Err(Refusal::BadRequest("recovery codes are renewed").into()),
    }
}

/// Role administrators decide which roles need a second factor.
pub async fn policy(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let roles = domain::master_data::find("roledefinition").ok_or(Refusal::NotFound)?;
    let claim = call.address.header.screen_id.as_deref();
    match (call.is_get, call.address.header.operation) {
        (true, _) | (false, Some(Operation::Find)) => match to_view(&actor, roles, claim) {
            Ok(permit) => {
                let policy = second_factor::policy(&api.app, &permit).await?;
                Ok(call.responder(api).record(message::RETRIEVED, &policy))
            }
            Err(refusal) => refuse(api, &actor, refusal).await,
        },
        (false, Some(Operation::Update)) => match to_change(&actor, roles, claim, Action::Edit) {
            Ok(permit) => {
                let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
                match second_factor::set_policy(&api.app, &actor, &permit, &map).await {
                    Ok(policy) => Ok(call.responder(api).record(message::UPDATED, &policy)),
                    Err(Error::Refused(Refusal::StepUp)) => refuse(api, &actor, Refusal::StepUp).await,
                    Err(error) => Err(error),
                }
            }
            Err(refusal) => refuse(api, &actor, refusal).await,
        },
        _ => Err(Refusal::BadRequest("the policy is found and updated").into()),
    }
}

/// `S` requests a code, `U` verifies it.
pub async fn step_up(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    if call.is_get {
        return Err(Refusal::BadRequest("confirming is a POST").into());
    }
    let map = object(call, body).await?;
    match call.address.header.operation {
        Some(Operation::Save) => {
            let challenge = second_factor::start_step_up(&api.app, &actor).await?;
            Ok(call.responder(api).record(message::CREATED, &challenge.to_json()))
        }
        Some(Operation::Update) => {
            second_factor::step_up(&api.app, &actor, text(&map, "factorRef"), text(&map, "factorCode")).await?;
            Ok(call.responder(api).done(message::UPDATED, json!({})))
        }
        _ => Err(Refusal::BadRequest("confirming is saved, then updated").into()),
    }
}
