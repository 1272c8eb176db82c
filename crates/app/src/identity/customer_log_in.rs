//! Customers log in with a code that is sent to them.

use domain::Refusal;
use domain::access::{Actor, Change, Permit, Reach, Scope, Side, system};
use domain::message::Message;
use jiff::{SignedDuration, Timestamp};
use ports::Channel;
use serde_json::{Value, json};
use store::audit::stamp;
use store::codes::Customer;
use store::identity::{EntityProfile, Session};
use subtle::ConstantTimeEq;

use super::failed_login::{From, Who, noted};
use super::{LoggedIn, code_channel};
use crate::{App, Result};

const GOOD_FOR: i64 = 300;
const RESEND_AFTER: u64 = 60;
const AN_HOUR: i64 = 3600;
const CODES_AN_HOUR: i64 = 5;
const MOST_TRIES: i64 = 5;
/// A customer's session ends after this, whatever happens.
const SESSION_HOURS: i64 = 2;

/// What the caller is told: the same whether there is such a customer or not.
pub struct CodeSent {
    pub code_ref: String,
    pub channel: &'static str,
    pub masked_to: String,
}

impl CodeSent {
    pub fn to_json(&self) -> Value {
        json!({
            "otpRef": self.code_ref, "channel": self.channel, "maskedTo": self.masked_to,
            "expiresIn": GOOD_FOR, "resendIn": RESEND_AFTER,
        })
    }
}

/// Sends a code to the address that the customer is known by.
pub async fn start_customer_login(app: &App, entity: &str, user_id: &str, wanted: Option<Channel>) -> Result<CodeSent> {
    for (field, value) in [("entityCode", entity), ("userId", user_id)] {
        if value.trim().is_empty() || value.len() > 200 {
            let resource = if field == "entityCode" { "common" } else { "customerusermaster" };
            return Err(Refusal::field(field, Message::about("enter", resource, field)).into());
        }
    }
    let country = app.store.country_of(&system::public_names(), entity).await?;
    let permit = system::customer(country.as_deref().unwrap_or("-"), entity, user_id);
    let now = app.clock.now();
    count(app, &permit, user_id, now).await?;
    // The reference carries its entity, so that the second step needs no more than reference and code.
    let code_ref = format!("{}.{entity}", app.codes.secret()?);
    let open = app.store.entity_channels(&permit).await?.unwrap_or((true, true));
    let channel = code_channel::choose(user_id, wanted, open);
    let masked_to = if channel == code_channel::natural(user_id) { mask(user_id) } else { "•••".to_owned() };
    let sent = CodeSent { code_ref, channel: channel.name(), masked_to };
    let known = match app.store.customer(&permit, user_id).await? {
        None => app.store.customer_with_mobile(&permit, user_id).await?,
        known => known,
    };
    if let Some(customer) = known
        && is_good(app, &permit, &customer).await?.is_some()
    {
        let code = app.codes.digits()?;
        let hash = app.codes.hash(&sent.code_ref, &code);
        let expires = stamp(now + SignedDuration::from_secs(GOOD_FOR));
        app.store.keep_code(&permit, &sent.code_ref, &customer.user_id, &hash, &expires).await?;
        let minutes = super::messages::minutes(app, &customer.language, GOOD_FOR);
        let values = [
            ("otp", code.as_str()),
            ("expiresIn", minutes.as_str()),
            ("userName", customer.display_name.as_str()),
            ("partyName", customer.display_name.as_str()),
            ("customerName", customer.display_name.as_str()),
        ];
        match code_channel::address(&customer, channel, open) {
            Some(to) => super::messages::send(app, &permit, "OtpCode", &customer.language, to, &values).await?,
            None => tracing::warn!("a customer has no address that the entity writes to"),
        }
    }
    Ok(sent)
}

/// One code a minute and five an hour, for known and unknown alike.
async fn count(app: &App, permit: &Permit<Change>, user_id: &str, now: Timestamp) -> Result<()> {
    let user: String = user_id.chars().take(100).collect();
    let limits =
        [(format!("code again {user}"), 1, RESEND_AFTER as i64), (format!("code {user}"), CODES_AN_HOUR, AN_HOUR)];
    for (subject, most, seconds) in limits {
        let until = stamp(now + SignedDuration::from_secs(seconds));
        let refusal = Refusal::TooManyTries { retry_after_seconds: seconds as u64 };
        app.store.count_login_try(permit, &[(subject, most)], &stamp(now), &until, refusal).await?;
    }
    Ok(())
}

/// `m•••a@example.com`, `+91•••••345`: of what was typed, never of what is stored.
pub(super) fn mask(user_id: &str) -> String {
    let (name, host) = user_id.split_once('@').map_or((user_id, None), |(name, host)| (name, Some(host)));
    let letters: Vec<char> = name.chars().collect();
    let shown = |text: &[char]| text.iter().collect::<String>();
    match host {
        Some(host) if letters.len() > 2 => format!("{}•••{}@{host}", letters[0], letters[letters.len() - 1]),
        Some(host) => format!("•••@{host}"),
        None if letters.len() > 6 => format!("{}•••••{}", shown(&letters[..3]), shown(&letters[letters.len() - 3..])),
        None => "•••".to_owned(),
    }
}

