//! Reads logs and exports them as CSV.

use domain::Refusal;
use domain::access::business::Export;
use domain::access::{Act, Permit, View};
use domain::logs::Log;
use domain::master_data::Value;
use domain::message::Message;
use serde_json::{Map, Value as Json, json};
use store::logs::{LogPage, LogQuery};
use store::{Batch, Entry};

use crate::wording::Locale;
use crate::{App, Error, Result};

const MAX_ROWS: i64 = 1000;

/// A request for a page of a log.
#[derive(Debug, Default)]
pub struct LogRequest {
    pub query: LogQuery,
    pub page: i64,
    pub size: i64,
}

/// Parses `page`, `size`, `from`, `to` and `column=value`; unknown names are refused.
pub fn read_request<'a>(
    log: &'static Log,
    parameters: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<LogRequest, Refusal> {
    let mut request = LogRequest { size: 25, ..LogRequest::default() };
    for (name, value) in parameters {
        let short: String = name.chars().take(50).collect();
        let unknown = || Refusal::field(&short, Message::plain("unknownField").with("name", &short));
        match name {
            "page" => {
                request.page = value.parse().ok().filter(|page| (0..=100_000).contains(page)).ok_or_else(unknown)?
            }
            "size" => {
                request.size = value.parse().ok().filter(|size| (1..=MAX_ROWS).contains(size)).ok_or_else(unknown)?
            }
            "from" => request.query.from = Some(time(value, "T00:00:00.000Z").ok_or_else(unknown)?),
            "to" => request.query.to = Some(time(value, "T23:59:59.999Z").ok_or_else(unknown)?),
            "sort" if value.trim_start_matches('-') == log.columns[0].0 => {}
            _ => {
                let filter = log.filters.iter().find(|known| **known == name).ok_or_else(unknown)?;
                request.query.filters.push((filter, value.chars().take(200).collect()));
            }
        }
    }
    Ok(request)
}

/// A timestamp, or a date completed with the given time.
fn time(text: &str, whole: &str) -> Option<String> {
    if text.len() == 10 {
        return text.parse::<jiff::civil::Date>().ok().map(|date| format!("{date}{whole}"));
    }
    text.parse::<jiff::Timestamp>().ok().map(store::audit::stamp)
}

pub async fn read(app: &App, permit: &Permit<View>, log: &'static Log, request: &LogRequest) -> Result<LogPage> {
    app.store.read_log(permit, log, &request.query, request.page, request.size).await
}

/// A whole log as CSV, one chunk at a time.
pub struct LogCsv {
    permit: Permit<View>,
    log: &'static Log,
    query: LogQuery,
    after: Option<Vec<Value>>,
    header: Option<Vec<u8>>,
    is_finished: bool,
}

impl LogCsv {
    /// Starts an export, which is itself audited.
    pub async fn start(
        app: &App,
        permit: Permit<Act<Export>>,
        log: &'static Log,
        query: LogQuery,
        locale: Locale,
    ) -> Result<LogCsv> {
        let filters: Map<String, Json> =
            query.filters.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into())).collect();
        let detail = json!({ "from": query.from, "to": query.to, "filters": filters });
        let entry = Entry { action: "export", resource: log.resource, key: String::new(), detail };
        app.store.commit(&permit.clone().into(), Batch::audited(entry)).await?;
        let label = |name: &str| {
            let keys = [format!("field.{}.{name}", log.resource), format!("field.common.{name}")];
            keys.iter().find_map(|key| app.wording.text(locale, key)).unwrap_or_else(|| name.to_owned())
        };
        let labels: Vec<String> = log.columns.iter().map(|(name, _)| label(name)).collect();
        // The byte order mark tells spreadsheets that the file is UTF-8.
        let header = ["\u{feff}".as_bytes(), &line(labels.iter().map(String::as_str))?].concat();
        Ok(LogCsv { permit: permit.into(), log, query, after: None, header: Some(header), is_finished: false })
    }

    pub async fn next(&mut self, app: &App) -> Result<Option<Vec<u8>>> {
        if let Some(header) = self.header.take() {
            return Ok(Some(header));
        }
        if self.is_finished {
            return Ok(None);
        }
        let piece =
            app.store.next_log_entries(&self.permit, self.log, &self.query, self.after.as_deref(), MAX_ROWS).await?;
        self.is_finished = piece.rows.len() < MAX_ROWS as usize;
        self.after = piece.last;
        let mut out = Vec::new();
        for row in &piece.rows {
            let cells: Vec<String> =
                self.log.columns.iter().map(|(name, _)| crate::master_data::cell(row.get(*name))).collect();
            out.extend(line(cells.iter().map(String::as_str))?);
        }
        Ok((!out.is_empty()).then_some(out))
    }
}

fn line<'a>(cells: impl Iterator<Item = &'a str>) -> Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(cells).map_err(Error::internal)?;
    writer.into_inner().map_err(Error::internal)
}
