use domain::access::{Actor, Side, system};
use serde_json::json;
use store::{Batch, Entry};

use crate::App;

/// Logs and audits that an authenticated caller was refused. A failure to record it does not stop the call.
pub async fn note_refusal(app: &App, actor: &Actor, what: &'static str) {
    tracing::warn!(target: "security", what, "an authenticated caller was refused");
    let (country, entity) = (&actor.scope.country, &actor.scope.entity);
    let permit = match actor.side {
        Side::Staff => system::identity(country, entity, &actor.user_id),
        Side::Customer => system::customer(country, entity, &actor.user_id),
    };
    let entry =
        Entry { action: "refused", resource: "session", key: actor.user_id.clone(), detail: json!({ "what": what }) };
    let permit = permit.with_origin(actor.origin(""));
    if let Err(error) = app.store.commit(&permit, Batch::audited(entry)).await {
        tracing::error!(%error, "a refusal could not be audited");
    }
}
