use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Definition, Record, Value, find};
use domain::message::Message;
use serde_json::{Map, Value as Json};

use crate::{App, Result};

/// A role cannot have a level that is for parties.
pub(super) async fn check_role(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    record: &Record,
) -> Result<()> {
    let Some(levels) = find("authlevel") else { return Ok(()) };
    let Value::Text(code) = record.get(definition, "authLevelCode") else { return Ok(()) };
    let level = app.store.find_record(permit, levels, &[Value::text(code)]).await?;
    if level.is_some_and(|level| level.to_map()["appliesTo"] == "Party") {
        let message = Message::about("selectValid", definition.resource, "authLevelCode");
        Err(Refusal::field("authLevelCode", message).into())
    } else {
        Ok(())
    }
}

/// A level stays what it is for those who use it: roles review by it, and parties were given its number.
pub(super) async fn check_level(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    before: &Map<String, Json>,
    record: &Record,
) -> Result<()> {
    let code = record.get(definition, "authLevelCode").as_text().unwrap_or_default();
    let (of_role, of_party) = app.store.users_of_level(permit, code).await?;
    let applies_to = record.get(definition, "appliesTo").as_text();
    let is_lost = (of_role && applies_to == Some("Party")) || (of_party && applies_to == Some("Role"));
    let is_renumbered = of_party && before.get("levelNo") != Some(&record.get(definition, "levelNo").to_json());
    let in_use = |field| Err(Refusal::field(field, Message::plain("levelInUse")).into());
    if is_lost {
        in_use("appliesTo")
    } else if is_renumbered {
        in_use("levelNo")
    } else {
        Ok(())
    }
}
