//! A forgotten password: a link by mail, good once and for a quarter of an hour.

use domain::Refusal;
use domain::access::system;
use domain::message::Message;
use jiff::SignedDuration;
use ports::Channel;
use store::audit::stamp;

use crate::{App, Result};

const GOOD_FOR: i64 = 15 * 60;
const LINKS_AN_HOUR: i64 = 3;

/// Sends a link if there is someone to send it to; the answer is the same for every id.
pub async fn forget_password(app: &App, entity: &str, user_id: &str) -> Result<()> {
    let Some(country) = app.store.country_of(&system::public_names(), entity).await? else { return Ok(()) };
    let permit = system::identity(&country, entity, &format!("system:reset {user_id}"));
    let now = app.clock.now();
    let subject: String = format!("reset {user_id}").chars().take(100).collect();
    let until = stamp(now + SignedDuration::from_hours(1));
    let refusal = Refusal::TooManyTries { retry_after_seconds: 3600 };
    app.store.count_login_try(&permit, &[(subject, LINKS_AN_HOUR)], &stamp(now), &until, refusal).await?;
    let Some((mail, name, language)) = app.store.staff_address(&permit, user_id).await? else { return Ok(()) };
    // The entity stands in the link, because whoever follows it is nobody yet.
    let secret = format!("{}.{entity}", app.codes.secret()?);
    let expires = stamp(now + SignedDuration::from_secs(GOOD_FOR));
    app.store.keep_link(&permit, &app.codes.hash("reset", &secret), user_id, &expires).await?;
    // Behind the #, so that it is never sent to a server and stands in no log.
    let link = format!("{}/auth/reset#{secret}", app.settings.origin);
    let minutes = super::messages::minutes(app, &language, GOOD_FOR);
    let values = [("link", link.as_str()), ("userName", &name), ("partyName", &name), ("expiresIn", &minutes)];
    super::messages::send(app, &permit, "PasswordReset", &language, (Channel::Mail, &mail), &values).await
}

/// Sets a new password by a link, and ends every session of its owner.
pub async fn reset_password(app: &App, secret: &str, password: &str) -> Result<()> {
    if password.is_empty() {
        return Err(Refusal::field("password", Message::plain("passwordRequired")).into());
    }
    domain::password::check(password).map_err(|message| Refusal::field("password", message))?;
    if super::is_common(password, &[]) {
        return Err(Refusal::field("password", Message::plain("passwordCommon")).into());
    }
    let entity = secret.rsplit_once('.').map(|(_, entity)| entity).ok_or(Refusal::LinkInvalid)?;
    let country = app.store.country_of(&system::public_names(), entity).await?.ok_or(Refusal::LinkInvalid)?;
    let asking = system::identity(&country, entity, "system:reset");
    let now = stamp(app.clock.now());
    let link = app.codes.hash("reset", secret);
    let owner = app.store.link_owner(&asking, &link, &now).await?.ok_or(Refusal::LinkInvalid)?;
    let hash = app.passwords.hash(password.to_owned()).await?;
    let permit = system::identity(&country, entity, &owner);
    app.store.reset_password(&permit, &link, &owner, &hash, &now).await?;
    app.doubt(&country, entity, Some(&owner));
    Ok(())
}
