//! Sessions of customers, and the device that remembers one.

use domain::Refusal;
use domain::access::{Actor, Change, Permit, Reach, Scope, Side, system};
use jiff::Timestamp;
use serde_json::{Value, json};
use store::audit::stamp;
use store::identity::{EntityProfile, Session};
use store::people::Customer;
use subtle::ConstantTimeEq;

use super::auth_object::LoggedIn;
use super::customer_link::owner_of_link;
use super::failed_login::CallOrigin;
use crate::{App, Error, Result};

/// An open session, and the secret with which its device enters again by a link.
pub struct CustomerSession {
    pub logged_in: LoggedIn,
    pub device: String,
    /// The remaining lifetime of both.
    pub seconds: i64,
}

/// How long a session lasts, and the first one on the device if the device opens it again.
pub(super) struct Span {
    pub ends: Timestamp,
    pub first_session_id: Option<String>,
}

/// Opens a session for a proven customer; `permit` is the customer's own.
pub(super) async fn open_customer_session(
    app: &App,
    permit: &Permit<Change>,
    (customer, profile): (&Customer, &EntityProfile),
    Span { ends, first_session_id }: Span,
    from: &CallOrigin,
) -> Result<CustomerSession> {
    let now = app.clock.now();
    let session = Session {
        session_id: uuid::Uuid::now_v7().to_string(),
        user_id: customer.user_id.clone(),
        user_type: "C".to_owned(),
        tenant: String::new(),
        branch: String::new(),
        ip_address: from.ip_address.clone(),
        device: from.device.clone(),
        generation: 1,
        refreshed_on: stamp(now),
        ends_on: stamp(ends),
        is_ended: false,
        first_session_id,
        stepped_up_on: None,
        by_sso: false,
    };
    app.store.start_session(permit, &session, super::open_session::max_other_sessions(app)).await?;
    let scope = permit.scope();
    let place = (scope.country.as_str(), scope.entity.as_str());
    app.invalidate(place.0, place.1, Some(&customer.user_id));
    let token = app.tokens.issue(
        place,
        &customer.user_id,
        (&session.session_id, 1),
        now.as_second(),
        ends.as_second(),
        Side::Customer,
    )?;
    let actor = actor(place, &session, customer, profile);
    let auth = auth_object(&actor, customer, profile);
    Ok(CustomerSession {
        logged_in: LoggedIn { token, auth, entity_type: profile.entity_type.clone() },
        device: format!("{}.{}", session.session_id, device_mac(app, permit, &session.session_id)),
        seconds: ends.as_second() - now.as_second(),
    })
}

fn device_mac(app: &App, permit: &Permit<Change>, session_id: &str) -> String {
    let scope = permit.scope();
    app.codes.hash("device", &format!("{}/{}/{session_id}", scope.country, scope.entity))
}

/// Opens another session for the owner of a link on the device where the owner logged in. It ends when that session
/// does. `None` if the device knows no open session of this owner: a code is needed.
pub async fn enter_again(app: &App, link: &str, device: &str, from: &CallOrigin) -> Result<Option<CustomerSession>> {
    let Some((session_id, mac)) = device.split_once('.') else { return Ok(None) };
    let (entity, user_id) = owner_of_link(app, link).await?;
    let country = app.store.country_of(&system::public_names(), &entity).await?.ok_or(Refusal::LinkInvalid)?;
    let permit = system::customer(&country, &entity, &user_id);
    if !bool::from(device_mac(app, &permit, session_id).as_bytes().ct_eq(mac.as_bytes())) {
        return Ok(None);
    }
    open_beside(app, &permit, &user_id, (session_id, Place::SameDevice), from).await
}

/// Where a session is opened beside another one.
pub(super) enum Place {
    /// Logging out ends both.
    SameDevice,
    OtherDevice,
}

