//! Links in messages replace typing the user id. A link identifies the customer; logging in still needs a code.

use domain::Refusal;
use domain::access::{Change, Permit, system};
use jiff::SignedDuration;
use ports::Channel;
use store::audit::stamp;
use store::{Statement, keep_customer_link};

use crate::{App, Result};

/// Long enough to answer a request.
const LINK_DAYS: i64 = 30;

/// Creates a portal link for this customer, which opens a request if there is one.
pub async fn make_customer_link(
    app: &App,
    permit: &Permit<Change>,
    user_id: &str,
    txn_ref_no: Option<&str>,
) -> Result<String> {
    let (link, keep) = new_customer_link(app, permit, user_id, txn_ref_no)?;
    app.store.commit_unaudited(permit, vec![keep]).await?;
    Ok(link)
}

/// A link, and the statement that stores it.
pub(crate) fn new_customer_link(
    app: &App,
    permit: &Permit<Change>,
    user_id: &str,
    txn_ref_no: Option<&str>,
) -> Result<(String, Statement)> {
    let entity = &permit.scope().entity;
    let secret = format!("{}.{entity}", app.codes.secret()?);
    let expires = stamp(app.clock.now() + SignedDuration::from_hours(24 * LINK_DAYS));
    let keep = keep_customer_link(permit, &app.codes.hash("customer-link", &secret), user_id, &expires);
    let page = txn_ref_no.map_or("login".to_owned(), |number| format!("requests/{number}"));
    // The page has the entity's name and colours from the start. The secret is in the fragment, so that it is never
    // sent to a server or logged.
    Ok((format!("{}/provider/{page}?entity={entity}#link={secret}", app.settings.origin), keep))
}

/// Entity and user id of a valid link.
pub async fn owner_of_link(app: &App, secret: &str) -> Result<(String, String)> {
    let entity = secret.rsplit_once('.').map(|(_, entity)| entity).ok_or(Refusal::LinkInvalid)?;
    let country = app.store.country_of(&system::public_names(), entity).await?.ok_or(Refusal::LinkInvalid)?;
    let asking = system::customer(&country, entity, "");
    let hash = app.codes.hash("customer-link", secret);
    let owner = app.store.customer_of_link(&asking, &hash, &stamp(app.clock.now())).await?;
    Ok((entity.to_owned(), owner.ok_or(Refusal::LinkInvalid)?))
}

/// Sends a new customer a message with a link. A failed delivery does not undo the account.
pub async fn welcome_customer(app: &App, permit: &Permit<Change>, user_id: &str) -> Result<()> {
    let Some(customer) = app.store.customer(permit, user_id).await? else { return Ok(()) };
    let channel = if customer.mail.is_some() { Channel::Mail } else { Channel::Sms };
    let Some(to) = customer.mail.as_deref().or(customer.mobile.as_deref()) else { return Ok(()) };
    let link = make_customer_link(app, permit, user_id, None).await?;
    let name = customer.display_name.as_str();
    let values = [("link", link.as_str()), ("userName", name), ("customerName", name), ("partyName", name)];
    super::messages::send_to_customer(app, permit, "AccountCreated", &customer.language, (channel, to), &values).await
}
