//! Customer login with a one-time code.

use domain::Refusal;
use domain::access::{Change, Permit, system};
use domain::format::is_address;
use domain::message::Message;
use jiff::{SignedDuration, Timestamp};
use ports::Channel;
use serde_json::{Value, json};
use store::audit::stamp;
use store::codes::{CodeWindow, NewCode, TriedCode};
use store::people::Customer;
use subtle::ConstantTimeEq;

use super::code_channel;
use super::code_channel::mask;
use super::customer_session::{CustomerSession, Span, active_entity, open_customer_session};
use super::failed_login::{CallOrigin, LoginSubject, record_refusal};
use super::handoff::{HANDOFF_PURPOSE, HANDOFF_REF, end_handoff};
use super::open_session::check_entity;
use crate::{App, Error, Result};

pub(crate) const GOOD_FOR: i64 = 300;
pub(crate) const RESEND_AFTER: i64 = 60;
pub(crate) const AN_HOUR: i64 = 3600;
/// Codes per hour for one id: from one network or link, and from all networks together.
pub(crate) const CODES_AN_HOUR: i64 = 5;
const CODES_AN_HOUR_OF_ALL: i64 = 10;
/// Wrong codes from one network and from all networks together, so that a stranger's attempts do not lock out the
/// owner.
const MAX_TRIES: i64 = 5;
const MAX_TRIES_OF_ALL: i64 = 10;
/// The absolute lifetime of a customer's session.
const SESSION_HOURS: i64 = 2;
/// References of codes requested by a link. The owner of a link exists, so the tries that remain may be told.
const LINK_REF: &str = "link-";

/// The response to a code request: the same for known and unknown customers.
pub struct CodeSent {
    pub code_ref: String,
    pub channel: &'static str,
    pub masked_to: String,
    /// In seconds; shorter for a valid code that is reused.
    pub expires_in: i64,
    pub resend_in: i64,
    /// A code that was sent before and is still valid; nothing was sent now.
    pub is_reused: bool,
    /// Codes that may still be requested this hour.
    pub resends_left: i64,
    /// The owner's language; told to the holder of a link only, who is known to be the owner.
    pub language: Option<String>,
}

impl CodeSent {
    pub fn to_json(&self) -> Value {
        let mut answer = json!({
            "otpRef": self.code_ref, "channel": self.channel, "maskedTo": self.masked_to,
            "expiresIn": self.expires_in, "resendIn": self.resend_in,
            "isReused": self.is_reused, "resendsLeft": self.resends_left,
        });
        if let Some(language) = &self.language {
            answer["language"] = json!(language);
        }
        answer
    }
}

/// The source of a code request. Requests by id are counted per network; a message link was sent to the owner, so it
/// has a limit of its own that strangers cannot use up. Opening a link again sends no other code while one is valid,
/// unless the owner asks for a new one.
pub enum CodeRequest<'a> {
    Network(&'a str),
    Link { network: &'a str, resend: bool },
}

impl CodeRequest<'_> {
    /// Codes per hour: for this caller, and for all networks together.
    fn limits(&self, user: &str) -> Vec<(String, i64)> {
        match self {
            CodeRequest::Network(network) => vec![
                (format!("code {user} from {network}"), CODES_AN_HOUR),
                (format!("code {user}"), CODES_AN_HOUR_OF_ALL),
            ],
            CodeRequest::Link { .. } => vec![(format!("code {user} by link"), CODES_AN_HOUR)],
        }
    }
}

