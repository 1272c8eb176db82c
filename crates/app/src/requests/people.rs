//! Customer logins for parties: a party without a login gets one with the request.

use domain::access::{Change, RequestAccess};
use domain::master_data::{self, Purpose, validate};
use domain::request::Party;
use serde_json::json;
use store::{Batch, Error};

use crate::{App, Result};

/// The login of each party, and the statements that create the missing ones.
pub(super) async fn logins(
    app: &App,
    access: &RequestAccess<Change>,
    parties: &[Party],
    now: &str,
) -> Result<(Vec<String>, Batch)> {
    let mut batch = Batch::default();
    let mut logins = Vec::with_capacity(parties.len());
    let context = app.validation_context(access.permit().scope()).await?;
    let definition =
        master_data::find("customerusermaster").ok_or_else(|| Error::internal("customers are not defined"))?;
    for party in parties {
        let (mail, mobile) = (party.email_address.as_deref(), party.mobile_number.as_deref());
        if let Some(known) = app.store.customer_login(access.permit(), mail, mobile).await? {
            logins.push(known);
            continue;
        }
        let login = mail.or(mobile).unwrap_or_default().to_owned();
        let body = json!({
            "userId": login, "firstName": party.first_name, "secondName": party.second_name,
            "lastName": party.last_name,
            "mailId": mail, "mobileNumber": mobile, "userLanguage": party.lang_code, "status": "Active",
        });
        let body = body.as_object().cloned().unwrap_or_default();
        let record = validate(definition, &body, Purpose::Save, &context)?;
        let permit = access.permit();
        let detail = json!({ "record": { "userId": login } });
        let made = store::master_data::insert(definition, permit.scope(), permit.actor(), &record, now, detail);
        batch = batch.join(made);
        logins.push(login);
    }
    Ok((logins, batch))
}
