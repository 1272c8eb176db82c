//! The customer's own record: what the customer may see and change.

use domain::Refusal;
use domain::access::{Actor, Change, Permit, View, system};
use domain::master_data::{self, Definition, Purpose, validate};
use domain::message::Message;
use domain::refusal::FieldError;
use jiff::SignedDuration;
use ports::Channel;
use serde_json::{Map, Value};
use store::audit::stamp;
use store::codes::{CodeWindow, NewCode};

use crate::identity::code_channel::mask;
use crate::identity::customer_log_in::{
    AN_HOUR, CODES_AN_HOUR, CodeSent, GOOD_FOR, RESEND_AFTER, check_code, send_code, tries_left,
};
use crate::notifications::messages;
use crate::{App, Error, Result};

const CHANGEABLE: &[&str] = &["firstName", "secondName", "lastName", "userLanguage", "versionNumber"];
const NAMES: &[&str] = &["firstName", "secondName", "lastName"];
/// Codes and messages go to these addresses, so a new one must be confirmed before it counts.
const ADDRESSES: &[(&str, Channel)] = &[("mobileNumber", Channel::Sms), ("mailId", Channel::Mail)];
const MAX_TRIES: i64 = 5;

fn definition() -> Result<&'static Definition> {
    master_data::find("customerusermaster").ok_or_else(|| Error::internal("no customers"))
}

fn permit_of(actor: &Actor) -> Permit<Change> {
    system::customer(&actor.scope.country, &actor.scope.entity, &actor.user_id)
}

pub async fn own_profile(app: &App, actor: &Actor) -> Result<Map<String, Value>> {
    let permit: Permit<View> = permit_of(actor).into();
    let key = [master_data::Value::text(&actor.user_id)];
    let found = app.store.find_record(&permit, definition()?, &key).await?;
    Ok(found.ok_or(Refusal::NotFound)?.to_map())
}

/// Updates the fields that a customer may change. A new address is not stored yet: a code is sent to it and the
/// response says how to confirm it. A body with `otpRef` and `otp` confirms.
pub async fn update_profile(
    app: &App,
    actor: &Actor,
    body: &Map<String, Value>,
    network: &str,
) -> Result<Map<String, Value>> {
    if body.contains_key("otpRef") {
        return confirm(app, actor, body, network).await;
    }
    let permit = permit_of(actor);
    let stored = own_profile(app, actor).await?;
    let mut record = stored.clone();
    for name in CHANGEABLE {
        if let Some(value) = body.get(*name) {
            record.insert((*name).to_owned(), value.clone());
        }
    }
    if !body.contains_key("versionNumber") {
        record.remove("versionNumber");
    }
    check_names(&stored, body)?;
    let mut removed = None;
    let mut wanted = None;
    for (name, channel) in ADDRESSES {
        let Some(value) = body.get(*name).filter(|value| text(value) != field(&stored, name)) else { continue };
        if removed.is_some() || wanted.is_some() {
            return Err(Refusal::field(name, Message::plain("oneAddress")).into());
        }
        match text(value) {
            "" => removed = Some((*name, *channel)),
            _ => wanted = Some((*name, *channel, value)),
        }
    }
    if let Some((name, _)) = removed {
        record.insert(name.to_owned(), Value::Null);
    }
    let asked = match wanted {
        // Checked before a code is counted and sent; the update below would refuse it too.
        Some(_) if record.get("versionNumber") != stored.get("versionNumber") => return Err(Refusal::Stale.into()),
        Some((name, channel, value)) => {
            let checked = check_address(app, &permit, &record, (name, value)).await?;
            Some(create_code(app, &permit, actor, (name, channel), checked).await?)
        }
        None => None,
    };
    let updated = crate::master_data::update(app, &permit, definition()?, &record).await?;
    let Value::Object(mut answer) = updated else { return Err(Error::internal("a record is an object")) };
    if let Some((name, channel)) = removed {
        notify_others(app, &permit, &stored, (field(&stored, name), channel)).await?;
    }
    if let Some((sent, to, code)) = asked {
        let customer = app.store.customer(&permit, &actor.user_id).await?.ok_or(Refusal::NotFound)?;
        send_code(app, &permit, &customer, (to.0, &to.1), &code).await?;
        if let Value::Object(sent) = sent.to_json() {
            answer.extend(sent);
        }
    }
    Ok(answer)
}

/// A name that the bank entered may stay as it is.
fn check_names(stored: &Map<String, Value>, body: &Map<String, Value>) -> Result<(), Refusal> {
    let is_wrong = |name: &&&str| {
        let new = body.get(**name).map(text).filter(|new| *new != field(stored, name));
        new.is_some_and(|new| !domain::format::is_customer_name(new))
    };
    let wrong = NAMES.iter().filter(is_wrong).map(|name| FieldError::new(name, Message::plain("customerName")));
    let errors: Vec<FieldError> = wrong.collect();
    if errors.is_empty() { Ok(()) } else { Err(Refusal::Invalid(errors)) }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default().trim()
}