/// Opens another session for the owner of this one, with the same end; `None` if this one has ended.
pub(super) async fn open_beside(
    app: &App,
    permit: &Permit<Change>,
    user_id: &str,
    (session_id, place): (&str, Place),
    from: &CallOrigin,
) -> Result<Option<CustomerSession>> {
    let session = app.store.session(permit, session_id).await?;
    let is_open = |session: &Session| !session.is_ended && session.ends_on > stamp(app.clock.now());
    let Some(session) = session.filter(|session| session.user_id == user_id && is_open(session)) else {
        return Ok(None);
    };
    let Some(customer) = app.store.customer(permit, user_id).await? else { return Ok(None) };
    let Some(profile) = active_entity(app, permit, &customer).await? else { return Ok(None) };
    let ends: Timestamp = session.ends_on.parse().map_err(Error::internal)?;
    let first_session_id = match place {
        Place::SameDevice => session.first_session_id.or(Some(session.session_id)),
        Place::OtherDevice => None,
    };
    open_customer_session(app, permit, (&customer, &profile), Span { ends, first_session_id }, from).await.map(Some)
}

/// The customer of a valid session.
pub(super) async fn customer_of(app: &App, place: (&str, &str), session: &Session) -> Result<Actor> {
    let permit = system::customer(place.0, place.1, &session.user_id);
    let customer = app.store.customer(&permit, &session.user_id).await?.ok_or(Refusal::NotAuthenticated)?;
    let profile = active_entity(app, &permit, &customer).await?.ok_or(Refusal::NotAuthenticated)?;
    let debugging = app.store.debugging(&permit, &session.user_id).await?;
    Ok(Actor { debugging, ..actor(place, session, &customer, &profile) })
}

fn actor(place: (&str, &str), session: &Session, customer: &Customer, profile: &EntityProfile) -> Actor {
    Actor {
        side: Side::Customer,
        user_id: customer.user_id.clone(),
        user_type: "C".to_owned(),
        session_id: session.session_id.clone(),
        language: customer.language.clone(),
        entity_type: profile.entity_type.clone(),
        scope: Scope { country: place.0.to_owned(), entity: place.1.to_owned(), tenants: Reach::Only(Vec::new()) },
        tenant: String::new(),
        branch: String::new(),
        branches: Vec::new(),
        tenants: Vec::new(),
        screens: Default::default(),
        step_up_actions: Vec::new(),
        is_stepped_up: false,
        business: Default::default(),
        level: 0,
        role_codes: Vec::new(),
        home_branch: String::new(),
        debugging: Default::default(),
    }
}

fn auth_object(actor: &Actor, customer: &Customer, profile: &EntityProfile) -> Value {
    let theme = profile.theme.as_deref().and_then(|theme| serde_json::from_str::<Value>(theme).ok());
    let screens: Vec<Value> = domain::access::SCREENS
        .iter()
        .filter(|screen| screen.group == domain::access::Group::Provider)
        .map(|screen| {
            json!({ "screenCode": screen.code, "path": screen.path, "title": screen.title,
            "group": screen.group.title(), "actions": ["access", "view", "edit"] })
        })
        .collect();
    json!({
        "userId": actor.user_id, "userType": "C", "countryCode": actor.scope.country, "entityCode": actor.scope.entity,
        "tenantCode": "", "defaultTenantCode": "", "defaultBranchCode": "", "userLanguage": actor.language,
        "userName": customer.display_name, "entityType": actor.entity_type, "displayName": profile.display_name,
        "supportMail": profile.support_mail,
        "remarksMessage": profile.remarks_message,
        "remarksMessageTa": profile.remarks_message_ta,
        "theme": theme, "screens": screens,
    })
}

/// The entity, if it and the customer are active.
pub(super) async fn active_entity(
    app: &App,
    permit: &Permit<Change>,
    customer: &Customer,
) -> Result<Option<EntityProfile>> {
    let Some(profile) = app.store.entity_profile(permit).await? else { return Ok(None) };
    let today = app.clock.today(&profile.time_zone).to_string();
    let customer_good = customer.status == "Active" && customer.expiry_date.as_ref().is_none_or(|date| *date >= today);
    let entity_good = profile.status == "Active" && profile.expiry_date >= today && profile.start_date <= today;
    Ok((customer_good && entity_good).then_some(profile))
}
