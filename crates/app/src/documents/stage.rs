use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess};
use domain::message::Message;
use domain::request::{Event, Person, apply};
use ports::Pieces;
use serde_json::{Value, json};
use store::requests::{DocumentRow, FileRow, RequestAggregate};

use super::inspection_queue::Caller;
use super::intake::{MIB, UploadRules, receive_and_inspect, too_large};
use super::{context, remove_file};
use crate::requests::{entity_clock, level_on, live, load, refusal};
use crate::{App, Result};

/// The maximum size of any file, whatever a document definition says.
const MAX_MB: i64 = 200;

/// The person who uploads: a party by login, or staff on the party's behalf.
pub(super) fn person(access: &RequestAccess<Change>) -> Person {
    Person::parse(access.permit().actor())
}

/// A document of a request that this caller may see.
pub(super) fn document<'a, Kind>(
    access: &RequestAccess<Kind>,
    aggregate: &'a RequestAggregate,
    number: u32,
) -> Result<&'a DocumentRow> {
    let found = aggregate.document(number).filter(|row| level_on(access, aggregate, row) > 0);
    Ok(found.ok_or(Refusal::NotFound)?)
}

/// Checks that this caller may upload a file for this document now.
fn check(
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    row: &DocumentRow,
    today: jiff::civil::Date,
) -> Result<()> {
    if level_on(access, aggregate, row) < 2 {
        return Err(Refusal::NotYou(Message::plain("levelTooLow")).into());
    }
    let event = Event::Upload { document: row.number, by: person(access) };
    apply(&aggregate.state(), &event, today).map_err(refusal)?;
    Ok(())
}

/// Stores a file with the document until it is submitted. An upload that declares too large a size is refused before
/// any byte is read.
pub async fn stage(
    app: &App,
    _: &Actor,
    access: &RequestAccess<Change>,
    (txn_ref_no, number): (&str, u32),
    (file_name, declared): (&str, Option<u64>),
    body: Pieces<'_>,
) -> Result<Value> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    let row = document(access, &aggregate, number)?;
    check(access, &aggregate, row, at.today)?;
    let full = Refusal::field("file", Message::plain("tooManyFiles").with("max", row.max_files));
    if aggregate.staged(number, access.viewer().side()).count() as i64 >= row.max_files {
        return Err(full.into());
    }
    let max_bytes = row.max_size_mb.clamp(1, MAX_MB) as u64 * MIB;
    if declared.is_some_and(|length| length > max_bytes) {
        return Err(too_large(max_bytes).into());
    }
    let rules = UploadRules { file_name, accepted: &row.types, max_bytes };
    let file_id = uuid::Uuid::now_v7().simple().to_string();
    let context = context(access.permit().scope(), txn_ref_no, number, &file_id);
    let slot = app.inspections.uploads.take(Caller::of(access.permit()));
    let (received, facts) =
        receive_and_inspect(app.files.as_ref(), app.inspector.as_ref(), slot, &rules, &context, body).await?;
    let file = FileRow {
        file_id,
        document: number,
        version: 0,
        uploaded_by: access.permit().actor().to_owned(),
        uploaded_on: store::audit::stamp(app.clock.now()),
        file_name: received.file_name.clone(),
        content_type: received.file_type.content_type().to_owned(),
        size: i64::try_from(received.size).unwrap_or(i64::MAX),
        pages: facts.pages.map(i64::from),
        sha256: received.sha256.clone(),
        storage_id: received.stored.id.clone(),
        sealed_key: received.stored.sealed_key.clone(),
    };
    if let Err(error) = app.store.stage_file(access, &aggregate, &file, row.max_files).await {
        return undo(app, &received.stored.id, error).await;
    }
    live::publish_change(app, access, &aggregate, None).await;
    Ok(json!({
        "fileId": file.file_id, "fileName": file.file_name, "contentType": file.content_type, "size": file.size,
        "pages": file.pages,
    }))
}

/// Deletes a file without a record at once; if that fails, the sweep job removes it later.
async fn undo(app: &App, storage_id: &str, error: store::Error) -> Result<Value> {
    if let Err(fault) = remove_file(app, storage_id).await {
        tracing::warn!(%fault, "a refused file was left behind");
    }
    Err(error)
}

/// Withdraws a staged file.
pub async fn unstage(
    app: &App,
    access: &RequestAccess<Change>,
    txn_ref_no: &str,
    number: u32,
    file_id: &str,
) -> Result<()> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    let row = document(access, &aggregate, number)?;
    if level_on(access, &aggregate, row) < 2 {
        return Err(Refusal::NotYou(Message::plain("levelTooLow")).into());
    }
    let file = aggregate
        .staged(number, access.viewer().side())
        .find(|file| file.file_id == file_id)
        .ok_or(Refusal::NotFound)?;
    app.store.unstage_file(access, &aggregate, file).await?;
    remove_file(app, &file.storage_id).await?;
    live::publish_change(app, access, &aggregate, None).await;
    Ok(())
}
