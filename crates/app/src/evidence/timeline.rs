//! The timeline of a request as a PDF.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use serde_json::Value;

use super::certificate::shown_time;
use super::pdf::{Column, Sheet};
use crate::Result;

/// What the first page says about the request.
pub struct Heading {
    pub entity: String,
    pub facts: Vec<(String, String)>,
    /// Names of persons by their ids.
    pub people: HashMap<String, String>,
}

impl Heading {
    /// A name, and the id by which the audit log knows the person.
    pub fn person(&self, id: &str) -> String {
        self.people.get(id).map_or_else(|| id.to_owned(), |name| format!("{name} ({id})"))
    }
}

/// The events, oldest first, as pages.
pub fn draw(
    heading: &Heading,
    events: &[Value],
    zone: &TimeZone,
    language: &str,
    say: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<u8>> {
    let own = |key: &str| say(&format!("letter.evidence.{key}")).unwrap_or_default();
    let mut sheet = Sheet::new();
    sheet.sender(&heading.entity);
    sheet.title(&own("timeline"));
    sheet.facts(&heading.facts);
    table(&mut sheet, heading, events, zone, say);
    let title = own("timeline");
    sheet.finish(&title, language, |page, of| [heading.entity.clone(), page_number(&own, page, of)])
}

/// `Page 1 of 3`
pub fn page_number(own: &dyn Fn(&str) -> String, page: usize, of: usize) -> String {
    own("page").replace("{{page}}", &page.to_string()).replace("{{of}}", &of.to_string())
}

/// The events as a table.
pub fn table(
    sheet: &mut Sheet,
    heading: &Heading,
    events: &[Value],
    zone: &TimeZone,
    say: &dyn Fn(&str) -> Option<String>,
) {
    let own = |key: &str| say(&format!("letter.evidence.{key}")).unwrap_or_default();
    let columns = [("when", 19.0), ("who", 25.0), ("what", 22.0), ("details", 34.0)];
    sheet.table(columns.map(|(key, share)| Column { title: own(key), share }).into());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let system = say("ui.master.history.system").unwrap_or_default();
    let who = |actor: &str| if actor.starts_with("system:") { system.clone() } else { heading.person(actor) };
    for event in events {
        let action = text(&event["action"]);
        let details = [&event["documentTitle"], &event["detail"]["reason"], &event["detail"]["remark"]];
        let details = details.into_iter().filter_map(Value::as_str).filter(|text| !text.is_empty());
        sheet.row(&[
            shown_time(&text(&event["at"]), zone, &own),
            who(&text(&event["actor"])),
            say(&format!("ui.requests.did.{action}")).unwrap_or(action),
            details.collect::<Vec<_>>().join(" · "),
        ]);
    }
}
