use domain::Refusal;
use domain::access::{Actor, Change, Permit, RequestAccess, View, Viewer};
use domain::message::Message;
use domain::request::RequestStatus;
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use store::requests::{Having, ListRow, SavedView, SearchQuery, SortBy};

use super::find::describe;
use super::row::written;
use super::view::{RequestView, view};
use crate::context::{EntityClock, entity_clock};
use crate::{App, Error, Result};

/// The maximum page size, and how far one may page.
const MAX_ROWS: i64 = 200;
const MAX_OFFSET: i64 = 10_000;
/// How far ahead a list looks for documents that are destroyed.
const MAX_DAYS: i64 = 366;

/// A query for a list of requests.
#[derive(Debug, Clone, Default)]
pub struct SavedQuery {
    pub query: SearchQuery,
    pub page: i64,
    pub size: i64,
    /// The documents are destroyed within this many days.
    pub purge_within: Option<i64>,
}

impl SavedQuery {
    /// The query with its days as timestamps in the entity's time zone. What is destroyed soon is listed by owner.
    pub(super) fn at(&self, entity_clock: &EntityClock, actor: &Actor) -> SearchQuery {
        let begin = |day: &String| day.parse().map_or_else(|_| day.clone(), |day| entity_clock.start_of_day(day));
        let query = &self.query;
        let [from, to, closed_from, closed_to] =
            [&query.from, &query.to, &query.closed_from, &query.closed_to].map(|day| day.as_ref().map(begin));
        let purge = self.purge_within.map(|days| {
            let last = entity_clock.today.saturating_add(days.days());
            (entity_clock.today.to_string(), last.to_string())
        });
        let owner = query.owner.clone().or_else(|| purge.is_some().then(|| actor.user_id.clone()));
        SearchQuery { from, to, closed_from, closed_to, purge, owner, ..query.clone() }
    }
}

fn wrong(name: &str) -> Refusal {
    Refusal::field(name, Message::plain("wrongFilter"))
}

fn date(name: &str, value: &str) -> std::result::Result<Date, Refusal> {
    value.parse().map_err(|_| Refusal::field(name, Message::plain("validDate")))
}

/// The query that the user saved under this name.
pub async fn view_named(app: &App, actor: &Actor, access: &RequestAccess<View>, name: &str) -> Result<String> {
    let views = app.store.saved_views(access, &actor.user_id).await?;
    let saved = views.into_iter().find(|view| view.name == name.trim());
    Ok(saved.ok_or_else(|| wrong("view"))?.query)
}

/// Parses the parameters of a query; unknown names are refused.
pub fn read_query(pairs: &[(String, String)]) -> std::result::Result<SavedQuery, Refusal> {
    let mut wanted = SavedQuery { size: 25, ..SavedQuery::default() };
    for (name, value) in pairs {
        let value = value.trim();
        if !value.is_empty() {
            wanted.set(name, value)?;
        }
    }
    if wanted.page.saturating_mul(wanted.size) > MAX_OFFSET {
        return Err(wrong("page"));
    }
    Ok(wanted)
}

fn named<T: Copy>(names: &[(&str, T)], name: &str, value: &str) -> std::result::Result<T, Refusal> {
    names.iter().find(|(known, _)| *known == value).map(|(_, one)| *one).ok_or_else(|| wrong(name))
}

/// The day after, where the last day is included.
fn day_after(name: &str, value: &str) -> std::result::Result<String, Refusal> {
    Ok(date(name, value)?.tomorrow().map_err(|_| wrong(name))?.to_string())
}

impl SavedQuery {
    fn set(&mut self, name: &str, value: &str) -> std::result::Result<(), Refusal> {
        match name {
            "page" => self.page = value.parse().ok().filter(|page| *page >= 0).ok_or_else(|| wrong(name))?,
            "size" => {
                let size = value.parse().ok().filter(|size| (1..=MAX_ROWS).contains(size));
                self.size = size.ok_or_else(|| wrong(name))?;
            }
            "purgeWithin" => {
                let days = value.parse().ok().filter(|days| (1..=MAX_DAYS).contains(days));
                self.purge_within = Some(days.ok_or_else(|| wrong(name))?);
            }
            // Only used by exports.
            "format" => {}
            _ => set_filter(&mut self.query, name, value)?,
        }
        Ok(())
    }
}

