//! Links to the portal identify the customer; logging in still needs a code.

use domain::Refusal;
use domain::access::{Change, Permit, system};
use ports::Channel;
use store::audit::stamp;

use crate::notifications::{make_customer_link, messages};
use crate::{App, Result};

/// Entity and user id of a valid link.
pub async fn owner_of_link(app: &App, secret: &str) -> Result<(String, String)> {
    let entity = secret.rsplit_once('.').map(|(_, entity)| entity).ok_or(Refusal::LinkInvalid)?;
    let country = app.store.country_of(&system::public_names(), entity).await?.ok_or(Refusal::LinkInvalid)?;
    let asking = system::customer(&country, entity, "");
    let hash = app.codes.hash("customer-link", secret);
    let owner = app.store.customer_of_link(&asking, &hash, &stamp(app.clock.now())).await?;
    Ok((entity.to_owned(), owner.ok_or(Refusal::LinkInvalid)?))
}

/// The same for a page that a link opens, which is noted with the requests of its owner.
pub async fn open_link(app: &App, secret: &str) -> Result<(String, String)> {
    let (entity, user_id) = owner_of_link(app, secret).await?;
    if let Err(error) = note_opened(app, &entity, &user_id).await {
        tracing::warn!(%error, "an opened link could not be noted");
    }
    Ok((entity, user_id))
}

async fn note_opened(app: &App, entity: &str, user_id: &str) -> Result<()> {
    let country = app.store.country_of(&system::public_names(), entity).await?.ok_or(Refusal::LinkInvalid)?;
    let permit = system::customer(&country, entity, user_id);
    app.store.note_opened_link(&permit, user_id, &stamp(app.clock.now())).await
}

/// Sends a new customer a message with a link. A failed delivery does not undo the account.
pub async fn welcome_customer(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<()> {
    let Some(customer) = app.store.customer(permit, user_id).await? else { return Ok(()) };
    let channel = if customer.mail.is_some() { Channel::Mail } else { Channel::Sms };
    let Some(to) = customer.mail.as_deref().or(customer.mobile.as_deref()) else { return Ok(()) };
    let link = make_customer_link(app, permit, user_id, None).await?;
    let name = customer.display_name.as_str();
    let values = [("link", link.as_str()), ("userName", name), ("customerName", name), ("partyName", name)];
    messages::send(app, permit, "AccountCreated", &customer.language, (channel, to), &values).await
}