async fn is_good(app: &App, permit: &Permit<Change>, customer: &Customer) -> Result<Option<EntityProfile>> {
    let Some(profile) = app.store.entity_profile(permit).await? else { return Ok(None) };
    let today = app.clock.today(&profile.time_zone).to_string();
    let customer_good = customer.status == "Active" && customer.expiry_date.as_ref().is_none_or(|date| *date >= today);
    let entity_good = profile.status == "Active" && profile.expiry_date >= today && profile.start_date <= today;
    Ok((customer_good && entity_good).then_some(profile))
}

/// The code against a session.
pub async fn end_customer_login(app: &App, code_ref: &str, code: &str, from: From) -> Result<LoggedIn> {
    let entity = code_ref.rsplit_once('.').map(|(_, entity)| entity).ok_or(Refusal::OtpInvalid)?;
    let country = app.store.country_of(&system::public_names(), entity).await?.ok_or(Refusal::OtpInvalid)?;
    let asking = system::customer(&country, entity, "");
    let now = app.clock.now();
    let (user_id, hash) = app.store.try_code(&asking, code_ref, MOST_TRIES, &stamp(now)).await?;
    let permit = system::customer(&country, entity, &user_id);
    let outcome = let_in(app, &permit, (code_ref, code), &hash, (&user_id, &from)).await;
    noted(app, &permit, Who::Customer(&user_id), &from, outcome).await
}

async fn let_in(
    app: &App,
    permit: &Permit<Change>,
    (code_ref, code): (&str, &str),
    hash: &str,
    (user_id, from): (&str, &From),
) -> Result<LoggedIn> {
    let now = app.clock.now();
    let given = app.codes.hash(code_ref, code.trim());
    if !bool::from(given.as_bytes().ct_eq(hash.as_bytes())) {
        return Err(Refusal::OtpInvalid.into());
    }
    app.store.use_code(permit, code_ref, &stamp(now)).await?;
    let customer = app.store.customer(permit, user_id).await?.ok_or(Refusal::OtpInvalid)?;
    let profile = is_good(app, permit, &customer).await?.ok_or(Refusal::OtpInvalid)?;
    let ends = now + SignedDuration::from_hours(SESSION_HOURS);
    let session = Session {
        session_id: uuid::Uuid::now_v7().to_string(),
        user_id: user_id.to_owned(),
        user_type: "C".to_owned(),
        tenant: String::new(),
        branch: String::new(),
        ip_address: from.ip_address.clone(),
        device: from.device.clone(),
        generation: 1,
        ends_on: stamp(ends),
        is_ended: false,
        stepped_up_on: None,
    };
    app.store.start_session(permit, &session, &stamp(now), super::open_session::beside(app)).await?;
    let scope = permit.scope();
    let place = (scope.country.as_str(), scope.entity.as_str());
    app.doubt(place.0, place.1, Some(user_id));
    let token = app.tokens.issue(
        place,
        user_id,
        (&session.session_id, 1),
        now.as_second(),
        ends.as_second(),
        Side::Customer,
    )?;
    let actor = actor(place, &session, &customer, &profile);
    Ok(LoggedIn { token, auth: auth_object(&actor, &customer, &profile), entity_type: profile.entity_type })
}

/// The customer of a session that is still good.
pub(super) async fn customer_of(app: &App, place: (&str, &str), session: &Session) -> Result<Actor> {
    let permit = system::customer(place.0, place.1, &session.user_id);
    let customer = app.store.customer(&permit, &session.user_id).await?.ok_or(Refusal::NotAuthenticated)?;
    let profile = is_good(app, &permit, &customer).await?.ok_or(Refusal::NotAuthenticated)?;
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
        asks_again: Vec::new(),
        is_stepped_up: false,
        business: Default::default(),
        level: 0,
        debugging: Default::default(),
    }
}

fn auth_object(actor: &Actor, customer: &Customer, profile: &EntityProfile) -> Value {
    let theme = profile.theme.as_deref().and_then(|theme| serde_json::from_str::<Value>(theme).ok());
    let screens: Vec<Value> = domain::access::SCREENS
        .iter()
        .filter(|screen| screen.group == domain::access::Group::Provider)
        .map(|screen| json!({ "screenCode": screen.code, "path": screen.path, "title": screen.title, "group": screen.group.title(), "actions": ["access", "view", "edit"] }))
        .collect();
    json!({
        "userId": actor.user_id, "userType": "C", "countryCode": actor.scope.country, "entityCode": actor.scope.entity,
        "tenantCode": "", "defaultTenantCode": "", "defaultBranchCode": "", "userLanguage": actor.language,
        "userName": customer.display_name, "entityType": actor.entity_type, "displayName": profile.display_name, "supportMail": profile.support_mail,
        "theme": theme, "screens": screens,
    })
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn addresses_are_masked() {
        assert_eq!(mask("meena@example.com"), "m•••a@example.com");
        assert_eq!(mask("me@example.com"), "•••@example.com");
        assert_eq!(mask("+919840012345"), "+91•••••345");
        assert_eq!(mask("123"), "•••");
    }
}