fn set_filter(query: &mut SearchQuery, name: &str, value: &str) -> std::result::Result<(), Refusal> {
    let own = || Some(value.chars().take(100).collect::<String>());
    match name {
        "sort" => {
            query.sort = named(SortBy::NAMES, name, value.strip_prefix('-').unwrap_or(value))?;
            query.ascending = !value.starts_with('-');
        }
        "q" => {
            let words = value.to_lowercase();
            query.words = words.split_whitespace().take(4).map(|word| word.chars().take(60).collect()).collect();
        }
        "status" | "transactionStatus" => {
            for status in value.split(',') {
                query.statuses.push(RequestStatus::parse(status.trim()).ok_or_else(|| wrong("status"))?);
            }
        }
        "from" => query.from = Some(date(name, value)?.to_string()),
        "to" => query.to = Some(day_after(name, value)?),
        "dueFrom" => query.due_from = Some(date(name, value)?.to_string()),
        "dueTo" => query.due_to = Some(date(name, value)?.to_string()),
        "branchCode" => query.branch = own(),
        "requestCategory" => query.category = own(),
        "customerType" => query.customer_type = own(),
        "owner" => query.owner = own(),
        "overdue" => query.overdue = value.parse().map_err(|_| wrong(name))?,
        "having" => query.having = Some(named(Having::NAMES, name, value)?),
        "closedFrom" => query.closed_from = Some(date(name, value)?.to_string()),
        "closedTo" => query.closed_to = Some(day_after(name, value)?),
        "txnRefNo" => query.reference = own(),
        _ => return Err(wrong(name)),
    }
    Ok(())
}

/// A page of a list as JSON.
pub struct ListPage {
    /// Comma-separated rows.
    pub rows: Vec<u8>,
    /// As far as it was counted.
    pub total: i64,
    /// Only the newest matches of the text were considered.
    pub is_newest_only: bool,
}

/// A page of requests. A damaged request is listed as unreadable.
pub async fn search(app: &App, actor: &Actor, access: &RequestAccess<View>, wanted: &SavedQuery) -> Result<ListPage> {
    let at = entity_clock(app, access).await?;
    let today = at.today;
    let offset = wanted.page * wanted.size;
    let mut query = wanted.at(&at, actor);
    if matches!(access.viewer(), Viewer::Party { .. }) {
        // Parties may not learn which banker owns a request, or what other parties have to do.
        if query.purge.is_some() {
            return Err(wrong("purgeWithin").into());
        }
        if query.owner.is_some() {
            return Err(wrong("owner").into());
        }
        if query.having.is_some() {
            return Err(wrong("having").into());
        }
        // Parties search only by what they can see, not by the bank's own names.
        query.names = std::mem::take(&mut query.words);
    }
    let found = app.store.search_requests(access, &query, &today.to_string(), offset, wanted.size).await?;
    let reader = RequestView { actor, access, at: &at };
    let rows = match access.viewer() {
        Viewer::Party { .. } => written(own_rows(app, &reader, &found.rows, at.four_eyes).await?.iter())?,
        _ => written(reader.rows(&found.rows))?,
    };
    Ok(ListPage { rows, total: found.total, is_newest_only: found.is_newest_only })
}

/// A party's view of the requests: counts and pending actions cover only the party's own documents.
async fn own_rows(
    app: &App,
    reader: &RequestView<'_, View>,
    listed: &[ListRow],
    four_eyes: bool,
) -> Result<Vec<Value>> {
    let mut rows = Vec::with_capacity(listed.len());
    for txn_ref_no in listed.iter().map(ListRow::txn_ref_no) {
        let aggregate =
            match app.store.request(reader.access, txn_ref_no, &reader.at.today.to_string(), four_eyes).await {
                Ok(Some(aggregate)) => aggregate,
                Ok(None) => continue,
                Err(error @ Error::Unreadable { .. }) => {
                    error.report();
                    rows.push(json!({ "txnRefNo": txn_ref_no, "isUnreadable": true }));
                    continue;
                }
                Err(error) => return Err(error),
            };
        let mut shown = describe(app, reader.access, view(reader, &aggregate)).await?;
        if let Value::Object(map) = &mut shown {
            map.remove("parties");
        }
        rows.push(shown);
    }
    Ok(rows)
}

/// The user's saved views.
pub async fn views(app: &App, actor: &Actor, access: &RequestAccess<View>) -> Result<Vec<Value>> {
    let found = app.store.saved_views(access, &actor.user_id).await?;
    Ok(found.iter().map(|view| json!({ "name": view.name, "query": view.query })).collect())
}

pub async fn save_view(app: &App, actor: &Actor, permit: &Permit<Change>, body: &Map<String, Value>) -> Result<Value> {
    let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default().trim();
    let (name, query) = (text("name"), text("query"));
    if name.is_empty() {
        return Err(Refusal::field("name", Message::about("enter", "docrequest", "viewName")).into());
    }
    if name.chars().count() > 50 || name.chars().any(char::is_control) {
        return Err(Refusal::field("name", Message::plain("maxLength").with("max", 50)).into());
    }
    if query.len() > 1000 {
        return Err(Refusal::field("query", Message::plain("maxLength").with("max", 1000)).into());
    }
    let view = SavedView { name: name.to_owned(), query: query.to_owned() };
    app.store.save_view(permit, &actor.user_id, &view).await?;
    Ok(json!({ "name": view.name, "query": view.query }))
}

pub async fn drop_view(app: &App, actor: &Actor, permit: &Permit<Change>, body: &Map<String, Value>) -> Result<()> {
    let name = body.get("name").and_then(Value::as_str).unwrap_or_default();
    app.store.drop_view(permit, &actor.user_id, name).await
}
