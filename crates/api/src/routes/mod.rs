//! Which use case an address means. Whatever is not listed here does not exist.

mod body;
pub mod definitions;
mod identity;
mod logs;
mod master_data;
pub mod openapi;
mod own_account;
mod places;
mod sign_on;
pub mod system;
mod table;
mod why;

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Actor, Side};
use domain::master_data::Area;

use crate::edge::Call;
use crate::{Api, session};

pub use table::{Asked, Listed, name, table, template};
use table::{Route, Verb, route};

pub async fn dispatch(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    match route(&call.address, call.is_get)? {
        Route::Captcha => identity::captcha(api, call).await,
        Route::CaptchaAudio => identity::captcha_audio(api, call, body).await,
        Route::Log(log) => logs::serve(api, call, body, log).await,
        Route::LogExport(log) => logs::export(api, call, log).await,
        Route::Why => why::serve(api, call, body).await,
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
        Route::Sessions => own_account::sessions(api, call, body).await,
        Route::SecondFactor => own_account::factor(api, call, body).await,
        Route::SecondFactorPolicy => own_account::policy(api, call, body).await,
        Route::StepUp => own_account::step_up(api, call, body).await,
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
        Side::Customer => refuse(api, &actor, Refusal::NotAllowed("a customer called the staff's side")).await,
    }
}

/// Whoever calls, of either side.
async fn anyone(api: &Api, call: &mut Call) -> store::Result<Arc<Actor>> {
    let actor = session::actor(&api.app, &call.headers, &call.address.header).await?;
    call.is_by(&actor);
    match session::compare(&actor, &call.address.header) {
        Ok(()) => Ok(actor),
        Err(refusal) => refuse(api, &actor, refusal).await,
    }
}

/// What a known caller was refused is written down.
async fn refuse<T>(api: &Api, actor: &Actor, refusal: Refusal) -> store::Result<T> {
    if let Refusal::NotAllowed(what) = &refusal {
        app::identity::note_refusal(&api.app, actor, what).await;
    }
    Err(refusal.into())
}
