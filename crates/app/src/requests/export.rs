use domain::access::{Actor, Change, Permit, Sight, View};
use ports::OpenFile;
use serde_json::{Value, json};
use store::{Batch, Entry};

use super::change::situation;
use super::search::SavedQuery;
use super::view::Reader;
use crate::tables::{Format, Table};
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
const AT_ONCE: i64 = 500;
/// Most rows of one file; who wants more narrows the list.
const MOST: i64 = 50_000;

/// The list that was asked for as a file; that it was taken out is written down.
pub async fn export(
    app: &App,
    actor: &Actor,
    sight: &Sight<View>,
    permit: &Permit<Change>,
    wanted: &SavedQuery,
    format: Format,
) -> Result<OpenFile> {
    let at = situation(app, sight).await?;
    let (today, query) = (at.today, wanted.at(&at));
    let reader = Reader { actor, sight, today };
    let mut table = Table::start(format, COLUMNS)?;
    let mut offset = 0;
    while offset < MOST {
        let (heads, _) = app.store.search_requests(sight, &query, &today.to_string(), offset, AT_ONCE).await?;
        for head in &heads {
            let row = reader.row(head);
            let cells: Vec<String> = COLUMNS.iter().map(|column| cell(&row[*column])).collect();
            table.row(&cells)?;
        }
        offset += AT_ONCE;
        if (heads.len() as i64) < AT_ONCE {
            break;
        }
    }
    let detail = json!({ "words": wanted.query.words, "format": format.ending() });
    let entry = Entry { action: "export", resource: "docrequest", key: String::new(), detail };
    app.store.commit(permit, Batch::audited(entry)).await?;
    table.finish()
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
