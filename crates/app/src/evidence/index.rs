//! `index.pdf` of an evidence pack: what an auditor reads first.

use jiff::tz::TimeZone;
use serde_json::Value;
use store::requests::RequestAggregate;

use super::certificate::shown_time;
use super::pdf::{Column, Sheet, Thumbnail};
use super::timeline::{self, Heading, page_number};
use crate::Result;

/// Of a thumbnail, in points.
const PICTURE: f32 = 84.0;

/// What the index shows.
pub struct Content {
    pub aggregate: RequestAggregate,
    /// As the reader may see them.
    pub messages: Vec<Value>,
    pub events: Vec<Value>,
    /// The first page of the newest file of a document, by its number.
    pub thumbnails: std::collections::HashMap<u32, Thumbnail>,
    /// Of the key that signed the pack.
    pub fingerprint: String,
}

type Say<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Parties, documents, decisions, messages, timeline, and how to verify the pack.
pub fn draw(heading: &Heading, content: &Content, zone: &TimeZone, language: &str, say: Say<'_>) -> Result<Vec<u8>> {
    let own = |key: &str| say(&format!("letter.evidence.{key}")).unwrap_or_default();
    let mut sheet = Sheet::new();
    sheet.sender(&heading.entity);
    sheet.title(&own("index"));
    sheet.facts(&heading.facts);
    parties(&mut sheet, content, &own);
    documents(&mut sheet, content, say, &own);
    decisions(&mut sheet, (heading, content), zone, say, &own);
    messages(&mut sheet, content, zone, say, &own);
    sheet.section(&own("timeline"));
    timeline::table(&mut sheet, heading, &content.events, zone, say);
    sheet.section(&own("verify"));
    sheet.paragraph(&own("verifyText"));
    sheet.facts(&[(own("fingerprint"), content.fingerprint.clone())]);
    let title = own("index");
    sheet.finish(&title, language, |page, of| [heading.entity.clone(), page_number(&own, page, of)])
}

fn table(sheet: &mut Sheet, own: &dyn Fn(&str) -> String, columns: &[(&str, f32)]) {
    let column = |(key, share): &(&str, f32)| Column { title: own(key), share: *share };
    sheet.table(columns.iter().map(column).collect());
}

fn parties(sheet: &mut Sheet, content: &Content, own: &dyn Fn(&str) -> String) {
    sheet.section(&own("parties"));
    table(sheet, own, &[("no", 6.0), ("name", 30.0), ("address", 34.0), ("actsFor", 30.0)]);
    for party in &content.aggregate.parties {
        let address = [&party.email_address, &party.mobile_number].into_iter().flatten().cloned();
        let acts_for = party.auth_party_seq_no.and_then(|number| content.aggregate.party(number));
        sheet.row(&[
            party.seq_no.to_string(),
            party.full_name(),
            address.collect::<Vec<_>>().join(" · "),
            acts_for.map(|other| other.full_name()).unwrap_or_default(),
        ]);
    }
}

fn documents(sheet: &mut Sheet, content: &Content, say: Say<'_>, own: &dyn Fn(&str) -> String) {
    sheet.section(&own("documents"));
    table(sheet, own, &[("no", 6.0), ("title", 34.0), ("name", 24.0), ("status", 18.0), ("firstPage", 18.0)]);
    for row in &content.aggregate.documents {
        let party = content.aggregate.party(row.party).map(|party| party.full_name()).unwrap_or_default();
        let newest = content.aggregate.versions.iter().filter(|version| version.document == row.number).count();
        let version = (newest > 0).then(|| own("version").replace("{{number}}", &newest.to_string()));
        let title = std::iter::once(row.title.clone()).chain(version).collect::<Vec<_>>().join(" · ");
        let status = say(&format!("status.{}", row.status.name())).unwrap_or_else(|| row.status.name().to_owned());
        let picture = content.thumbnails.get(&row.number);
        sheet.row_with_picture(&[row.number.to_string(), title, party, status], picture, PICTURE);
    }
}

fn decisions(
    sheet: &mut Sheet,
    (heading, content): (&Heading, &Content),
    zone: &TimeZone,
    say: Say<'_>,
    own: &dyn Fn(&str) -> String,
) {
    sheet.section(&own("decisions"));
    table(sheet, own, &[("when", 18.0), ("who", 24.0), ("what", 20.0), ("title", 20.0), ("details", 18.0)]);
    let system = say("ui.master.history.system").unwrap_or_default();
    let mut reviews: Vec<_> = content.aggregate.reviews.iter().collect();
    reviews.sort_by(|one, other| one.reviewed_on.cmp(&other.reviewed_on));
    for review in reviews {
        let by = review.reviewed_by.as_str();
        let title = content.aggregate.document(review.document).map(|row| row.title.clone()).unwrap_or_default();
        let version = own("version").replace("{{number}}", &review.version.to_string());
        let reason = review.reason_code.as_ref().and_then(|code| say(&format!("reject.{code}")));
        sheet.row(&[
            shown_time(&review.reviewed_on, zone, own),
            if by == "system" { system.clone() } else { heading.person(by) },
            say(&format!("ui.requests.did.{}", review.verdict.name())).unwrap_or_default(),
            format!("{title} · {version}"),
            reason.into_iter().chain(review.remark.clone()).collect::<Vec<_>>().join(" · "),
        ]);
    }
}

fn messages(sheet: &mut Sheet, content: &Content, zone: &TimeZone, say: Say<'_>, own: &dyn Fn(&str) -> String) {
    sheet.section(&own("messages"));
    table(sheet, own, &[("when", 18.0), ("to", 30.0), ("subject", 36.0), ("status", 16.0)]);
    for message in content.messages.iter().rev() {
        let text = |name: &str| message[name].as_str().filter(|text| !text.is_empty());
        let state = text("state").unwrap_or_default();
        sheet.row(&[
            shown_time(text("doneOn").or(text("createdOn")).unwrap_or_default(), zone, own),
            text("recipient").unwrap_or_default().to_owned(),
            text("subject").or(text("text")).unwrap_or_default().to_owned(),
            say(&format!("ui.deliveries.state.{state}")).unwrap_or_else(|| state.to_owned()),
        ]);
    }
}
