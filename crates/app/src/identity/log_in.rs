use domain::Refusal;
use domain::access::{Actor, Change, Permit, SCREENS, Side, system};
use domain::message::Message;
use serde::Deserialize;
use serde_json::{Value, json};
use store::audit::stamp;
use store::identity::{EntityProfile, Session, StaffUser};

use super::authenticate::actor;
use crate::{App, Result};

/// How long tries are remembered, and a locked user waits.
const LOCKED_SECONDS: u64 = 30 * 60;
/// A session of the staff ends after this, whatever happens.
const SESSION_HOURS: i64 = 8;

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
    /// Where the call came from; set by the server, never by the body.
    #[serde(skip)]
    pub ip_address: String,
    /// The network of that address: an IPv6 customer has a whole /64.
    #[serde(skip)]
    pub network: String,
    #[serde(skip)]
    pub device: String,
}

pub struct LoggedIn {
    pub token: String,
    pub auth: Value,
    pub entity_type: String,
}

/// Logs a member of the staff in. Until the password is right, every "no" is the same.
pub async fn log_in(app: &App, request: LoginRequest) -> Result<LoggedIn> {
    required(&request)?;
    check_captcha(app, &request).await?;
    let country = app.store.country_of(&system::public_names(), &request.entity_code).await?;
    let permit = system::identity(country.as_deref().unwrap_or("-"), &request.entity_code, &request.user_id);
    let tries = count_try(app, &permit, &request).await?;
    let user = app.store.staff_user(&permit, &request.user_id).await?;
    let hash = user.as_ref().map(|user| user.password_hash.clone());
    let fits = app.passwords.verify(request.password.clone(), hash).await?;
    let user = user.filter(|_| fits).ok_or(Refusal::LoginFailed)?;
    app.store.clear_login_tries(&permit, &tries).await?;
    let profile = app.store.entity_profile(&permit).await?.ok_or(Refusal::LoginFailed)?;
    standing(&user, &profile, &app.clock.today(&profile.time_zone).to_string())?;

    let now = app.clock.now();
    let ends = now + jiff::SignedDuration::from_hours(SESSION_HOURS);
    let grants = app.store.grants(&permit, &user.user_id).await?;
    let tenant = request.tenant_code.filter(|tenant| !tenant.is_empty()).unwrap_or_else(|| user.default_tenant.clone());
    let in_tenant = grants.branches.iter().find(|branch| branch.tenant == tenant).map(|branch| branch.code.clone());
    let branch = if tenant == user.default_tenant { Some(user.default_branch.clone()) } else { in_tenant };
    let branch = branch.ok_or(Refusal::NotAllowed("the user has no branch of this tenant"))?;
    let session = Session {
        session_id: uuid::Uuid::now_v7().to_string(),
        user_id: user.user_id.clone(),
        user_type: user.user_type.clone(),
        tenant,
        branch,
        ip_address: request.ip_address,
        device: request.device,
        generation: 1,
        ends_on: stamp(ends),
        is_ended: false,
    };
    app.store.start_session(&permit, &session, &stamp(now)).await?;
    let scope = permit.scope();
    let seconds = (now.as_second(), ends.as_second());
    let place = (scope.country.as_str(), scope.entity.as_str());
    let token = app.tokens.issue(place, &user.user_id, (&session.session_id, 1), seconds.0, seconds.1, Side::Staff)?;
    let tenants = app.store.tenant_names(&system::public_names(), place.0, place.1).await?;
    let tenants = tenants.into_iter().map(|tenant| tenant.tenant_code).collect();
    let actor = actor(place.0, place.1, &session, &user, &profile, grants, tenants);
    Ok(LoggedIn { token, auth: auth_object(&actor, &user, &profile), entity_type: profile.entity_type })
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

/// Is the account, and the entity, still good today? Told only to those who know the password.
pub(super) fn standing(user: &StaffUser, entity: &EntityProfile, today: &str) -> Result<(), Refusal> {
    match () {
        () if user.status != "Active" => Err(Refusal::UserInactive),
        () if user.expiry_date.as_str() < today => Err(Refusal::UserExpired),
        () if entity.status != "Active" || entity.start_date.as_str() > today => Err(Refusal::EntityInactive),
        () if entity.expiry_date.as_str() < today => Err(Refusal::EntityExpired),
        () => Ok(()),
    }
}

/// The auth object of someone who is logged in already.
pub async fn current_auth(app: &App, actor: &Actor) -> Result<Value> {
    let permit = system::identity(&actor.scope.country, &actor.scope.entity, &actor.user_id);
    let user = app.store.staff_user(&permit, &actor.user_id).await?.ok_or(Refusal::NotAuthenticated)?;
    let profile = app.store.entity_profile(&permit).await?.ok_or(Refusal::NotAuthenticated)?;
    Ok(auth_object(actor, &user, &profile))
}

/// The spec's auth object, and what the client builds its menu from.
fn auth_object(actor: &Actor, user: &StaffUser, entity: &EntityProfile) -> Value {
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
        "theme": theme,
        "tenants": actor.tenants,
        "branches": branches,
        "screens": screens,
        "apps": actor.apps().into_iter().map(domain::access::AppCode::code).collect::<Vec<_>>(),
        "businessActions": actor.business.iter().map(|action| action.code()).collect::<Vec<_>>(),
        "authorizationLevel": actor.level,
    })
}
