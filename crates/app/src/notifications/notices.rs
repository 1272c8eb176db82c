use domain::Refusal;
use domain::access::{Actor, Change, Permit, View};
use domain::message::Message;
use serde_json::{Map, Value, json};

use crate::{App, Result};

const MAX_NOTICES: i64 = 50;

/// The newest notices of a member of staff, and how many are unread.
pub async fn notices(app: &App, actor: &Actor, permit: &Permit<View>) -> Result<(Vec<Value>, usize)> {
    let found = app.store.notices(permit, &actor.user_id, MAX_NOTICES).await?;
    let unread = found.iter().filter(|notice| !notice.is_read).count();
    Ok((found.iter().map(|notice| json!(notice)).collect(), unread))
}

pub async fn mark_read(app: &App, actor: &Actor, permit: &Permit<Change>, body: &Map<String, Value>) -> Result<()> {
    let one = body.get("notificationId").and_then(Value::as_str);
    let all = body.get("all") == Some(&Value::Bool(true));
    match (one, all) {
        (Some(id), _) => app.store.mark_read(permit, &actor.user_id, Some(id)).await,
        (None, true) => app.store.mark_read(permit, &actor.user_id, None).await,
        (None, false) => Err(Refusal::field("notificationId", Message::plain("selectRecord")).into()),
    }
}
