use domain::access::business::Export;
use domain::access::{Act, Permit, View};
use domain::master_data::Definition;
use serde_json::{Map, Value, json};
use store::master_data::{ListQuery, Page};
use store::{Batch, Entry};

use super::list::all_pages;
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

/// Puts an apostrophe before a cell that a spreadsheet would run as a formula, and before one that already has one;
/// `rearm` removes it.
pub(crate) fn disarm(text: &str) -> String {
    if is_formula(text.trim_start_matches('\'')) { format!("'{text}") } else { text.to_owned() }
}

/// Reverses `disarm`.
pub(crate) fn rearm(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest.trim_start_matches('\''))).unwrap_or(cell)
}

/// Spreadsheets skip leading blanks, and some treat full-width and small forms of a sign like the sign itself.
fn is_formula(text: &str) -> bool {
    let shown = text.trim_start_matches(|one: char| one.is_whitespace() || is_invisible(one));
    let mut characters = shown.chars();
    match characters.next() {
        Some('=' | '@' | '＝' | '＋' | '－' | '＠' | '﹦' | '﹢' | '﹣' | '﹫' | '−') => true,
        Some('+' | '-') => !characters.all(|character| character.is_ascii_digit() || ". ()".contains(character)),
        _ => text.starts_with(['\t', '\r', '\n']),
    }
}

fn is_invisible(one: char) -> bool {
    one.is_control() || matches!(one, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::{disarm, rearm};

    #[test]
    fn formulas_are_disarmed_and_mobile_numbers_are_not() {
        assert_eq!(disarm("=1+1"), "'=1+1");
        assert_eq!(disarm("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
        assert_eq!(disarm("+919840012345"), "+919840012345");
        assert_eq!(disarm("plain"), "plain");
    }

    #[test]
    fn look_alikes_of_signs_are_disarmed_and_import_restores_the_original() {
        let hostile = [
            "＝1+1",
            "＋1+1",
            "－1+1",
            "＠SUM(A1)",
            "﹦1+1",
            "﹢1",
            "﹣1",
            "﹫A1",
            "−1+1",
            "\tx",
            "\r=1",
            "\n=1",
            " =1+1",
            "\u{A0}=1",
            "\u{3000}＝1",
            "\u{FEFF}=1",
            "\u{200B}@A1",
            "'=1+1",
            "''=1+1",
            "'＝1",
        ];
        for text in hostile {
            let cell = disarm(text);
            assert_eq!(cell, format!("'{text}"));
            assert_eq!(rearm(&cell), text);
        }
        for plain in ["a=b", "மீனா = 1", "'quoted'", "O'Brien", "+91 98400 (12345)", "-12.50", "", "'", "２０２６"]
        {
            assert_eq!(disarm(plain), plain);
            assert_eq!(rearm(plain), plain);
        }
    }
}
