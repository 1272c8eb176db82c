use domain::Refusal;
use domain::access::{Permit, View};
use domain::master_data::{Definition, Field, Kind, Value};
use domain::message::Message;
use store::master_data::{Filter, ListQuery, Page, Sort};

use crate::{App, Result};

/// The maximum page size.
const MAX_PAGE_SIZE: i64 = 1000;
/// Rows read at a time for the whole list.
const CHUNK_SIZE: i64 = 500;

/// A request for a list. Without a page it is the whole list, in chunks.
#[derive(Debug, Clone, Default)]
pub struct ListRequest {
    pub query: ListQuery,
    pub page: Option<(i64, i64)>,
}

/// Parses `page`, `size`, `sort`, `q` and `field=value`; unknown names are refused.
pub fn read_list_request<'a>(
    definition: &'static Definition,
    parameters: impl Iterator<Item = (&'a str, serde_json::Value)>,
) -> Result<ListRequest, Refusal> {
    let mut request = ListRequest::default();
    let (mut page, mut size) = (None, 25);
    for (name, value) in parameters {
        match name {
            "page" => page = Some(number(name, &value, 0, i64::from(i32::MAX))?),
            "size" => size = number(name, &value, 1, MAX_PAGE_SIZE)?,
            "sort" => request.query.sort = Some(sort(definition, value.as_str().unwrap_or_default())?),
            "q" => request.query.q = text(&value).filter(|q| !q.is_empty()),
            // Names that the client adds to every body, unless the resource has a field of that name.
            "countryCode" | "entityCode" | "versionNumber" => {}
            "langCode" if definition.field("langCode").is_none() => {}
            field => request.query.filters.push(filter(definition, field, &value)?),
        }
    }
    request.page = page.map(|page| (page, size));
    Ok(request)
}

fn text(value: &serde_json::Value) -> Option<String> {
    value.as_str().map(|text| text.trim().chars().take(200).collect())
}

fn wrong(name: &str) -> Refusal {
    let short: String = name.chars().take(50).collect();
    Refusal::field(&short, Message::plain("unknownField").with("name", &short))
}

fn number(name: &str, value: &serde_json::Value, min: i64, max: i64) -> Result<i64, Refusal> {
    let number = value.as_i64().or_else(|| value.as_str().and_then(|text| text.parse().ok()));
    let about = Message::plain("range").with("label", name).with("min", min).with("max", max);
    number.filter(|number| (min..=max).contains(number)).ok_or_else(|| Refusal::field(name, about))
}

fn sort(definition: &'static Definition, text: &str) -> Result<Sort, Refusal> {
    let (name, descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
    if name == "updatedOn" {
        return Ok(Sort { field: None, descending });
    }
    let field =
        definition.stored().find(|field| field.name == name && !field.kind.is_secret() && !field.kind.is_heavy());
    field.map(|field| Sort { field: Some(field), descending }).ok_or_else(|| wrong(name))
}

fn filter(definition: &'static Definition, name: &str, value: &serde_json::Value) -> Result<Filter, Refusal> {
    let field =
        definition.stored().find(|field| field.name == name && !field.kind.is_secret() && !field.kind.is_heavy());
    let field = field.ok_or_else(|| wrong(name))?;
    let value = filter_value(field, value)
        .ok_or_else(|| Refusal::field(field.name, Message::about("wrongType", definition.resource, field.name)))?;
    Ok(Filter { field, value })
}

fn filter_value(field: &Field, value: &serde_json::Value) -> Option<Value> {
    use serde_json::Value as Json;
    match (field.kind, value) {
        (_, Json::Null) => Some(Value::Null),
        (Kind::Bool, Json::Bool(flag)) => Some(Value::Bool(*flag)),
        (Kind::Bool, Json::String(text)) => text.parse().ok().map(Value::Bool),
        (Kind::Int { .. }, Json::Number(number)) => number.as_i64().map(Value::Int),
        (Kind::Int { .. }, Json::String(text)) => text.parse().ok().map(Value::Int),
        (Kind::Bool | Kind::Int { .. }, _) => None,
        (_, Json::String(_)) => text(value).filter(|text| !text.contains('\0')).map(Value::Text),
        _ => None,
    }
}

/// One page of a list.
pub async fn list(
    app: &App,
    permit: &Permit<View>,
    definition: &'static Definition,
    query: &ListQuery,
    page: (i64, i64),
) -> Result<Page> {
    app.store.list_page(permit, definition, query, page.0, page.1).await
}

/// The next chunk of the whole list; `None` at the end.
pub async fn all_pages(
    app: &App,
    permit: &Permit<View>,
    definition: &'static Definition,
    query: &ListQuery,
    before: Option<&Page>,
) -> Result<Option<Page>> {
    if before.is_some_and(|page| (page.rows as i64) < CHUNK_SIZE) {
        return Ok(None);
    }
    let page = app.store.list_next(permit, definition, query, before, CHUNK_SIZE).await?;
    Ok((page.rows > 0).then_some(page))
}
