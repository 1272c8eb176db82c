//! The journal of purges beside the documents. A backup is older than the purges after it, so a restore reads them
//! here.

use bytes::Bytes;
use domain::access::{Change, RequestAccess};
use domain::retention::Kind;
use futures_util::{TryStreamExt, stream};
use jiff::Timestamp;
use ports::{FileContext, FileFault, Files, StoredFile, WHOLE};
use serde::{Deserialize, Serialize};
use store::retention::JournalItem;

use crate::files::{JOURNAL, file_fault, is_journal};
use crate::{App, Error, Result};

/// Items in one part.
const PART_SIZE: u32 = 500;
/// A part is far smaller than this.
const MAX_PART: usize = 4 * 1024 * 1024;

/// One line: what was destroyed. It holds no personal data.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line {
    pub country: String,
    pub entity: String,
    pub txn_ref_no: String,
    pub kind: String,
    pub document_no: Option<i64>,
    pub version_no: Option<i64>,
    pub purged_on: String,
}

impl Line {
    pub fn is_record(&self) -> bool {
        Kind::parse(&self.kind) == Some(Kind::Records)
    }
}

fn line(access: &RequestAccess<Change>, item: &JournalItem) -> Line {
    let scope = access.permit().scope();
    Line {
        country: scope.country.clone(),
        entity: scope.entity.clone(),
        txn_ref_no: item.item.txn_ref_no.clone(),
        kind: item.item.kind.name().to_owned(),
        document_no: item.item.document_no,
        version_no: item.item.version_no,
        purged_on: item.item.purged_on.clone(),
    }
}

fn nobody() -> FileContext {
    let [country, entity, txn_ref_no, file_id] = [const { String::new() }; 4];
    FileContext { country, entity, txn_ref_no, document: 0, file_id }
}

/// Writes what was destroyed and is not in the journal yet. A part that is written twice is harmless.
pub(super) async fn write(app: &App, access: &RequestAccess<Change>) -> Result<()> {
    let Some(files) = &app.journal else { return Ok(()) };
    let mut last = (String::new(), 0);
    loop {
        let items = app.store.items_to_journal(access.permit(), (&last.0, last.1), PART_SIZE).await?;
        let Some(end) = items.last() else { return Ok(()) };
        last = (end.run_id.clone(), end.item.item_no);
        let mut text = String::new();
        for item in &items {
            text += &serde_json::to_string(&line(access, item)).map_err(Error::internal)?;
            text.push('\n');
        }
        let id = format!("{JOURNAL}{}", uuid::Uuid::now_v7().simple());
        let pieces = Box::pin(stream::iter([Ok(Bytes::from(text))]));
        // Nothing more of this entity is destroyed until the journal can be written; other entities go on.
        files.put(&id, &nobody(), pieces).await.map_err(Error::internal)?;
        app.store.journaled(access.permit(), &items, &store::audit::stamp(app.clock.now())).await?;
    }
}

/// All lines of the journal in a document store.
pub(super) async fn read(files: &dyn Files) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    let mut ids = files.older_than(Timestamp::MAX);
    while let Some(id) = ids.try_next().await.map_err(file_fault)? {
        if is_journal(&id) {
            lines.extend(read_part(files, id).await?);
        }
    }
    lines.sort();
    lines.dedup();
    Ok(lines)
}

async fn read_part(files: &dyn Files, id: String) -> Result<Vec<Line>> {
    let file = StoredFile { id, context: nobody(), sealed_key: None };
    let mut pieces = files.open(&file, WHOLE).await.map_err(file_fault)?.pieces;
    let mut text = Vec::new();
    while let Some(piece) = pieces.try_next().await.map_err(Error::internal)? {
        text.extend_from_slice(&piece);
        if text.len() > MAX_PART {
            return Err(file_fault(FileFault::Damaged));
        }
    }
    let text = String::from_utf8(text).map_err(Error::internal)?;
    text.lines().map(|line| serde_json::from_str(line).map_err(Error::internal)).collect()
}
