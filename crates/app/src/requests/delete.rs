use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::message::Message;
use domain::request::RequestAction;
use serde_json::{Map, Value};
use store::requests::deleted;

use crate::context::{check_version, entity_clock, load, reference, step, version};
use crate::{App, Result, live};

/// Deletes unsent requests. Sent requests can only be cancelled.
pub async fn delete(app: &App, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<usize> {
    let at = entity_clock(app, access).await?;
    let several = body.get("records").and_then(Value::as_array);
    let keys: Vec<&Map<String, Value>> = match several {
        Some(records) => {
            let none = || Refusal::field("records", Message::plain("EnTxn0001"));
            records.iter().map(|record| record.as_object().ok_or_else(none)).collect::<std::result::Result<_, _>>()?
        }
        None => vec![body],
    };
    if keys.is_empty() {
        return Err(Refusal::NothingSelected.into());
    }
    let (mut batches, mut gone) = (Vec::new(), Vec::new());
    for key in keys {
        let aggregate = load(app, access, reference(key)?, &at).await?;
        check_version(&aggregate, version(key)?)?;
        if aggregate.request.is_sent {
            return Err(Refusal::Conflict(Message::plain("alreadySent")).into());
        }
        batches.push(deleted(access, &aggregate, &step(access, Some(&aggregate), &at, RequestAction::Delete)));
        gone.push(aggregate);
    }
    let count = batches.len();
    let all = batches.into_iter().reduce(store::Batch::join).unwrap_or_default();
    app.store.commit(access.permit(), all).await?;
    for aggregate in &gone {
        live::publish_change(app, access, aggregate, None).await;
    }
    Ok(count)
}
