//! Maps addresses to use cases. An address not listed here does not exist.

mod access_check;
mod body;
pub mod definitions;
mod deliveries;
mod documents;
mod evidence;
mod identity;
mod labels;
mod live;
mod logs;
mod master_data;
mod message_templates;
pub mod openapi;
mod own_account;
mod places;
mod proposals;
mod request_files;
mod requests;
mod resumable;
mod retention;
mod rule_workbench;
mod sign_on;
pub mod system;
mod table;
mod webhooks;

use std::pin::Pin;
use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Actor, Side};
use domain::master_data::Area;

use crate::middleware::Call;
use crate::wire::text;
use crate::{Api, session};

pub use resumable::add_tus_version;
pub use table::{Listed, Method, accepts, name, table, template};
use table::{Route, Verb, route};

type Answer<'a> = Pin<Box<dyn Future<Output = store::Result<Response>> + Send + 'a>>;

/// Boxed per route: one future for all routes would be as large as the largest.
pub fn dispatch<'a>(api: &'a Arc<Api>, call: &'a mut Call, body: Body) -> Answer<'a> {
    let checked = text::check_pairs(&body::query(&call.query)).and_then(|()| route(&call.address, call.is_get));
    let route = match checked {
        Ok(route) => route,
        Err(refusal) => return Box::pin(std::future::ready(Err(refusal.into()))),
    };
    call.is_search = route.is_search();
    match route {
        Route::Captcha => Box::pin(identity::captcha(api, call)),
        Route::CaptchaAudio => Box::pin(identity::captcha_audio(api, call, body)),
        Route::Log(log) => Box::pin(logs::serve(api, call, body, log)),
        Route::LogExport(log) => Box::pin(logs::export(api, call, log)),
        Route::Requests(what) => Box::pin(async move {
            let response = requests::serve(api, call, body, what).await?;
            labels::of_request(api, call, response).await
        }),
        Route::Documents(what) => Box::pin(async move {
            let response = documents::serve(api, call, body, what).await?;
            labels::of_request(api, call, response).await
        }),
        Route::RequestExport => Box::pin(request_files::export(api, call)),
        Route::RequestImport => Box::pin(request_files::import(api, call, body)),
        Route::Archive => Box::pin(request_files::archive(api, call)),
        Route::Evidence => Box::pin(evidence::pack(api, call)),
        Route::Certificate => Box::pin(evidence::certificate(api, call)),
        Route::Live => Box::pin(live::serve(api, call)),
        Route::Why => Box::pin(access_check::serve(api, call, body)),
        Route::TestSignOn => Box::pin(sign_on::test(api, call, body)),
        Route::SignOnChoices => Box::pin(sign_on::choices(api, call, body)),
        Route::BeginSignOn => Box::pin(sign_on::begin(api, call, body)),
        Route::FinishSignOn => Box::pin(sign_on::finish(api, call, body)),
        Route::LogIn => Box::pin(identity::log_in(api, call, body)),
        Route::CustomerLogIn => Box::pin(identity::customer_log_in(api, call, body)),
        Route::ForgetPassword => Box::pin(identity::forget_password(api, call, body)),
        Route::ResetPassword => Box::pin(identity::reset_password(api, call, body)),
        Route::ChangePassword => Box::pin(own_account::change_password(api, call, body)),
        Route::Invite => Box::pin(own_account::invite(api, call, body)),
        Route::Refresh => Box::pin(identity::refresh(api, call)),
        Route::LogOut => Box::pin(identity::log_out(api, call)),
        Route::Me => Box::pin(identity::me(api, call)),
        Route::Sessions => Box::pin(own_account::sessions(api, call, body)),
        Route::SecondFactor => Box::pin(own_account::factor(api, call, body)),
        Route::RecoveryCodes => Box::pin(own_account::recovery_codes(api, call, body)),
        Route::SecondFactorPolicy => Box::pin(own_account::policy(api, call, body)),
        Route::StepUp => Box::pin(own_account::step_up(api, call, body)),
        Route::Countries => Box::pin(std::future::ready(places::countries(api, call))),
        Route::States => Box::pin(std::future::ready(places::states(api, call))),
        Route::Entities => Box::pin(places::entities(api, call)),
        Route::Tenants if !places::keeps_tenants(call) => Box::pin(places::tenants(api, call, body)),
        Route::Tenants => {
            let tenants =
                domain::master_data::find("tenancymaintenance").filter(|definition| definition.area == Area::App);
            match tenants {
                Some(definition) => Box::pin(master_data::serve(api, call, body, definition, Verb::Operate)),
                None => Box::pin(std::future::ready(Err(Refusal::BadRequest("unknown resource").into()))),
            }
        }
        Route::Domain => Box::pin(places::domain(api, call, body)),
        Route::AllDeliveries => Box::pin(deliveries::of_entity(api, call, body)),
        Route::TestMail => Box::pin(deliveries::test_mail(api, call, body)),
        Route::Bounce => Box::pin(deliveries::bounce(api, call, body)),
        Route::SmsReport => Box::pin(deliveries::sms_report(api, call, body)),
        Route::Proposals => Box::pin(proposals::serve(api, call, body)),
        Route::WebhookDeliveries => Box::pin(webhooks::serve(api, call, body)),
        Route::PausedIntegrations => Box::pin(webhooks::paused(api, call)),
        Route::MessagePreview => Box::pin(message_templates::preview(api, call, body)),
        Route::MessageDefault => Box::pin(message_templates::default(api, call, body)),
        Route::RuleWorkbench => Box::pin(rule_workbench::serve(api, call, body)),
        Route::RuleSamples => Box::pin(rule_workbench::samples(api, call, body)),
        Route::RetentionDays => Box::pin(retention::days(api, call)),
        Route::RetentionItems => Box::pin(retention::items(api, call)),
        Route::RetentionExport => Box::pin(retention::export(api, call)),
        Route::PurgeRuns => Box::pin(retention::runs(api, call)),
        Route::Definitions => Box::pin(definitions::serve(api, call)),
        Route::Setup => Box::pin(definitions::setup(api, call)),
        Route::MasterData(definition, verb) => Box::pin(master_data::serve(api, call, body, definition, verb)),
    }
}

/// The authenticated staff caller; customers are refused. Responses use the caller's language from here on.
async fn staff_caller(api: &Api, call: &mut Call) -> store::Result<Arc<Actor>> {
    let actor = any_caller(api, call).await?;
    match actor.side {
        Side::Staff => Ok(actor),
        Side::Customer => refuse(api, &actor, Refusal::NotAllowed("a customer called the staff's side")).await,
    }
}

/// The authenticated caller, staff or customer.
async fn any_caller(api: &Api, call: &mut Call) -> store::Result<Arc<Actor>> {
    let actor = session::actor(&api.app, &call.headers, &call.address.header).await?;
    call.set_caller(&actor);
    api.limits.user(&actor, call.is_search)?;
    match session::compare(&actor, &call.address.header) {
        Ok(()) => Ok(actor),
        Err(refusal) => refuse(api, &actor, refusal).await,
    }
}

/// Records what an authenticated caller was refused.
async fn refuse<T>(api: &Api, actor: &Actor, refusal: Refusal) -> store::Result<T> {
    if let Refusal::NotAllowed(what) = &refusal {
        Box::pin(app::identity::note_refusal(&api.app, actor, what)).await;
    }
    Err(refusal.into())
}
