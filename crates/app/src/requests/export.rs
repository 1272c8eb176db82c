use domain::access::{Actor, Change, Permit, RequestAccess, View};
use domain::message::Message;
use ports::OpenFile;
use serde_json::{Value, json};
use store::requests::ListRow;
use store::{Batch, Entry};

use super::search::SavedQuery;
use super::view::RequestView;
use crate::context::entity_clock;
use crate::tables::{Format, Table};
use crate::wording::Locale;
use crate::{App, Result};

const COLUMNS: &[&str] = &[
    "txnRefNo",
    "transactionStatus",
    "customerName",
    "customerReference",
    "customerType",
    "emailAddress",
    "primaryMobile",
    "requestCategory",
    "requestSubCategory",
    "requestPurpose",
    "tenantCode",
    "branchCode",
    "owner",
    "documentsRequested",
    "documentsAccepted",
    "documentsPending",
    "documentsRejected",
    "documentDueDate",
    "expiresOn",
    "latestAction",
    "latestActionBy",
    "createdOn",
    "updatedOn",
];
const PAGE_SIZE: i64 = 500;
/// The maximum number of rows in one file; users narrow the list for more.
const MAX_ROWS: i64 = 50_000;

/// The list as a file. The export is audited.
pub async fn export(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<View>,
    permit: &Permit<Change>,
    wanted: &SavedQuery,
    format: Format,
) -> Result<OpenFile> {
    let at = entity_clock(app, access).await?;
    let (today, query) = (at.today, wanted.at(&at, actor));
    let reader = RequestView { actor, access, at: &at };
    let mut table = Table::start(format, COLUMNS)?;
    let (mut offset, mut unreadable, mut is_newest_only) = (0, Vec::new(), false);
    while offset < MAX_ROWS {
        let page = app.store.search_requests(access, &query, &today.to_string(), offset, PAGE_SIZE).await?;
        for listed in &page.rows {
            let ListRow::Request(request) = listed else {
                unreadable.push(listed.txn_ref_no().to_owned());
                continue;
            };
            let row = reader.row(request);
            let cells: Vec<String> = COLUMNS.iter().map(|column| cell(&row[*column])).collect();
            table.row(&cells)?;
        }
        is_newest_only |= page.is_newest_only;
        offset += PAGE_SIZE;
        if (page.rows.len() as i64) < PAGE_SIZE {
            break;
        }
    }
    // Omissions are noted in the file itself.
    let locale = Locale::of(&actor.language, &actor.entity_type);
    if is_newest_only {
        table.row(&note_line(app.wording.render(locale, &Message::plain("exportNewestOnly"))))?;
    }
    if !unreadable.is_empty() {
        let message = Message::plain("exportUnreadable").with("records", unreadable.join(", "));
        table.row(&note_line(app.wording.render(locale, &message)))?;
    }
    let detail = json!({ "words": wanted.query.words, "format": format.extension() });
    let entry = Entry { action: "export", resource: "docrequest", key: String::new(), detail };
    app.store.commit(permit, Batch::audited(entry)).await?;
    table.finish()
}

fn note_line(text: String) -> Vec<String> {
    let mut cells = vec![String::new(); COLUMNS.len()];
    cells[0] = text;
    cells
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
