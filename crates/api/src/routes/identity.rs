use std::sync::Arc;

use app::identity::{self, CodeRequest, CustomerSession, LoginRequest, LoginStep};
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use domain::Refusal;
use domain::access::{Actor, ScreenSet, Side};
use domain::message;
use serde_json::{Value, json};

use super::body;
use super::callers::{any_caller, refuse, staff_caller};
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, GET, POST, Permission, SAVE, get, post, view};
use crate::state::Api;
use crate::wire::Operation;
use crate::{cookies, session};
use app::Error;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("sms", "captcha"),
        GET,
        Permission::Everybody,
        |api, call, _| Box::pin(captcha(api, call)),
        &[get("A captcha picture", Answers::Other)],
    ),
    Endpoint::new(
        ("sms", "captcha/audio"),
        POST,
        Permission::Everybody,
        |api, call, body| Box::pin(captcha_audio(api, call, body)),
        &[post("A captcha read out, as WAV", &["captchaId"])],
    ),
    Endpoint::new(
        ("sms", "usermasterlogin"),
        POST,
        Permission::Everybody,
        |api, call, body| Box::pin(log_in(api, call, body)),
        &[post(
            "Log a member of the staff in",
            &[
                "entityCode",
                "tenantCode",
                "userId",
                "password",
                "captchaId",
                "captchaAnswer",
                "factorRef",
                "factorCode",
            ],
        )],
    ),
    Endpoint::new(
        ("sms", "customerusermasterLogin"),
        POST,
        Permission::Everybody,
        |api, call, body| Box::pin(customer_log_in(api, call, body)),
        &[post(
            "Log a customer in: entityCode and userId, or linkToken, ask for a code; otpRef and otp \
                use it",
            &["entityCode", "userId", "channel", "linkToken", "resend", "otpRef", "otp"],
        )],
    ),
    Endpoint::new(
        ("sms", "handoff"),
        SAVE,
        Permission::Rules(&[view(ScreenSet::PROVIDER)]),
        |api, call, body| Box::pin(hand_off(api, call, body)),
        &[post(
            "S shows a QR code with which the caller goes on on a phone, at the request in txnRefNo",
            &["txnRefNo"],
        )],
    ),
    Endpoint::new(
        ("sms", "usermaster/forgetpassword"),
        POST,
        Permission::Everybody,
        |api, call, body| Box::pin(forget_password(api, call, body)),
        &[post("Ask for a link to set a new password; the same answer for every id", &["entityCode", "userId"])],
    ),
    Endpoint::new(
        ("sms", "usermaster/resetpassword"),
        &[("POST", None), ("POST", Some("F"))],
        Permission::Everybody,
        |api, call, body| Box::pin(reset_password(api, call, body)),
        &[post(
            "Set a new password by a link, or by the token of a login that asks for one; F tells \
                whose link it is",
            &["resetToken", "password"],
        )],
    ),
    Endpoint::new(
        ("sms", "usermasterlogout"),
        POST,
        Permission::Session,
        |api, call, _| Box::pin(log_out(api, call)),
        &[post("Log out", &[])],
    ),
    Endpoint::new(
        ("sms", "me"),
        GET,
        Permission::Staff,
        |api, call, _| Box::pin(me(api, call)),
        &[get("The auth object as it is now", Answers::Other)],
    ),
    Endpoint::new(
        ("sms", "refreshtokenjwt"),
        POST,
        Permission::Session,
        |api, call, _| Box::pin(refresh(api, call)),
        &[post("A new token for the one in the Authorization header", &[])],
    ),
    Endpoint::new(
        ("sms", "refreshtokenjwt/*"),
        POST,
        Permission::Session,
        |api, call, _| Box::pin(refresh(api, call)),
        &[post("The same with the token in the path, as the spec has it", &[])],
    ),
];

pub async fn captcha(api: &Api, call: &Call) -> store::Result<Response> {
    api.limits.public(call.from)?;
    let captcha = api.app.captchas.make(api.app.clock.now().as_second())?;
    let mut record = json!({
        "captchaId": captcha.id,
        "image": captcha.image,
        "expiresIn": captcha.expires_in,
        "audio": "captcha/audio",
        "required": api.app.settings.captcha,
    });
    // The login page of a demo offers its roles with one click.
    if api.app.settings.demo {
        record["answer"] = captcha.answer.into();
    }
    Ok(call.responder(api).record(message::RETRIEVED, &record))
}

