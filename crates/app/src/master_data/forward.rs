use domain::Refusal;
use domain::access::{Change, Permit};
use domain::master_data::{Definition, Record, Value};
use domain::message::Message;

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
    for _ in 0..LONGEST {
        if next == from {
            return Err(Refusal::field("toUserId", Message::plain("forwardToSame")).into());
        }
        let onward = app.store.find_record(permit, definition, &[Value::text(&next)]).await?;
        let onward = onward.and_then(|found| found.to_map().get("toUserId")?.as_str().map(str::to_owned));
        match onward {
            Some(user) => next = user,
            None => return Ok(()),
        }
    }
    Err(Refusal::field("toUserId", Message::plain("forwardToSame")).into())
}