fn field<'a>(record: &'a Map<String, Value>, name: &str) -> &'a str {
    record.get(name).map(text).unwrap_or_default()
}

/// The new address as it would be stored, validated like any update of the record.
async fn check_address(
    app: &App,
    permit: &Permit<Change>,
    record: &Map<String, Value>,
    (name, value): (&str, &Value),
) -> Result<String> {
    let mut next = record.clone();
    next.insert(name.to_owned(), value.clone());
    let checked = validate(definition()?, &next, Purpose::Update, &app.validation_context(permit.scope()).await?)?;
    let address = checked.get(definition()?, name).as_text().unwrap_or_default();
    Ok(address.to_owned())
}

type Recipient = (Channel, String);

/// Creates the code for a new address if one may be sent now.
async fn create_code(
    app: &App,
    permit: &Permit<Change>,
    actor: &Actor,
    (name, channel): (&str, Channel),
    address: String,
) -> Result<(CodeSent, Recipient, String)> {
    let now = app.clock.now();
    let [good_until, replaces_until, hour_until] =
        [GOOD_FOR, GOOD_FOR - RESEND_AFTER, AN_HOUR].map(|seconds| stamp(now + SignedDuration::from_secs(seconds)));
    let subject = format!("new address {} {address}", actor.user_id);
    let window = CodeWindow {
        subject: &subject,
        now: &stamp(now),
        good_until: &good_until,
        replaces_until: &replaces_until,
        hour_until: &hour_until,
        retry_after_seconds: RESEND_AFTER as u64,
    };
    // Limited per customer and per address, so that a telephone cannot be flooded.
    let limits = [
        (format!("new addresses of {}", actor.user_id), CODES_AN_HOUR),
        (format!("new address {address}"), CODES_AN_HOUR),
    ];
    let (code, code_id) = (app.codes.digits()?, app.codes.secret()?);
    let code_ref = format!("{}.{}", app.codes.secret()?, actor.scope.entity);
    let new_code = NewCode {
        code_ref: &code_ref,
        code_id: &code_id,
        user_id: &actor.user_id,
        hash: &app.codes.hash(&code_id, &code),
        purpose: name,
        sent_to: &address,
    };
    app.store.begin_code(permit, &window, &limits, Some(&new_code)).await?;
    let masked_to = mask(&address);
    let resends_left = tries_left(app, permit, &limits).await?;
    let sent = CodeSent {
        code_ref,
        channel: channel.name(),
        masked_to,
        expires_in: GOOD_FOR,
        resend_in: RESEND_AFTER,
        is_reused: false,
        resends_left,
        language: None,
    };
    Ok((sent, (channel, address), code))
}

/// Stores the address when the code is right, and notifies the former address and the other channel.
async fn confirm(app: &App, actor: &Actor, body: &Map<String, Value>, network: &str) -> Result<Map<String, Value>> {
    let permit = permit_of(actor);
    let now = stamp(app.clock.now());
    let tried = app.store.try_code(&permit, field(body, "otpRef"), MAX_TRIES, &now).await?;
    let address = ADDRESSES.iter().find(|(name, _)| *name == tried.purpose);
    let &(name, channel) = address.filter(|_| tried.user_id == actor.user_id).ok_or(Refusal::OtpInvalid)?;
    check_code(app, &permit, &tried, field(body, "otp"), network).await?;
    app.store.use_shared_code(&permit, &tried.code_id, &[], &now).await?;
    let before = own_profile(app, actor).await?;
    let mut record = before.clone();
    record.insert(name.to_owned(), tried.sent_to.as_str().into());
    let updated = crate::master_data::update(app, &permit, definition()?, &record).await?;
    let former = field(&before, name);
    app.store.verify_address(&permit, &actor.user_id, &tried.sent_to, Some(former), &now).await?;
    notify_others(app, &permit, &before, (former, channel)).await?;
    match updated {
        Value::Object(record) => Ok(record),
        _ => Err(Error::internal("a record is an object")),
    }
}

/// Notifies the former address and the other channel of the change.
async fn notify_others(
    app: &App,
    permit: &Permit<Change>,
    before: &Map<String, Value>,
    (former, channel): (&str, Channel),
) -> Result<()> {
    let other = ADDRESSES.iter().find(|(_, other)| *other != channel);
    let other = other.map(|(name, channel)| (*channel, field(before, name)));
    let (language, name) = (field(before, "userLanguage"), field(before, "firstName"));
    let values = [("userName", name), ("customerName", name), ("partyName", name)];
    for to in [Some((channel, former)), other].into_iter().flatten().filter(|(_, address)| !address.is_empty()) {
        messages::send(app, permit, "AddressChanged", language, to, &values).await?;
    }
    Ok(())
}
