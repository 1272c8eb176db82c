//! Labels of masters in the caller's language.

use app::labels::Labels;
use axum::body::Body;
use axum::http::header;
use axum::response::Response;
use domain::access::Side;
use http_body_util::BodyExt;
use serde_json::Value;

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
];

/// Staff edit instructions and send them back, so only customers read them in their language.
const FOR_CUSTOMERS: &[&str] = &["instructions"];

/// An answer about requests with its labels in the caller's language.
pub async fn of_request(api: &Api, call: &Call, response: Response) -> store::Result<Response> {
    let is_customer = call.caller.as_ref().is_some_and(|actor| actor.side == Side::Customer);
    let names: Vec<&str> = IN_REQUESTS.iter().chain(FOR_CUSTOMERS.iter().filter(|_| is_customer)).copied().collect();
    translated(api, call, response, &names).await
}

/// A JSON answer in which the texts of these names are labels of masters.
pub async fn translated(api: &Api, call: &Call, response: Response, names: &[&str]) -> store::Result<Response> {
    let Some(actor) = call.caller.as_ref().filter(|_| call.locale.is_tamil) else { return Ok(response) };
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !is_json {
        return Ok(response);
    }
    let labels = api.app.labels(&actor.scope, "ta").await?;
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.map_err(store::Error::internal)?.to_bytes();
    let Ok(mut answer) = serde_json::from_slice::<Value>(&bytes) else {
        return Ok(Response::from_parts(parts, Body::from(bytes)));
    };
    replace(&mut answer, &labels, names);
    Ok(Response::from_parts(parts, Body::from(answer.to_string())))
}

fn replace(value: &mut Value, labels: &Labels, names: &[&str]) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|one| replace(one, labels, names)),
        Value::Object(map) => {
            for (name, one) in map {
                match one {
                    Value::String(text) if names.contains(&name.as_str()) => {
                        let label = labels.pick(text).to_owned();
                        *text = label;
                    }
                    other => replace(other, labels, names),
                }
            }
        }
        _ => {}
    }
}
