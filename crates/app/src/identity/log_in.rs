use domain::Refusal;
use domain::access::{Actor, Change, Permit, SCREENS, system};
use domain::message::Message;
use serde::Deserialize;
use serde_json::{Value, json};
use store::audit::stamp;
use store::identity::{EntityProfile, StaffUser};

use super::failed_login::{From, Who, noted};
use super::forget_password::PasswordChange;
use super::open_session::{Visit, check_standing, open_session};
use super::second_factor::{self, Purpose};
use super::verify_password::verify_password;
use crate::{App, Result};

/// How long tries are remembered, and a locked user waits.
const LOCKED_SECONDS: u64 = 30 * 60;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LoginRequest {
    pub country_code: Option<String>,
    pub entity_code: String,
    pub tenant_code: Option<String>,
    pub user_id: String,
    pub password: String,
    pub captcha_id: Option<String>,
    pub captcha_answer: Option<String>,
    /// The second step: what the first one answered, and the code.
    pub factor_ref: Option<String>,
    pub factor_code: Option<String>,
    #[serde(skip)]
    pub from: From,
    /// The network of its address: an IPv6 customer has a whole /64.
    #[serde(skip)]
    pub network: String,
}

pub struct LoggedIn {
    pub token: String,
    pub auth: Value,
    pub entity_type: String,
}

/// A login is done, or goes on with a second factor or a new password.
pub enum LoginStep {
    Done(LoggedIn),
    Challenged(second_factor::Challenge),
    /// Somebody else set the password: there is no session before the user has chosen another.
    PasswordChange(PasswordChange),
}

/// Logs a member of the staff in. Until the password is right, every "no" is the same.
pub async fn log_in(app: &App, request: LoginRequest) -> Result<LoginStep> {
    if let Some(factor_ref) = &request.factor_ref {
        let asked = second_factor::asked(app, Purpose::LogIn, factor_ref).await?;
        let (permit, user_id) = (asked.permit.clone(), asked.user_id.clone());
        let outcome = second_step(app, asked, &request).await;
        return noted(app, &permit, Who::Staff(&user_id), &request.from, outcome).await;
    }
    required(&request)?;
    check_captcha(app, &request).await?;
    let country = app.store.country_of(&system::public_names(), &request.entity_code).await?;
    let permit = system::identity(country.as_deref().unwrap_or("-"), &request.entity_code, &request.user_id);
    let outcome = first_step(app, &permit, &request).await;
    match country {
        Some(_) => noted(app, &permit, Who::Typed(&request.user_id), &request.from, outcome).await,
        // An entity that is not there has nobody who reads its log.
        None => outcome,
    }
}

async fn first_step(app: &App, permit: &Permit<Change>, request: &LoginRequest) -> Result<LoginStep> {
    let scope = permit.scope();
    // One undecided try of a user at a time: right passwords at once would be counted like wrong ones.
    let turn = app.login_turns.take(&format!("{} {} {}", scope.country, scope.entity, request.user_id)).await?;
    let tries = count_try(app, permit, request).await?;
    let (user, by_own_password) = verify_password(app, permit, request).await?.ok_or(Refusal::LoginFailed)?;
    app.store.clear_login_tries(permit, &tries).await?;
    drop(turn);
    // A directory may know him by other capitals than we do.
    let permit = system::identity(&scope.country, &scope.entity, &user.user_id);
    if by_own_password && user.must_change_password {
        check_standing(app, &permit, &user).await?;
        return Ok(LoginStep::PasswordChange(PasswordChange::start(app, &permit, &user.user_id).await?));
    }
    go_on(app, &permit, user, request.visit()).await
}

/// Whoever has proven who he is gets a session, or is asked for more: it does not matter who vouched for him.
pub(super) async fn go_on(app: &App, permit: &Permit<Change>, user: StaffUser, visit: Visit) -> Result<LoginStep> {
    if second_factor::wanted(app, permit, &user.user_id).await? {
        check_standing(app, permit, &user).await?;
        let challenge = second_factor::challenge(app, permit, Purpose::LogIn, &user.user_id).await?;
        return Ok(LoginStep::Challenged(challenge));
    }
    Ok(LoginStep::Done(open_session(app, permit, user, visit).await?))
}

async fn second_step(app: &App, asked: second_factor::PendingChallenge, request: &LoginRequest) -> Result<LoginStep> {
    let code = request.factor_code.as_deref().unwrap_or_default();
    let (permit, user_id) = second_factor::proven(app, asked, code).await?;
    let user = app.store.staff_user(&permit, &user_id).await?.ok_or(Refusal::LoginFailed)?;
    Ok(LoginStep::Done(open_session(app, &permit, user, request.visit()).await?))
}