/// Sends a code to the customer's stored address. A code sent moments ago is not sent again, no matter who requested
/// it: the response refers to that code, so that nobody can block the owner by requesting new ones.
pub async fn start_customer_login(
    app: &App,
    entity: &str,
    user_id: &str,
    wanted: Option<Channel>,
    source: CodeRequest<'_>,
) -> Result<CodeSent> {
    check_ids(entity, user_id)?;
    let country = app.store.country_of(&system::public_names(), entity).await?;
    let permit = system::customer(country.as_deref().unwrap_or("-"), entity, user_id);
    // No customer of such an entity can log in, so no code would be sent.
    if let Some(profile) = app.store.entity_profile(&permit).await? {
        check_entity(&profile, &app.clock.today(&profile.time_zone).to_string())?;
    }
    let open = app.store.entity_channels(&permit).await?.unwrap_or((true, true));
    let channel = code_channel::choose(user_id, wanted, open);
    let known = find_active(app, &permit, user_id).await?;
    let to = known.as_ref().and_then(|customer| code_channel::address(customer, channel, open));
    if known.is_some() && to.is_none() {
        tracing::warn!("a customer has no address on a channel of the entity");
    }
    // The reference contains the entity, so the second step needs only reference and code.
    let is_link = matches!(source, CodeRequest::Link { .. });
    let mark = if is_link { LINK_REF } else { "" };
    let code_ref = format!("{mark}{}.{entity}", app.codes.secret()?);
    let masked_to = if channel == code_channel::natural(user_id) { mask(user_id) } else { "•••".to_owned() };
    let mut sent = CodeSent {
        code_ref,
        channel: channel.name(),
        masked_to,
        expires_in: GOOD_FOR,
        resend_in: RESEND_AFTER,
        is_reused: false,
        resends_left: 0,
        language: known.as_ref().filter(|_| is_link).map(|customer| customer.language.clone()),
    };
    // Looked up for an unknown id too, where it finds nothing, so that both take equally long.
    let owner = known.as_ref().map_or(user_id, |customer| customer.user_id.as_str());
    let reusable = match source {
        CodeRequest::Link { network, resend: false } => {
            reusable(app, &permit, (user_id, owner), channel, network).await?
        }
        _ => None,
    };
    let asked = (user_id, channel, &source);
    let is_new =
        reusable.is_none() && send_new_code(app, &permit, asked, &sent.code_ref, known.as_ref().zip(to)).await?;
    let limits = source.limits(&short(user_id));
    if !is_new {
        let Some(left) = remaining(app, &permit, user_id, channel).await? else {
            return Err(wait_for_limits(app, &permit, &limits).await?.into());
        };
        (sent.is_reused, sent.expires_in, sent.resend_in) = (true, left, resend_in(left, reusable.is_some()));
        let now = stamp(app.clock.now());
        app.store.share_code(&permit, (&sent.code_ref, owner, &purpose(channel)), &now).await?;
    }
    sent.resends_left = tries_left(app, &permit, &limits).await?;
    Ok(sent)
}

fn check_ids(entity: &str, user_id: &str) -> std::result::Result<(), Refusal> {
    for (resource, field, value) in [("common", "entityCode", entity), ("customerusermaster", "userId", user_id)] {
        if value.trim().is_empty() || value.len() > 200 {
            return Err(Refusal::field(field, Message::about("enter", resource, field)));
        }
    }
    if is_address(user_id.trim()) { Ok(()) } else { Err(Refusal::field("userId", Message::plain("validUserId"))) }
}

