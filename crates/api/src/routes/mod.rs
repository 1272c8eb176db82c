//! Which use case an address means. Whatever is not listed here does not exist.

mod body;
pub mod definitions;
mod identity;
mod logs;
mod master_data;
pub mod openapi;
mod places;
mod sign_on;
pub mod system;

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Actor, Side};
use domain::master_data::{Area, Definition};

use crate::edge::Call;
use crate::wire::Address;
use crate::{Api, session};

/// What can be asked of a resource besides its five operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Operate,
    Options,
    Export,
    Import,
    History,
    /// `smsscreendefinition/find` of the spec.
    Find,
}

const VERBS: &[(&str, Verb)] = &[
    ("/options", Verb::Options),
    ("/export", Verb::Export),
    ("/import", Verb::Import),
    ("/history", Verb::History),
    ("/find", Verb::Find),
];

enum Route {
    Captcha,
    CaptchaAudio,
    LogIn,
    SignOnChoices,
    BeginSignOn,
    FinishSignOn,
    CustomerLogIn,
    ForgetPassword,
    ResetPassword,
    Refresh,
    LogOut,
    Me,
    Countries,
    States,
    Entities,
    Tenants,
    Domain,
    Definitions,
    MasterData(&'static Definition, Verb),
    Log(&'static domain::logs::Log),
}

fn master_data_route(area: &str, resource: &str) -> Option<Route> {
    let find = |name: &str| domain::master_data::find(name).filter(|definition| definition.area.name() == area);
    if let Some(definition) = find(resource) {
        return Some(Route::MasterData(definition, Verb::Operate));
    }
    VERBS.iter().find_map(|(suffix, verb)| Some(Route::MasterData(find(resource.strip_suffix(suffix)?)?, *verb)))
}

fn route(address: &Address) -> Option<Route> {
    let resource = address.resource.as_str();
    let short = resource.strip_prefix("app/").unwrap_or(resource);
    let own = match (address.area, short) {
        ("sms", "captcha") => Some(Route::Captcha),
        ("sms", "captcha/audio") => Some(Route::CaptchaAudio),
        ("app", "sso") => Some(Route::SignOnChoices),
        ("sms", "sso/begin") => Some(Route::BeginSignOn),
        ("sms", "sso/finish") => Some(Route::FinishSignOn),
        ("sms", "usermasterlogin") => Some(Route::LogIn),
        ("sms", "customerusermasterLogin") => Some(Route::CustomerLogIn),
        ("sms", "usermaster/forgetpassword") => Some(Route::ForgetPassword),
        ("sms", "usermaster/resetpassword") => Some(Route::ResetPassword),
        ("sms", "usermasterlogout") => Some(Route::LogOut),
        ("sms", "me") => Some(Route::Me),
        ("sms", refresh) if refresh == "refreshtokenjwt" || refresh.starts_with("refreshtokenjwt/") => {
            Some(Route::Refresh)
        }
        ("app", "code/countryList") => Some(Route::Countries),
        ("app", "code/stateList") => Some(Route::States),
        ("app", "entity/entityList") => Some(Route::Entities),
        ("app", "tenancymaintenance") => Some(Route::Tenants),
        ("app", "mapping/domain") => Some(Route::Domain),
        ("app", "definition") => Some(Route::Definitions),
        ("sms", log) => domain::logs::find(log).map(Route::Log),
        _ => None,
    };
    own.or_else(|| master_data_route(address.area, short))
}

/// The route's name for logs and metrics.
pub fn name(address: &Address) -> &'static str {
    match route(address) {
        Some(Route::Captcha) => "captcha",
        Some(Route::CaptchaAudio) => "captcha/audio",
        Some(Route::Log(log)) => log.resource,
        Some(Route::SignOnChoices) => "sso",
        Some(Route::BeginSignOn) => "sso/begin",
        Some(Route::FinishSignOn) => "sso/finish",
        Some(Route::LogIn) => "usermasterlogin",
        Some(Route::CustomerLogIn) => "customerusermasterLogin",
        Some(Route::ForgetPassword) => "usermaster/forgetpassword",
        Some(Route::ResetPassword) => "usermaster/resetpassword",
        Some(Route::Refresh) => "refreshtokenjwt",
        Some(Route::LogOut) => "usermasterlogout",
        Some(Route::Me) => "me",
        Some(Route::Countries) => "countryList",
        Some(Route::States) => "stateList",
        Some(Route::Entities) => "entityList",
        Some(Route::Tenants) => "tenancymaintenance",
        Some(Route::Domain) => "mapping/domain",
        Some(Route::Definitions) => "definition",
        Some(Route::MasterData(definition, _)) => definition.resource,
        None => "none",
    }
}

pub async fn dispatch(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    match route(&call.address).ok_or(Refusal::BadRequest("unknown resource"))? {
        Route::Captcha => identity::captcha(api, call).await,
        Route::CaptchaAudio => identity::captcha_audio(api, call, body).await,
        Route::Log(log) => logs::serve(api, call, body, log).await,
        Route::SignOnChoices => sign_on::choices(api, call, body).await,
        Route::BeginSignOn => sign_on::begin(api, call, body).await,
        Route::FinishSignOn => sign_on::finish(api, call, body).await,
        Route::LogIn => identity::log_in(api, call, body).await,
        Route::CustomerLogIn => identity::customer_log_in(api, call, body).await,
        Route::ForgetPassword => identity::forget_password(api, call, body).await,
        Route::ResetPassword => identity::reset_password(api, call, body).await,
        Route::Refresh => identity::refresh(api, call).await,
        Route::LogOut => identity::log_out(api, call).await,
        Route::Me => identity::me(api, call).await,
        Route::Countries => places::countries(api, call),
        Route::States => places::states(api, call),
        Route::Entities => places::entities(api, call).await,
        Route::Tenants if !places::keeps_tenants(call) => places::tenants(api, call, body).await,
        Route::Tenants => {
            let tenants =
                domain::master_data::find("tenancymaintenance").filter(|definition| definition.area == Area::App);
            let definition = tenants.ok_or(Refusal::BadRequest("unknown resource"))?;
            master_data::serve(api, call, body, definition, Verb::Operate).await
        }
        Route::Domain => places::domain(api, call, body).await,
        Route::Definitions => definitions::serve(api, call).await,
        Route::MasterData(definition, verb) => master_data::serve(api, call, body, definition, verb).await,
    }
}

/// Who of the staff calls; from here on answers are in his words. A customer has no business here.
async fn known(api: &Api, call: &mut Call) -> store::Result<Arc<Actor>> {
    let actor = anyone(api, call).await?;
    match actor.side {
        Side::Staff => Ok(actor),
        Side::Customer => Err(Refusal::NotAllowed("a customer called the staff's side").into()),
    }
}

/// Whoever calls, of either side.
async fn anyone(api: &Api, call: &mut Call) -> store::Result<Arc<Actor>> {
    let actor = session::actor(&api.app, &call.headers, &call.address.header).await?;
    call.speak_as(&actor.language, &actor.entity_type);
    Ok(actor)
}
