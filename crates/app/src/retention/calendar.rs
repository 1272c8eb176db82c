//! The purge calendar: what is destroyed when, and the runs that destroyed something.

use domain::Refusal;
use domain::access::{Change, Permit, View};
use domain::message::Message;
use domain::retention::Kind;
use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use ports::OpenFile;
use serde_json::{Value, json};
use store::retention::KeptUntil;
use store::{Batch, Entry};

use crate::tables::{Format, Table};
use crate::{App, Result};

/// The most days of one query, and how far the calendar looks ahead unless the caller says otherwise.
const MAX_DAYS: i32 = 366;
const USUAL_DAYS: i32 = 90;
/// The maximum page size, and how far one may page.
const MAX_ROWS: u32 = 200;
const MAX_OFFSET: u32 = 10_000;
/// The pages and the size of an export.
const EXPORT_PAGE: u32 = 500;
const MAX_EXPORT: u32 = 50_000;

const COLUMNS: &[&str] = &[
    "date",
    "kind",
    "txnRefNo",
    "customerName",
    "customerReference",
    "documentNo",
    "documentTitle",
    "versionNo",
    "tenantCode",
    "branchCode",
    "owner",
    "closedOn",
    "isHeld",
];

/// A page of what is destroyed after one day, or of the runs.
#[derive(Debug, Clone, Default)]
pub struct DueQuery {
    pub date: String,
    pub kind: Option<Kind>,
    /// Only what a hold keeps; its day may be any up to `date`.
    pub is_held: bool,
    pub page: u32,
    pub size: u32,
}

fn wrong(name: &str) -> Refusal {
    Refusal::field(name, Message::plain("wrongFilter"))
}

fn day(name: &str, text: &str) -> std::result::Result<Date, Refusal> {
    let valid = text.parse::<Date>().ok().filter(|date| date.to_string() == text);
    valid.ok_or_else(|| Refusal::field(name, Message::plain("validDate")))
}

/// The first and the last day of `from` and `to`; without them the next weeks. Unknown names are refused.
pub async fn read_period(app: &App, permit: &Permit<View>, pairs: &[(String, String)]) -> Result<(String, String)> {
    let (mut from, mut to) = (None, None);
    for (name, value) in pairs {
        match name.as_str() {
            _ if value.trim().is_empty() => {}
            "from" => from = Some(day("from", value.trim())?),
            "to" => to = Some(day("to", value.trim())?),
            _ => return Err(wrong(name).into()),
        }
    }
    let facts = app.entity_facts(permit.scope()).await?;
    let zone = TimeZone::get(&facts.time_zone).unwrap_or(TimeZone::UTC);
    let from = from.unwrap_or_else(|| app.clock.now().to_zoned(zone).date());
    let to = to.unwrap_or_else(|| from.saturating_add(USUAL_DAYS.days()));
    if to < from || to > from.saturating_add(MAX_DAYS.days()) {
        return Err(Refusal::field("to", Message::plain("wrongPeriod").with("max", MAX_DAYS)).into());
    }
    Ok((from.to_string(), to.to_string()))
}

/// Parses `date`, `kind`, `isHeld`, `page` and `size`; unknown names are refused.
pub fn read_due_query(pairs: &[(String, String)]) -> std::result::Result<DueQuery, Refusal> {
    let mut query = DueQuery { size: 25, ..DueQuery::default() };
    for (name, value) in pairs {
        let value = value.trim();
        let number = || value.parse::<u32>().map_err(|_| wrong(name));
        match name.as_str() {
            _ if value.is_empty() => {}
            "date" => query.date = day("date", value)?.to_string(),
            "kind" => query.kind = Some(Kind::parse(value).ok_or_else(|| wrong("kind"))?),
            "isHeld" => query.is_held = value.parse().map_err(|_| wrong(name))?,
            "page" => query.page = number()?,
            "size" => {
                query.size =
                    Some(number()?).filter(|size| (1..=MAX_ROWS).contains(size)).ok_or_else(|| wrong("size"))?
            }
            // Only used by exports.
            "format" => {}
            _ => return Err(wrong(name)),
        }
    }
    if query.page.saturating_mul(query.size) > MAX_OFFSET { Err(wrong("page")) } else { Ok(query) }
}

/// How much is destroyed after each day of the period. What a hold keeps past its day comes first, under the day
/// before.
pub async fn due_days(app: &App, permit: &Permit<View>, (from, to): &(String, String)) -> Result<Vec<Value>> {
    let before = day("from", from)?.saturating_sub(1.days()).to_string();
    let mut found = app.store.held_past(permit, &before).await?;
    found.extend(app.store.retention_days(permit, from, to).await?);
    Ok(found.iter().map(|day| json!(day)).collect())
}

fn checked(query: &DueQuery) -> std::result::Result<KeptUntil<'_>, Refusal> {
    let (to, is_held) = (query.date.as_str(), query.is_held);
    if to.is_empty() {
        return Err(Refusal::field("date", Message::plain("validDate")));
    }
    let from = if is_held { "" } else { to };
    Ok(KeptUntil { from, to, kind: query.kind.ok_or_else(|| wrong("kind"))?, is_held })
}

/// What exactly is destroyed after a day, and how much it is in all.
pub async fn due_items(app: &App, permit: &Permit<View>, query: &DueQuery) -> Result<(Vec<Value>, i64)> {
    let (items, total) = app.store.retention_items(permit, checked(query)?, (query.page, query.size)).await?;
    Ok((items.iter().map(|item| json!(item)).collect(), total))
}

/// The same as a file. The export is audited.
pub async fn export_due(
    app: &App,
    (see, change): (&Permit<View>, &Permit<Change>),
    query: &DueQuery,
    format: Format,
) -> Result<OpenFile> {
    let kept = checked(query)?;
    let mut table = Table::start(format, COLUMNS)?;
    for page in 0..MAX_EXPORT / EXPORT_PAGE {
        let (items, _) = app.store.retention_items(see, kept, (page, EXPORT_PAGE)).await?;
        for item in &items {
            let row = json!(item);
            let cell = |column: &&str| match &row[*column] {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                other => other.to_string(),
            };
            table.row(&COLUMNS.iter().map(cell).collect::<Vec<_>>())?;
        }
        if (items.len() as u32) < EXPORT_PAGE {
            break;
        }
    }
    let detail =
        json!({ "date": query.date, "kind": kept.kind.name(), "isHeld": kept.is_held, "format": format.extension() });
    let entry = Entry { action: "export", resource: "retention", key: String::new(), detail };
    app.store.commit(change, Batch::audited(entry)).await?;
    table.finish()
}

/// The runs of the purge, newest first, and how many there are.
pub async fn purge_runs(app: &App, permit: &Permit<View>, query: &DueQuery) -> Result<(Vec<Value>, i64)> {
    let found = app.store.purge_runs(permit).await?;
    let page = found.iter().skip((query.page * query.size) as usize).take(query.size as usize);
    Ok((page.map(|run| json!(run)).collect(), found.len() as i64))
}
