use app::identity::{self, LoginStep, SignOnReturn};
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, to_change};
use domain::message;
use serde_json::{Map, Value};

use super::body;
use super::callers::{refuse, staff_caller};
use super::identity::{from, with_token};
use crate::call::Call;
use crate::routes::endpoint::{Endpoint, POST, Permission, UPDATE, post};
use crate::state::Api;
use crate::wire::Operation;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("app", "sso"),
        POST,
        Permission::Everybody,
        |api, call, body| Box::pin(choices(api, call, body)),
        &[post("How the staff of an entity may log in besides a password", &["entityCode"])],
    ),
    Endpoint::new(
        ("sms", "sso/begin"),
        POST,
        Permission::Everybody,
        |api, call, body| Box::pin(begin(api, call, body)),
        &[post(
            "Begin a login at an identity provider: the page to go to, and a ticket to bring back",
            &["entityCode", "appCode", "tenantCode", "domain"],
        )],
    ),
    Endpoint::new(
        ("sms", "sso/finish"),
        POST,
        Permission::Everybody,
        |api, call, body| Box::pin(finish(api, call, body)),
        &[post("End a login at an identity provider with what came back from it", &["ticket", "code", "state"])],
    ),
    Endpoint::new(
        ("sms", "ssoconfiguration/test"),
        UPDATE,
        Permission::Screens(&["SD-SMS-008"]),
        |api, call, body| Box::pin(test(api, call, body)),
        &[post("U asks a stored directory or provider whether it can be asked, and answers one word", &["appCode"])],
    ),
];

async fn read_body(call: &Call, body: Body) -> Result<Map<String, Value>, Refusal> {
    if call.is_get {
        return Err(Refusal::BadRequest("single sign-on is a POST"));
    }
    body::object(&body::bytes(&call.headers, body, 16 * 1024).await?)
}

fn text<'a>(map: &'a Map<String, Value>, name: &str) -> &'a str {
    map.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// The login methods of an entity.
pub async fn choices(api: &Api, call: &Call, body: Body) -> store::Result<Response> {
    api.limits.public(call.from)?;
    let map = read_body(call, body).await?;
    let record = identity::sign_on_choices(&api.app, text(&map, "entityCode")).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &record))
}

/// Limited like any public call because nothing is proven yet; completing it counts as a login.
pub async fn begin(api: &Api, call: &Call, body: Body) -> store::Result<Response> {
    api.limits.public(call.from)?;
    let map = read_body(call, body).await?;
    let tenant = Some(text(&map, "tenantCode").to_owned()).filter(|tenant| !tenant.is_empty() && tenant.len() <= 20);
    let (entity, app_code) = (text(&map, "entityCode"), text(&map, "appCode"));
    let record = identity::begin_sign_on(&api.app, entity, app_code, tenant, text(&map, "domain")).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &record))
}

pub async fn finish(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    api.limits.login(call.from)?;
    let map = read_body(call, body).await?;
    let mut back: SignOnReturn =
        serde_json::from_value(Value::Object(map)).map_err(|_| Refusal::BadRequest("a login is made of texts"))?;
    back.from = from(call);
    let done = match identity::finish_sign_on(&api.app, back).await? {
        (LoginStep::Done(done), _) => done,
        (LoginStep::Challenged(challenge), tenant) => {
            let mut asked = challenge.to_json();
            asked["tenantCode"] = tenant.into();
            return Ok(call.responder(api).record(message::RETRIEVED, &asked));
        }
        // A user authenticated elsewhere needs no password here and never has to change one.
        (LoginStep::PasswordChange(_), _) => return Err(Refusal::SignOnFailed.into()),
    };
    let language = done.auth["userLanguage"].as_str().unwrap_or("en").to_owned();
    call.use_wording(&language, &done.entity_type);
    with_token(call.responder(api).record(message::RETRIEVED, &done.auth), &done.token)
}

/// Tests the stored connection to a directory or provider. Requires the right to change it.
pub async fn test(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let servers = domain::master_data::find("ssoconfiguration").ok_or(Refusal::NotFound)?;
    if call.address.header.operation != Some(Operation::Update) {
        return Err(Refusal::BadRequest("a connection is tested with operation U").into());
    }
    let permit = match to_change(&actor, servers, call.address.header.screen_id.as_deref(), Action::Edit) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let map = read_body(call, body).await?;
    let found = identity::test_sign_on(&api.app, &permit, text(&map, "appCode")).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &found))
}
