use domain::Refusal;
use domain::access::{Permit, View};
use domain::master_data::{Definition, Field, Kind, Value};
use domain::message::Message;
use store::master_data::{Filter, ListQuery, Page, Sort};

use crate::{App, Result};

/// Most rows of a page.
const MOST: i64 = 1000;
/// Rows that the whole list takes from the database at a time.
const CHUNK: i64 = 500;

/// A list as it was asked for. Without a page it is the whole list, in pieces.
#[derive(Debug, Clone, Default)]
pub struct ListRequest {
    pub query: ListQuery,
    pub page: Option<(i64, i64)>,
}

/// Reads `page`, `size`, `sort`, `q` and `field=value`; anything else is refused by name.
pub fn read_list_request<'a>(
    definition: &'static Definition,
    parameters: impl Iterator<Item = (&'a str, serde_json::Value)>,
) -> Result<ListRequest, Refusal> {
    let mut request = ListRequest::default();
    let (mut page, mut size) = (None, 25);
    for (name, value) in parameters {
        match name {
            "page" => page = Some(number(name, &value, 0, i64::from(i32::MAX))?),
            "size" => size = number(name, &value, 1, MOST)?,
            "sort" => request.query.sort = Some(sort(definition, value.as_str().unwrap_or_default())?),
            "q" => request.query.q = text(&value).filter(|q| !q.is_empty()),
            // What the client adds to every body; a field of the same name is meant when the resource has one.
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

fn number(name: &str, value: &serde_json::Value, least: i64, most: i64) -> Result<i64, Refusal> {
    let number = value.as_i64().or_else(|| value.as_str().and_then(|text| text.parse().ok()));
    let about = Message::plain("range").with("label", name).with("min", least).with("max", most);
    number.filter(|number| (least..=most).contains(number)).ok_or_else(|| Refusal::field(name, about))
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

/// The next piece of the whole list; an empty one is the end.
pub async fn all_pages(
    app: &App,
    permit: &Permit<View>,
    definition: &'static Definition,
    query: &ListQuery,
    before: Option<&Page>,
) -> Result<Option<Page>> {
    if before.is_some_and(|page| (page.rows as i64) < CHUNK) {
        return Ok(None);
    }
    let page = app.store.list_next(permit, definition, query, before, CHUNK).await?;
    Ok((page.rows > 0).then_some(page))
}
