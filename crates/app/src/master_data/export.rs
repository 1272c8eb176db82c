use domain::access::business::Export;
use domain::access::{Act, Permit, View};
use domain::master_data::Definition;
use serde_json::{Map, Value, json};
use store::master_data::{ListQuery, Page};
use store::{Batch, Entry};

use super::list::all_pages;
use crate::tables::disarm;
use crate::{App, Error, Result};

/// The columns of a CSV: every field except secrets and images.
pub(super) fn columns(definition: &'static Definition) -> Vec<&'static str> {
    let plain = definition.fields.iter().filter(|field| !field.kind.is_secret() && !field.kind.is_heavy());
    plain.map(|field| field.name).collect()
}

pub fn export_header(definition: &'static Definition) -> Result<Vec<u8>> {
    line(columns(definition).into_iter())
}

/// Audits an export with its filters.
pub async fn note_export(
    app: &App,
    permit: &Permit<Act<Export>>,
    definition: &'static Definition,
    query: &ListQuery,
) -> Result<()> {
    let filters: Map<String, Value> =
        query.filters.iter().map(|filter| (filter.field.name.to_owned(), filter.value.to_json())).collect();
    let detail = json!({ "q": query.q, "filters": filters });
    let entry = Entry { action: "export", resource: definition.resource, key: String::new(), detail };
    app.store.commit(&permit.clone().into(), Batch::audited(entry)).await
}

fn line<'a>(cells: impl Iterator<Item = &'a str>) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells).map_err(Error::internal)?;
    writer.into_inner().map_err(Error::internal)
}

/// The whole list as CSV, one page at a time.
pub struct CsvPages {
    pub definition: &'static Definition,
    pub query: ListQuery,
    before: Option<Page>,
}

impl CsvPages {
    pub fn new(definition: &'static Definition, query: ListQuery) -> CsvPages {
        CsvPages { definition, query, before: None }
    }

    pub async fn next(&mut self, app: &App, permit: &Permit<View>) -> Result<Option<Vec<u8>>> {
        let Some(page) = all_pages(app, permit, self.definition, &self.query, self.before.as_ref()).await? else {
            return Ok(None);
        };
        let text = [b"[", &page.json[..], b"]"].concat();
        let rows: Vec<Map<String, Value>> = serde_json::from_slice(&text).map_err(Error::internal)?;
        let columns = columns(self.definition);
        let mut out = Vec::new();
        for row in &rows {
            let cells: Vec<String> = columns.iter().map(|name| cell(row.get(*name))).collect();
            out.extend(line(cells.iter().map(String::as_str))?);
        }
        self.before = Some(page);
        Ok(Some(out))
    }
}

pub(crate) fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => disarm(text),
        Some(other) => other.to_string(),
    }
}
