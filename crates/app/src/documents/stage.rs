use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess};
use domain::message::Message;
use domain::request::{Event, Person, apply};
use ports::Pieces;
use serde_json::{Value, json};
use store::requests::{DocumentRow, FileRow, RequestAggregate};

use super::intake::{MIB, UploadRules, take, too_large};
use super::shares::Caller;
use super::{context, remove_file};
use crate::requests::{entity_clock, level_on, live, load, refusal};
use crate::{App, Result};

/// Most bytes of any file, whatever a document definition says.
const MAX_MB: i64 = 200;

/// Who hands in: a party by his login, or the staff on his behalf.
pub(super) fn person(access: &RequestAccess<Change>) -> Person {
    Person::parse(access.permit().actor())
}

/// A document of a request that this caller may see, or nothing.
pub(super) fn document<'a, Kind>(
    access: &RequestAccess<Kind>,
    aggregate: &'a RequestAggregate,
    number: u32,
) -> Result<&'a DocumentRow> {
    let found = aggregate.document(number).filter(|row| level_on(access, aggregate, row) > 0);
    Ok(found.ok_or(Refusal::NotFound)?)
}

/// May this caller bring a file for this document, as things stand?
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

/// Takes a file in and keeps it beside the document until it is submitted. A sender that declares too large a file is
/// refused before a byte of it is read.
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
    let most_bytes = row.max_size_mb.clamp(1, MAX_MB) as u64 * MIB;
    if declared.is_some_and(|length| length > most_bytes) {
        return Err(too_large(most_bytes).into());
    }
    let wanted = UploadRules { file_name, asked_for: &row.types, most_bytes };
    let file_id = uuid::Uuid::now_v7().simple().to_string();
    let context = context(access.permit().scope(), txn_ref_no, number, &file_id);
    let turn = app.inspections.uploads.take(Caller::of(access.permit()));
    let (received, facts) = take(app.files.as_ref(), app.inspector.as_ref(), turn, &wanted, &context, body).await?;
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

/// What no record names is taken away at once; what that leaves behind is swept later.
async fn undo(app: &App, storage_id: &str, error: store::Error) -> Result<Value> {
    if let Err(fault) = remove_file(app, storage_id).await {
        tracing::warn!(%fault, "a refused file was left behind");
    }
    Err(error)
}

/// Takes a staged file back.
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
