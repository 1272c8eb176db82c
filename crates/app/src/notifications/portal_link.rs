//! Links to the portal in messages, which replace typing the user id. Logging in still needs a code.

use domain::access::{Change, Permit};
use jiff::SignedDuration;
use store::audit::stamp;
use store::{Statement, keep_customer_link};

use super::message_renderer::LINK;
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
    Ok((address(app, entity, txn_ref_no, &secret), keep))
}

/// A text before it is sent, with a link of the usual kind that opens nothing.
pub(crate) fn with_sample_link(app: &App, entity: &str, txn_ref_no: Option<&str>, text: &str) -> String {
    text.replace(LINK, &address(app, entity, txn_ref_no, "sample"))
}

/// The page has the entity's name and colours from the start. The secret is in the fragment, so that it is never sent
/// to a server or logged.
fn address(app: &App, entity: &str, txn_ref_no: Option<&str>, secret: &str) -> String {
    let page = txn_ref_no.map_or("login".to_owned(), |number| format!("requests/{number}"));
    format!("{}/provider/{page}?entity={entity}#link={secret}", app.settings.origin)
}