pub async fn log_in(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    api.limits.login(call.from)?;
    let bytes = body::bytes(&call.headers, body, 16 * 1024).await?;
    let map = body::object(&bytes)?;
    let mut request: LoginRequest =
        serde_json::from_value(Value::Object(map)).map_err(|_| Refusal::BadRequest("a login is made of texts"))?;
    request.from = from(call);
    request.network = network(call);
    let done = match identity::log_in(&api.app, request).await? {
        LoginStep::Done(done) => done,
        LoginStep::Challenged(challenge) => {
            return Ok(call.responder(api).record(message::RETRIEVED, &challenge.to_json()));
        }
        LoginStep::PasswordChange(change) => {
            return Ok(call.responder(api).record(message::RETRIEVED, &change.to_json()));
        }
    };
    let language = done.auth["userLanguage"].as_str().unwrap_or("en").to_owned();
    call.use_wording(&language, &done.entity_type);
    with_token(call.responder(api).record(message::RETRIEVED, &done.auth), &done.token)
}

/// Two steps: an id, or the link of a message, requests a code; the code opens a session.
pub async fn customer_log_in(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    api.limits.login(call.from)?;
    let map = body::object(&body::bytes(&call.headers, body, 16 * 1024).await?)?;
    let text = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or_default();
    if map.contains_key("otpRef") {
        let done =
            identity::end_customer_login(&api.app, text("otpRef"), text("otp"), from(call), &network(call)).await?;
        return customer_session(api, call, &done);
    }
    let network = network(call);
    let (entity, user_id, asking) = match text("linkToken") {
        "" => (text("entityCode").to_owned(), text("userId").to_owned(), CodeRequest::Network(&network)),
        link => {
            let (entity, user_id) = identity::open_link(&api.app, link).await?;
            if let Some(device) = cookies::read(&call.headers, &api.app.settings.origin, cookies::DEVICE)
                && let Some(session) = identity::enter_again(&api.app, link, device, &from(call)).await?
            {
                return customer_session(api, call, &session);
            }
            let resend = map.get("resend").and_then(Value::as_bool).unwrap_or_default();
            (entity, user_id, CodeRequest::Link { network: &network, resend })
        }
    };
    let wanted = identity::channel_named(text("channel"));
    let sent = identity::start_customer_login(&api.app, &entity, &user_id, wanted, asking).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &sent.to_json()))
}

/// The device remembers the session for links, and the entity for its next visit.
fn customer_session(api: &Api, call: &mut Call, session: &CustomerSession) -> store::Result<Response> {
    let done = &session.logged_in;
    let language = done.auth["userLanguage"].as_str().unwrap_or("en").to_owned();
    call.use_wording(&language, &done.entity_type);
    let mut response = with_token(call.responder(api).record(message::RETRIEVED, &done.auth), &done.token)?;
    let origin = &api.app.settings.origin;
    cookies::set(&mut response, origin, cookies::DEVICE, &session.device, session.seconds);
    let entity = done.auth["entityCode"].as_str().unwrap_or_default();
    cookies::set(&mut response, origin, cookies::ENTITY, entity, cookies::A_YEAR);
    Ok(response)
}

/// Only the picture carries the code: the address of the phone is not in the answer as text.
pub async fn hand_off(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    if actor.side != Side::Customer {
        return refuse(api, &actor, Refusal::NotAllowed("customers only")).await;
    }
    let map = body::object(&body::bytes(&call.headers, body, 16 * 1024).await?)?;
    let txn_ref_no = map.get("txnRefNo").and_then(Value::as_str);
    let handoff = identity::begin_handoff(&api.app, &actor, txn_ref_no).await?;
    let record = json!({ "qr": identity::qr_picture(&handoff.address)?, "expiresIn": handoff.expires_in });
    Ok(call.responder(api).record(message::RETRIEVED, &record))
}

pub async fn forget_password(api: &Api, call: &Call, body: Body) -> store::Result<Response> {
    api.limits.login(call.from)?;
    let map = body::object(&body::bytes(&call.headers, body, 16 * 1024).await?)?;
    let text = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or_default();
    identity::forget_password(&api.app, text("entityCode"), text("userId")).await?;
    Ok(call.responder(api).done(message::UPDATED, json!({})))
}

