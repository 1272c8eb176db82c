use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Definition, Record, Value};
use domain::message::Message;
use serde_json::{Map, Value as Json};

use crate::{App, Result};

/// The maximum length of a chain of forwards.
const MAX_CHAIN: usize = 50;

/// Refuses a forward that would lead back to its origin through other forwards.
pub(super) async fn refuse_cycle(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    record: &Record,
) -> Result<()> {
    let named = |field: &str| record.get(definition, field).as_text().unwrap_or_default().to_owned();
    let (from, mut next) = (named("fromUserId"), named("toUserId"));
    let today = app.validation_context(permit.scope()).await?.today.to_string();
    for _ in 0..MAX_CHAIN {
        if next == from {
            return Err(Refusal::field("toUserId", Message::plain("forwardToSame")).into());
        }
        let forward = app.store.find_record(permit, definition, &[Value::text(&next)]).await?;
        match forward.and_then(|found| active_target(&found.to_map(), &today)) {
            Some(user) => next = user,
            None => return Ok(()),
        }
    }
    Err(Refusal::field("toUserId", Message::plain("forwardToSame")).into())
}

/// The target of a forward that has not ended.
fn active_target(entry: &Map<String, Json>, today: &str) -> Option<String> {
    let text = |name: &str| entry.get(name).and_then(Json::as_str);
    text("toUserId").filter(|_| text("expiryDate").is_none_or(|last| last >= today)).map(str::to_owned)
}
