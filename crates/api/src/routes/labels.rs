//! Labels of masters in the caller's language.

use app::labels::LabelFields;
use domain::access::{Actor, Side};

use crate::call::Call;
use crate::state::Api;

/// The labels in answers about requests.
const IN_REQUESTS: &[&str] = &[
    "documentTitle",
    "documentCategory",
    "relationshipDesc",
    "requestCategoryDesc",
    "requestSubCategoryDesc",
    "requestPurposeDesc",
    "branchName",
    "instructionsShown",
];

/// Staff edit instructions and send them back, so for them these stay as stored.
const FOR_CUSTOMERS: &[&str] = &["instructions"];

/// What is translated in answers about requests for this caller.
pub async fn in_requests(api: &Api, call: &Call, actor: &Actor) -> store::Result<Option<LabelFields>> {
    let more = if actor.side == Side::Customer { FOR_CUSTOMERS } else { &[] };
    of(api, call, actor, [IN_REQUESTS, more].concat()).await
}

/// What is translated in the fields of these names, if the caller reads another language than the masters'.
pub async fn of(api: &Api, call: &Call, actor: &Actor, names: Vec<&'static str>) -> store::Result<Option<LabelFields>> {
    if !call.locale.is_tamil {
        return Ok(None);
    }
    Ok(Some(LabelFields { labels: api.app.labels(&actor.scope, "ta").await?, names }))
}
