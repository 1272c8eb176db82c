use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Definition, Record, Value};
use domain::message::Message;
use serde_json::{Map, Value as Json};

use crate::{App, Result};

/// Longer chains of people who forward to each other are nobody's intention.
const LONGEST: usize = 50;

/// Requests that are forwarded must not come back to where they came from, whatever way they take.
pub(super) async fn refuse_cycle(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    record: &Record,
) -> Result<()> {
    if definition.resource != "adminEntityRequestForward" {
        return Ok(());
    }
    let named = |field: &str| record.get(definition, field).as_text().unwrap_or_default().to_owned();
    let (from, mut next) = (named("fromUserId"), named("toUserId"));
    let today = app.moment(permit.scope()).await?.today.to_string();
    for _ in 0..LONGEST {
        if next == from {
            return Err(Refusal::field("toUserId", Message::plain("forwardToSame")).into());
        }
        let onward = app.store.find_record(permit, definition, &[Value::text(&next)]).await?;
        match onward.and_then(|found| goes_to(&found.to_map(), &today)) {
            Some(user) => next = user,
            None => return Ok(()),
        }
    }
    Err(Refusal::field("toUserId", Message::plain("forwardToSame")).into())
}

/// To whom an entry leads that is not over yet.
fn goes_to(entry: &Map<String, Json>, today: &str) -> Option<String> {
    let text = |name: &str| entry.get(name).and_then(Json::as_str);
    text("toUserId").filter(|_| text("expiryDate").is_none_or(|last| last >= today)).map(str::to_owned)
}