/// False when too many codes were requested, so that none was sent.
async fn send_new_code(
    app: &App,
    permit: &Permit<Change>,
    asked: (&str, Channel, &CodeRequest<'_>),
    code_ref: &str,
    known: Option<(&Customer, (Channel, &str))>,
) -> Result<bool> {
    match create_code(app, permit, asked, code_ref, known).await {
        Ok(code) => {
            if let Some(((customer, to), code)) = known.zip(code) {
                send_code(app, permit, customer, to, &code).await?;
            }
            Ok(true)
        }
        Err(Error::Refused(Refusal::TooManyTries { .. })) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The valid code that opening a link again refers to. One without tries is not worth showing.
async fn reusable(
    app: &App,
    permit: &Permit<Change>,
    (user_id, owner): (&str, &str),
    channel: Channel,
    network: &str,
) -> Result<Option<i64>> {
    let now = stamp(app.clock.now());
    let Some(code_id) = app.store.valid_code(permit, owner, &purpose(channel), &now).await? else { return Ok(None) };
    if tries_left(app, permit, &code_limits(&code_id, network)).await? == 0 {
        return Ok(None);
    }
    remaining(app, permit, user_id, channel).await
}

/// The attempts that all of these limits still allow.
pub(crate) async fn tries_left(app: &App, permit: &Permit<Change>, limits: &[(String, i64)]) -> Result<i64> {
    let now = stamp(app.clock.now());
    let mut left = i64::MAX;
    for (subject, most) in limits {
        let tries = app.store.login_tries(permit, subject, &now).await?.map_or(0, |(tries, _)| tries);
        left = left.min((most - tries).max(0));
    }
    Ok(left)
}

/// Says how long it takes until a reached limit allows the next code.
async fn wait_for_limits(app: &App, permit: &Permit<Change>, limits: &[(String, i64)]) -> Result<Refusal> {
    let now = app.clock.now();
    let mut wait = 1;
    for (subject, most) in limits {
        let counted = app.store.login_tries(permit, subject, &stamp(now)).await?;
        let until = counted.filter(|(tries, _)| tries >= most).and_then(|(_, until)| until.parse::<Timestamp>().ok());
        wait = wait.max(until.map_or(0, |until| until.as_second() - now.as_second()));
    }
    Ok(Refusal::TooManyTries { retry_after_seconds: wait.unsigned_abs() })
}

/// The active customer with this id, or the only one with this number.
async fn find_active(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<Option<Customer>> {
    let found = match app.store.customer(permit, user_id).await? {
        None => app.store.customer_with_mobile(permit, user_id).await?,
        found => found,
    };
    let Some(customer) = found else { return Ok(None) };
    Ok(active_entity(app, permit, &customer).await?.map(|_| customer))
}

fn purpose(channel: Channel) -> String {
    format!("login {}", channel.name())
}

/// An id is untrusted input.
fn short(user_id: &str) -> String {
    user_id.chars().take(100).collect()
}

/// The key for counting a customer's codes.
fn window(user_id: &str, channel: Channel) -> String {
    format!("code {} {}", channel.name(), short(user_id))
}

/// Creates a code if one may be sent now. Without a customer the attempt is counted but no code is created.
async fn create_code(
    app: &App,
    permit: &Permit<Change>,
    (user_id, channel, source): (&str, Channel, &CodeRequest<'_>),
    code_ref: &str,
    customer: Option<(&Customer, (Channel, &str))>,
) -> Result<Option<String>> {
    let (now, window, purpose) = (app.clock.now(), window(user_id, channel), purpose(channel));
    let [good_until, replaces_until, hour_until] =
        [GOOD_FOR, GOOD_FOR - RESEND_AFTER, AN_HOUR].map(|seconds| stamp(now + SignedDuration::from_secs(seconds)));
    let window = CodeWindow {
        subject: &window,
        now: &stamp(now),
        good_until: &good_until,
        replaces_until: &replaces_until,
        hour_until: &hour_until,
        retry_after_seconds: AN_HOUR as u64,
    };
    let (code, code_id) = (app.codes.digits()?, app.codes.secret()?);
    let hash = app.codes.hash(&code_id, &code);
    let made = customer.map(|(customer, (_, sent_to))| NewCode {
        code_ref,
        code_id: &code_id,
        user_id: &customer.user_id,
        hash: &hash,
        purpose: &purpose,
        sent_to,
    });
    app.store.begin_code(permit, &window, &source.limits(&short(user_id)), made.as_ref()).await?;
    Ok(made.is_some().then_some(code))
}

/// The remaining lifetime of the last code in seconds; `None` without a valid code.
async fn remaining(app: &App, permit: &Permit<Change>, user_id: &str, channel: Channel) -> Result<Option<i64>> {
    let until = app.store.code_good_until(permit, &window(user_id, channel)).await?;
    let until = until.and_then(|until| until.parse::<Timestamp>().ok());
    Ok(until.map(|until| until.as_second() - app.clock.now().as_second()).filter(|left| *left > 0))
}

/// The seconds until the next code. A code that is old enough to be replaced, but was not, is the last of the hour.
fn resend_in(left: i64, is_replaceable: bool) -> i64 {
    match left - (GOOD_FOR - RESEND_AFTER) {
        wait if wait > 0 => wait,
        _ if is_replaceable => 0,
        _ => left,
    }
}

/// Sends the code to a current or new address of the customer.
pub(crate) async fn send_code(
    app: &App,
    permit: &Permit<Change>,
    customer: &Customer,
    to: (Channel, &str),
    code: &str,
) -> Result<()> {
    let minutes = crate::notifications::messages::minutes(app, &customer.language, GOOD_FOR);
    let values = [
        ("otp", code),
        ("expiresIn", minutes.as_str()),
        ("userName", customer.display_name.as_str()),
        ("partyName", customer.display_name.as_str()),
        ("customerName", customer.display_name.as_str()),
    ];
    crate::notifications::messages::send(app, permit, "OtpCode", &customer.language, to, &values).await
}

/// Exchanges a code for a session. `network` is the caller's network, for counting wrong codes.
pub async fn end_customer_login(
    app: &App,
    code_ref: &str,
    code: &str,
    from: CallOrigin,
    network: &str,
) -> Result<CustomerSession> {
    match exchange(app, code_ref, code, from, network).await {
        Err(Error::Refused(Refusal::OtpInvalid)) if code_ref.starts_with(HANDOFF_REF) => {
            Err(Refusal::field("otp", Message::plain("handoffOver")).into())
        }
        outcome => outcome,
    }
}

async fn exchange(app: &App, code_ref: &str, code: &str, from: CallOrigin, network: &str) -> Result<CustomerSession> {
    let entity = code_ref.rsplit_once('.').map(|(_, entity)| entity).ok_or(Refusal::OtpInvalid)?;
    let country = app.store.country_of(&system::public_names(), entity).await?.ok_or(Refusal::OtpInvalid)?;
    let asking = system::customer(&country, entity, "");
    let now = app.clock.now();
    let tried = app.store.try_code(&asking, code_ref, MAX_TRIES, &stamp(now)).await?;
    let permit = system::customer(&country, entity, &tried.user_id);
    let outcome = finish_login(app, &permit, &tried, code, (&from, network)).await;
    match record_refusal(app, &permit, LoginSubject::Customer(&tried.user_id), &from, outcome).await {
        Err(Error::Refused(Refusal::OtpInvalid)) if code_ref.starts_with(LINK_REF) => {
            let left = tries_left(app, &permit, &code_limits(&tried.code_id, network)).await?;
            let message =
                if left > 0 { Message::plain("otpTriesLeft").with("count", left) } else { Message::plain("otpUsedUp") };
            Err(Refusal::field("otp", message).into())
        }
        outcome => outcome,
    }
}

/// Wrong codes: of this network and of all networks.
fn code_limits(code_id: &str, network: &str) -> [(String, i64); 2] {
    [(format!("code tries {code_id} from {network}"), MAX_TRIES), (format!("code tries {code_id}"), MAX_TRIES_OF_ALL)]
}

/// Codes are typed and pasted with spaces and dashes.
fn plain_code(code: &str) -> String {
    code.chars()
        .filter(|character| !character.is_whitespace() && !"-\u{2010}\u{2011}\u{2013}".contains(*character))
        .collect()
}

/// Checks the code. Attempts are counted first, across all references to the same code.
pub(crate) async fn check_code(
    app: &App,
    permit: &Permit<Change>,
    tried: &TriedCode,
    code: &str,
    network: &str,
) -> Result<()> {
    let now = app.clock.now();
    let until = stamp(now + SignedDuration::from_secs(GOOD_FOR));
    let limits = code_limits(&tried.code_id, network);
    app.store.count_login_try(permit, &limits, &stamp(now), &until, Refusal::OtpInvalid).await?;
    let given = app.codes.hash(&tried.code_id, &plain_code(code));
    if bool::from(given.as_bytes().ct_eq(tried.hash.as_bytes())) { Ok(()) } else { Err(Refusal::OtpInvalid.into()) }
}

async fn finish_login(
    app: &App,
    permit: &Permit<Change>,
    tried: &TriedCode,
    code: &str,
    (from, network): (&CallOrigin, &str),
) -> Result<CustomerSession> {
    let (now, user_id) = (app.clock.now(), tried.user_id.as_str());
    if let Some(session_id) = tried.purpose.strip_prefix(HANDOFF_PURPOSE) {
        check_code(app, permit, tried, code, network).await?;
        return end_handoff(app, permit, tried, session_id, from).await;
    }
    if !tried.purpose.starts_with("login ") {
        return Err(Refusal::OtpInvalid.into());
    }
    check_code(app, permit, tried, code, network).await?;
    let customer = app.store.customer(permit, user_id).await?.ok_or(Refusal::OtpInvalid)?;
    let ids = [Some(user_id), customer.mobile.as_deref()];
    let windows: Vec<String> = [Channel::Mail, Channel::Sms]
        .into_iter()
        .flat_map(|channel| ids.into_iter().flatten().map(move |id| window(id, channel)))
        .collect();
    app.store.use_shared_code(permit, &tried.code_id, &windows, &stamp(now)).await?;
    let profile = active_entity(app, permit, &customer).await?.ok_or(Refusal::OtpInvalid)?;
    // The user id itself needs no verification.
    if tried.sent_to != user_id {
        app.store.verify_address(permit, user_id, &tried.sent_to, None, &stamp(now)).await?;
    }
    let span = Span { ends: now + SignedDuration::from_hours(SESSION_HOURS), first_session_id: None };
    open_customer_session(app, permit, (&customer, &profile), span, from).await
}

#[cfg(test)]
mod tests {
    use super::{mask, plain_code};

    #[test]
    fn addresses_are_masked() {
        assert_eq!(mask("meena@example.com"), "m•••a@example.com");
        assert_eq!(mask("me@example.com"), "•••@example.com");
        assert_eq!(mask("+919840012345"), "+91•••••345");
        assert_eq!(mask("123"), "•••");
    }

    #[test]
    fn a_code_may_have_spaces_and_dashes_and_nothing_else() {
        assert_eq!(plain_code(" 123 456\n"), "123456");
        assert_eq!(plain_code("123-456"), "123456");
        assert_eq!(plain_code("123\u{2013}456"), "123456");
        assert_eq!(plain_code("12a456"), "12a456");
    }
}
