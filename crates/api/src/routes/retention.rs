//! The purge calendar and the history of the purge.

use app::retention as use_case;
use app::tables::Format;
use axum::response::Response;
use domain::Refusal;
use domain::access::{BusinessAction, PURGE_CALENDAR, Permit, ScreenSet, View, to_export, to_view_screen};
use domain::message;
use serde_json::Map;

use super::callers::{refuse, staff_caller};
use super::request_call::{claim, pairs, parameter};
use super::request_files::file;
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, GET, Permission, TABLE, get, view};
use crate::state::Api;
use crate::wire::envelope::PageInfo;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("admin", "retention"),
        GET,
        Permission::Screens(&[PURGE_CALENDAR]),
        |api, call, _| Box::pin(days(api, call)),
        &[get(
            "How much is destroyed after each day between `from` and `to` (at most 366 days; without \
                them the next 90), by kind: rejected, documents, records; first, with `isHeld`, what a \
                legal hold keeps past its day",
            Answers::Other,
        )],
    ),
    Endpoint::new(
        ("admin", "retention/item"),
        GET,
        Permission::Screens(&[PURGE_CALENDAR]),
        |api, call, _| Box::pin(items(api, call)),
        &[get(
            "What exactly is destroyed after the day in `date`, of the kind in `kind`, or with \
                `isHeld=true` is kept by a legal hold up to that day; by page and size",
            Answers::Other,
        )],
    ),
    Endpoint::new(
        ("admin", "retention/item/export"),
        GET,
        Permission::Rules(&[view(ScreenSet::NONE).or(&[PURGE_CALENDAR]).with(BusinessAction::Export)]),
        |api, call, _| Box::pin(export(api, call)),
        &[get("The same list as a file: format csv or xlsx", TABLE)],
    )
    .search(),
    Endpoint::new(
        ("admin", "retention/run"),
        GET,
        Permission::Screens(&[PURGE_CALENDAR]),
        |api, call, _| Box::pin(runs(api, call)),
        &[get("The runs of the purge, newest first; by page and size", Answers::Other)],
    ),
];

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
