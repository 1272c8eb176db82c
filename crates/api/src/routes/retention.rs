//! The purge calendar and the history of the purge.

use app::retention as use_case;
use app::tables::Format;
use axum::response::Response;
use domain::Refusal;
use domain::access::{PURGE_CALENDAR, Permit, View, to_export, to_view_screen};
use domain::message;
use serde_json::Map;

use super::request_files::file;
use super::requests::{claim, pairs, parameter};
use super::{refuse, staff_caller};
use crate::Api;
use crate::middleware::Call;
use crate::wire::envelope::PageInfo;

async fn to_see(api: &Api, call: &mut Call) -> store::Result<Permit<View>> {
    let actor = staff_caller(api, call).await?;
    match to_view_screen(&actor, PURGE_CALENDAR, claim(call)) {
        Ok(permit) => Ok(permit),
        Err(refusal) => refuse(api, &actor, refusal).await,
    }
}

pub async fn days(api: &Api, call: &mut Call) -> store::Result<Response> {
    let permit = to_see(api, call).await?;
    let period = use_case::read_period(&api.app, &permit, &pairs(call, &Map::new())).await?;
    let found = use_case::due_days(&api.app, &permit, &period).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &found))
}

pub async fn items(api: &Api, call: &mut Call) -> store::Result<Response> {
    let permit = to_see(api, call).await?;
    let query = use_case::read_due_query(&pairs(call, &Map::new()))?;
    let (found, total) = use_case::due_items(&api.app, &permit, &query).await?;
    Ok(call.responder(api).page_of(message::RETRIEVED, &found, page(&query, total)))
}

pub async fn runs(api: &Api, call: &mut Call) -> store::Result<Response> {
    let permit = to_see(api, call).await?;
    let query = use_case::read_due_query(&pairs(call, &Map::new()))?;
    let (found, total) = use_case::purge_runs(&api.app, &permit, &query).await?;
    Ok(call.responder(api).page_of(message::RETRIEVED, &found, page(&query, total)))
}

pub async fn export(api: &Api, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let taken = match to_export(&actor, &[PURGE_CALENDAR], claim(call)) {
        Ok(taken) => taken,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let query = use_case::read_due_query(&pairs(call, &Map::new()))?;
    let format = parameter(call, "format").unwrap_or_else(|| "csv".to_owned());
    let format = Format::parse(&format).ok_or(Refusal::BadRequest("the format is csv or xlsx"))?;
    let permits = (&taken.clone().into(), &taken.into());
    let found = use_case::export_due(&api.app, permits, &query, format).await?;
    file(found, format.content_type(), &format!("purge-{}.{}", query.date, format.extension()))
}

fn page(query: &use_case::DueQuery, total: i64) -> PageInfo {
    PageInfo { number: query.page.into(), size: query.size.into(), total, is_newest_only: false }
}
