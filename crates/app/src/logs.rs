//! Reading logs.

use domain::Refusal;
use domain::access::{Permit, View};
use domain::logs::Log;
use domain::message::Message;
use store::logs::{LogPage, LogQuery};

use crate::{App, Result};

const MOST: i64 = 1000;

/// A log as it was asked for.
#[derive(Debug, Default)]
pub struct LogRequest {
    pub query: LogQuery,
    pub page: i64,
    pub size: i64,
}

/// Reads `page`, `size`, `from`, `to` and `column=value`; anything else is refused by name.
pub fn read_request<'a>(
    log: &'static Log,
    parameters: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<LogRequest, Refusal> {
    let mut request = LogRequest { size: 25, ..LogRequest::default() };
    for (name, value) in parameters {
        let unknown = || Refusal::field(name, Message::plain("unknownField").with("name", name));
        match name {
            "page" => {
                request.page = value.parse().ok().filter(|page| (0..=100_000).contains(page)).ok_or_else(unknown)?
            }
            "size" => request.size = value.parse().ok().filter(|size| (1..=MOST).contains(size)).ok_or_else(unknown)?,
            "from" => request.query.from = Some(time(value).ok_or_else(unknown)?),
            "to" => request.query.to = Some(time(value).ok_or_else(unknown)?),
            "sort" if value.trim_start_matches('-') == log.columns[0].0 => {}
            _ => {
                let filter = log.filters.iter().find(|known| **known == name).ok_or_else(unknown)?;
                request.query.filters.push((filter, value.chars().take(200).collect()));
            }
        }
    }
    Ok(request)
}

/// A day or a time; a day as an upper end is meant whole.
fn time(text: &str) -> Option<String> {
    if text.len() == 10 {
        return text.parse::<jiff::civil::Date>().ok().map(|date| date.to_string());
    }
    text.parse::<jiff::Timestamp>().ok().map(store::audit::stamp)
}

pub async fn read(app: &App, permit: &Permit<View>, log: &'static Log, request: &LogRequest) -> Result<LogPage> {
    let mut query = request.query.clone();
    if let Some(day) = query.to.take() {
        query.to = Some(if day.len() == 10 { format!("{day}T23:59:59.999Z") } else { day });
    }
    app.store.read_log(permit, log, &query, request.page, request.size).await
}
