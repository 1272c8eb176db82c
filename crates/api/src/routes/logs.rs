use std::sync::Arc;

use app::logs::{LogCsv, read, read_request};
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use domain::Refusal;
use domain::access::{to_export, to_view};
use domain::logs::Log;
use domain::message;
use futures_util::stream;
use serde_json::Value;

use super::body;
use super::callers::{refuse, staff_caller};
use crate::call::Call;
use crate::state::Api;
use crate::wire::Operation;
use crate::wire::envelope::PageInfo;

/// Logs are read-only.
pub async fn serve(api: &Api, call: &mut Call, body: Body, log: &'static Log) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let permit = match to_view(&actor, log, call.address.header.screen_id.as_deref()) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    if !matches!(call.address.header.operation, None | Some(Operation::FindAll)) {
        return refuse(api, &actor, Refusal::NotAllowed("a log is only read")).await;
    }
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    let mut asked = body::query(&call.query);
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    asked.extend(
        map.iter()
            .filter(|(name, _)| !COMMON_FIELDS.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), text(value))),
    );
    let request = read_request(log, asked.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
    let page = read(&api.app, &permit, log, &request).await?;
    let rows: Vec<String> = page.rows.into_iter().map(|row| Value::Object(row).to_string()).collect();
    let place = PageInfo { number: request.page, size: request.size, total: page.total, ..PageInfo::default() };
    Ok(call.responder(api).page(message::RETRIEVED, rows.join(",").as_bytes(), place))
}

/// Fields the client adds to every body.
const COMMON_FIELDS: &[&str] = &["countryCode", "entityCode", "langCode"];

/// The filtered log as CSV, with one part in memory at a time.
pub async fn export(api: &Arc<Api>, call: &mut Call, log: &'static Log) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let permit = match to_export(&actor, log.screens, call.address.header.screen_id.as_deref()) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let asked = body::query(&call.query);
    let request = read_request(log, asked.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
    let csv = LogCsv::start(&api.app, permit, log, request.query, call.locale).await?;
    let step = |(api, mut csv): (Arc<Api>, LogCsv)| async move {
        let piece = csv.next(&api.app).await?;
        Ok::<_, store::Error>(piece.map(|piece| (Bytes::from(piece), (api, csv))))
    };
    let mut response = Response::new(Body::from_stream(stream::try_unfold((api.clone(), csv), step)));
    let name = format!("attachment; filename=\"{}.csv\"", log.resource);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&name).map_err(store::Error::internal)?);
    Ok(response)
}