pub async fn reset_password(api: &Api, call: &Call, body: Body) -> store::Result<Response> {
    api.limits.login(call.from)?;
    let map = body::object(&body::bytes(&call.headers, body, 16 * 1024).await?)?;
    let text = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or_default();
    if call.address.header.operation == Some(Operation::Find) {
        let owner = identity::check_reset_link(&api.app, text("resetToken")).await?;
        return Ok(call.responder(api).record(message::RETRIEVED, &owner));
    }
    identity::reset_password(&api.app, text("resetToken"), text("password")).await?;
    Ok(call.responder(api).done(message::UPDATED, json!({})))
}

/// A customer's own record.
pub async fn own_profile(api: &Api, call: &Call, actor: &Actor, body: Body) -> store::Result<Response> {
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    match call.address.header.operation {
        Some(Operation::Find) => {
            let record = app::master_data::own_profile(&api.app, actor).await?;
            Ok(call.responder(api).record(message::RETRIEVED, &Value::Object(record)))
        }
        Some(Operation::Update) => {
            let record = app::master_data::update_profile(&api.app, actor, &map, &network(call)).await?;
            Ok(call.responder(api).record(message::UPDATED, &Value::Object(record)))
        }
        _ => refuse(api, actor, Refusal::NotAllowed("a customer may only access their own record")).await,
    }
}

/// Attempts and codes are counted by this besides the user.
fn network(call: &Call) -> String {
    crate::limits::network(call.from).to_string()
}

/// Address, user agent (shortened) and time zone of the browser.
pub(super) fn from(call: &Call) -> identity::CallOrigin {
    let header = |name: &str| call.headers.get(name).and_then(|value| value.to_str().ok());
    let named = header(header::USER_AGENT.as_str()).unwrap_or_default();
    identity::CallOrigin {
        ip_address: call.from.to_string(),
        device: named.chars().filter(|character| !character.is_control()).take(200).collect(),
        time_zone: header("x-time-zone").map(str::to_owned),
    }
}

/// The captcha as audio, for users who cannot see it.
pub async fn captcha_audio(api: &Api, call: &Call, body: Body) -> store::Result<Response> {
    api.limits.public(call.from)?;
    let map = body::object(&body::bytes(&call.headers, body, 16 * 1024).await?)?;
    let id = map.get("captchaId").and_then(Value::as_str).unwrap_or_default();
    let sound = identity::read_out_captcha(&api.app, id, call.locale.is_tamil).await?;
    let mut response = Response::new(Body::from(sound));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("audio/wav"));
    Ok(response)
}

pub(super) fn with_token(mut response: Response, token: &str) -> store::Result<Response> {
    let value = HeaderValue::from_str(&format!("Bearer {token}")).map_err(Error::internal)?;
    response.headers_mut().insert(header::AUTHORIZATION, value);
    Ok(response)
}

/// The token may be in the path, as the spec has it, or in the real header.
pub async fn refresh(api: &Api, call: &mut Call) -> store::Result<Response> {
    let in_path = call.address.resource.strip_prefix("refreshtokenjwt/").filter(|token| !token.is_empty());
    let token = session::token(&call.headers, &call.address.header).or(in_path).ok_or(Refusal::NotAuthenticated)?;
    let token = token.to_owned();
    let outcome = new_token(api, call, &token).await;
    if matches!(outcome, Err(Error::Refused(Refusal::NotAuthenticated))) {
        identity::end_replayed(&api.app, &token).await?;
    }
    with_token(call.responder(api).done(message::UPDATED, json!({})), &outcome?)
}

/// A caller with wrong claims gets no new token and keeps the old one.
async fn new_token(api: &Api, call: &mut Call, token: &str) -> store::Result<String> {
    let actor = identity::authenticate(&api.app, token).await?;
    call.set_caller(&actor);
    api.limits.user(&actor, false)?;
    if let Err(refusal) = session::compare(&actor, &call.address.header) {
        return refuse(api, &actor, refusal).await;
    }
    identity::refresh(&api.app, token).await
}

pub async fn log_out(api: &Api, call: &mut Call) -> store::Result<Response> {
    if call.is_get {
        return Err(Refusal::BadRequest("logging out is a POST").into());
    }
    let actor = any_caller(api, call).await?;
    identity::log_out(&api.app, &actor).await?;
    let mut response = call.responder(api).done(message::UPDATED, json!({}));
    if actor.side == Side::Customer {
        cookies::set(&mut response, &api.app.settings.origin, cookies::DEVICE, "", 0);
    }
    Ok(response)
}

/// The current auth object: roles may have changed since the login.
pub async fn me(api: &Api, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let auth = identity::current_auth(&api.app, &actor).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &auth))
}
