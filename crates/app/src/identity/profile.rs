//! What a customer may see and change of himself.

use domain::Refusal;
use domain::access::{Actor, Permit, View, system};
use domain::master_data::{self, Definition};
use serde_json::{Map, Value};

use crate::{App, Error, Result};

const CHANGEABLE: &[&str] = &["firstName", "secondName", "lastName", "mobileNumber", "userLanguage", "versionNumber"];

fn definition() -> Result<&'static Definition> {
    master_data::find("customerusermaster").ok_or_else(|| Error::internal("no customers"))
}

pub async fn own_profile(app: &App, actor: &Actor) -> Result<Map<String, Value>> {
    let permit: Permit<View> = system::customer(&actor.scope.country, &actor.scope.entity, &actor.user_id).into();
    let key = [master_data::Value::text(&actor.user_id)];
    let found = app.store.find_record(&permit, definition()?, &key).await?;
    Ok(found.ok_or(Refusal::NotFound)?.to_map())
}

/// Only what is his to change; who he is, how he is reached by mail and how long stays the bank's.
pub async fn update_profile(app: &App, actor: &Actor, body: &Map<String, Value>) -> Result<Value> {
    let permit = system::customer(&actor.scope.country, &actor.scope.entity, &actor.user_id);
    let mut record = own_profile(app, actor).await?;
    for name in CHANGEABLE {
        if let Some(value) = body.get(*name) {
            record.insert((*name).to_owned(), value.clone());
        }
    }
    if !body.contains_key("versionNumber") {
        record.remove("versionNumber");
    }
    crate::master_data::update(app, &permit, definition()?, &record).await
}
