use app::logs::{read, read_request};
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::to_read_log;
use domain::logs::Log;
use domain::message;
use serde_json::Value;

use super::{body, known};
use crate::Api;
use crate::edge::Call;
use crate::wire::Operation;

/// Logs are listed and never changed.
pub async fn serve(api: &Api, call: &mut Call, body: Body, log: &'static Log) -> store::Result<Response> {
    let actor = known(api, call).await?;
    let permit = match to_read_log(&actor, log, call.address.header.screen_id.as_deref()) {
        Ok(permit) => permit,
        Err(refusal) => {
            app::identity::note_refusal(&api.app, &actor, "a log was asked for").await;
            return Err(refusal.into());
        }
    };
    if !matches!(call.address.header.operation, None | Some(Operation::FindAll)) {
        return Err(Refusal::NotAllowed("a log is only read").into());
    }
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    let mut asked = body::query(&call.query);
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    asked.extend(
        map.iter()
            .filter(|(name, _)| !COMPANIONS.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), text(value))),
    );
    let request = read_request(log, asked.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
    let page = read(&api.app, &permit, log, &request).await?;
    let rows: Vec<String> = page.rows.into_iter().map(|row| Value::Object(row).to_string()).collect();
    Ok(call.speaker(api).page(message::RETRIEVED, rows.join(",").as_bytes(), request.page, request.size, page.total))
}

/// What the client adds to every body.
const COMPANIONS: &[&str] = &["countryCode", "entityCode", "langCode"];