impl LoginRequest {
    fn visit(&self) -> Visit {
        Visit { tenant_code: self.tenant_code.clone(), from: self.from.clone() }
    }
}

/// Five wrong passwords from one network, or ten from anywhere, and the user is left alone for half an hour.
async fn count_try(app: &App, permit: &Permit<Change>, request: &LoginRequest) -> Result<Vec<(String, i64)>> {
    let user: String = request.user_id.chars().take(100).collect();
    let subjects = vec![(format!("user {user}"), 10), (format!("user {user} from {}", request.network), 5)];
    let now = app.clock.now();
    let until = stamp(now + jiff::SignedDuration::from_secs(LOCKED_SECONDS as i64));
    let refusal = Refusal::TooManyTries { retry_after_seconds: LOCKED_SECONDS };
    app.store.count_login_try(permit, &subjects, &stamp(now), &until, refusal).await?;
    Ok(subjects)
}

fn required(request: &LoginRequest) -> Result<(), Refusal> {
    let fields = [("entityCode", &request.entity_code), ("userId", &request.user_id)];
    for (field, value) in fields {
        if value.trim().is_empty() || value.len() > 200 {
            let resource = if field == "entityCode" { "common" } else { "usermaster" };
            return Err(Refusal::field(field, Message::about("enter", resource, field)));
        }
    }
    match request.password.is_empty() || request.password.len() > 200 {
        true => Err(Refusal::field("password", Message::plain("passwordRequired"))),
        false => Ok(()),
    }
}

async fn check_captcha(app: &App, request: &LoginRequest) -> Result<()> {
    if !app.settings.captcha {
        return Ok(());
    }
    let given = request.captcha_id.as_deref().zip(request.captcha_answer.as_deref());
    let (id, answer) = given.ok_or(Refusal::CaptchaFailed)?;
    let now = app.clock.now();
    let (ticket, right) = app.captchas.check(id, answer, now.as_second()).ok_or(Refusal::CaptchaFailed)?;
    // A ticket is spent by being tried, right or wrong.
    let permit = system::identity("-", "-", "system:captcha");
    app.store.spend_ticket(&permit, &ticket, &stamp(now + jiff::SignedDuration::from_hours(1))).await?;
    if right { Ok(()) } else { Err(Refusal::CaptchaFailed.into()) }
}

/// The auth object of someone who is logged in already.
pub async fn current_auth(app: &App, actor: &Actor) -> Result<Value> {
    let permit = system::identity(&actor.scope.country, &actor.scope.entity, &actor.user_id);
    let user = app.store.staff_user(&permit, &actor.user_id).await?.ok_or(Refusal::NotAuthenticated)?;
    let profile = app.store.entity_profile(&permit).await?.ok_or(Refusal::NotAuthenticated)?;
    Ok(auth_object(actor, &user, &profile))
}

/// The spec's auth object, and what the client builds its menu from.
pub(super) fn auth_object(actor: &Actor, user: &StaffUser, entity: &EntityProfile) -> Value {
    let held = |screen: &&domain::access::Screen| actor.may(screen.code, domain::access::Action::Access);
    let screens: Vec<Value> = SCREENS
        .iter()
        .filter(held)
        .map(|screen| {
            json!({
                "screenCode": screen.code,
                "path": screen.path,
                "title": screen.title,
                "group": screen.group.title(),
                "kind": screen.kind,
                "resource": screen.resource,
                "actions": actor.screens[screen.code].codes(),
            })
        })
        .collect();
    let theme = entity.theme.as_deref().and_then(|theme| serde_json::from_str::<Value>(theme).ok());
    let branches: Vec<Value> =
        actor.branches.iter().map(|branch| json!({ "tenantCode": branch.tenant, "branchCode": branch.code })).collect();
    json!({
        "userId": actor.user_id,
        "userType": actor.user_type,
        "countryCode": actor.scope.country,
        "entityCode": actor.scope.entity,
        "tenantCode": actor.tenant,
        "branchCode": actor.branch,
        "defaultTenantCode": user.default_tenant,
        "defaultBranchCode": user.default_branch,
        "userLanguage": user.language,
        "userName": user.display_name,
        "entityType": entity.entity_type,
        "displayName": entity.display_name,
        "supportMail": entity.support_mail,
        "theme": theme,
        "tenants": actor.tenants,
        "branches": branches,
        "screens": screens,
        "apps": actor.apps().into_iter().map(domain::access::AppCode::code).collect::<Vec<_>>(),
        "businessActions": actor.business.iter().map(|action| action.code()).collect::<Vec<_>>(),
        "authorizationLevel": actor.level,
    })
}
