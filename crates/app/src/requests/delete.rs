use domain::Refusal;
use domain::access::{Change, Sight};
use domain::message::Message;
use serde_json::{Map, Value};
use store::requests::deleted;

use super::change::{check_version, load, situation, step};
use super::{live, reference, version};
use crate::{App, Result};

/// Throws unsent requests away. What was sent is cancelled, never deleted.
pub async fn delete(app: &App, sight: &Sight<Change>, body: &Map<String, Value>) -> Result<usize> {
    let at = situation(app, sight).await?;
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
        let case = load(app, sight, reference(key)?, &at).await?;
        check_version(&case, version(key)?)?;
        if case.head.is_sent {
            return Err(Refusal::Conflict(Message::plain("alreadySent")).into());
        }
        batches.push(deleted(sight, &case, &step(sight, Some(&case), &at, "delete")));
        gone.push(case);
    }
    let count = batches.len();
    let all = batches.into_iter().reduce(store::Batch::join).unwrap_or_default();
    app.store.commit(sight.permit(), all).await?;
    for case in &gone {
        live::tell(app, sight, case, None).await;
    }
    Ok(count)
}
