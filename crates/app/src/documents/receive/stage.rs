use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::message::Message;
use domain::request::{Event, Person, apply};
use ports::{FileContext, FileFacts, Pieces};
use serde_json::Value;
use store::requests::{DocumentRow, FileRow, RequestAggregate};

use super::intake::{Received, Upload, UploadRules, begin, inspect_received, parse, too_large, write};
use super::refused::noted;
use super::scan;
use super::upload_memory::hold;
use crate::context::{entity_clock, load, refusal};
use crate::files::inspection_queue::Caller;
use crate::files::{MIB, context, remove_file};
use crate::requests::{file_view, level_on};
use crate::{App, Result, live};

/// The maximum size of any file, whatever a document definition says.
const MAX_MB: i64 = 200;

/// The person who uploads: a party by login, or staff on the party's behalf.
pub(crate) fn person(access: &RequestAccess<Change>) -> Person {
    Person::parse(access.permit().actor())
}

/// A document of a request that this caller may see.
pub(crate) fn document<'a, Kind>(
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

/// A document that accepts a file of this caller now.
pub(super) struct OpenDocument {
    pub aggregate: RequestAggregate,
    pub row: DocumentRow,
    pub max_bytes: u64,
}

/// Checks that a file of the declared length may be uploaded for this document.
pub(super) async fn admit(
    app: &App,
    access: &RequestAccess<Change>,
    (txn_ref_no, number): (&str, u32),
    declared: Option<u64>,
) -> Result<OpenDocument> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    let row = document(access, &aggregate, number)?.clone();
    check(access, &aggregate, &row, at.today)?;
    if aggregate.staged(number, access.viewer().side()).count() as i64 >= row.max_files {
        return Err(Refusal::field("file", Message::plain("tooManyFiles").with("max", row.max_files)).into());
    }
    let max_bytes = row.max_size_mb.clamp(1, MAX_MB) as u64 * MIB;
    if declared.is_some_and(|length| length > max_bytes) {
        return Err(too_large(max_bytes).into());
    }
    Ok(OpenDocument { aggregate, row, max_bytes })
}

/// A file as it is sent.
pub(super) struct Incoming<'a> {
    pub file_name: &'a str,
    /// The size that the sender declared.
    pub size: Option<u64>,
    /// The hash that the sender declared.
    pub sha256: Option<&'a str>,
    /// The resumable upload that this file finishes.
    pub upload_id: Option<&'a str>,
    pub body: Pieces<'a>,
}

/// Stores a file with the document until it is submitted. An upload that declares too large a size is refused before
/// any byte is read.
pub async fn stage(
    app: &App,
    access: &RequestAccess<Change>,
    place: (&str, u32),
    (file_name, declared): (&str, Option<u64>),
    body: Pieces<'_>,
) -> Result<Value> {
    let work = async {
        let open = admit(app, access, place, declared).await?;
        let incoming = Incoming { file_name, size: declared, sha256: None, upload_id: None, body };
        store_file(app, access, &open, incoming).await
    };
    noted(app, access, place, work.await).await
}

/// Checks a file, stores it and records it as staged.
pub(super) async fn store_file(
    app: &App,
    access: &RequestAccess<Change>,
    OpenDocument { aggregate, row, max_bytes }: &OpenDocument,
    incoming: Incoming<'_>,
) -> Result<Value> {
    let Incoming { file_name, size, sha256, upload_id, body } = incoming;
    let rules = UploadRules { file_name, accepted: &row.types, max_bytes: *max_bytes, sha256 };
    let file_id = uuid::Uuid::now_v7().simple().to_string();
    let context = context(access.permit().scope(), &aggregate.request.txn_ref_no, row.number, &file_id);
    let slot = || app.inspections.uploads.take(Caller::of(access.permit()));
    let (received, parsed) = receive(app, &rules, &context, (size, body), slot).await?;
    let scanned = scan::at_upload(app, &received.stored).await?;
    let mut file = FileRow {
        file_id,
        document: row.number,
        version: 0,
        uploaded_by: access.permit().actor().to_owned(),
        uploaded_on: store::audit::stamp(app.clock.now()),
        file_name: received.file_name.clone(),
        content_type: received.file_type.content_type().to_owned(),
        size: i64::try_from(received.size).unwrap_or(i64::MAX),
        pages: None,
        sha256: received.sha256.clone(),
        storage_id: received.stored.id.clone(),
        sealed_key: received.stored.sealed_key.clone(),
        scan: scanned.scan,
        purged_on: None,
    };
    if file.is_infected() {
        let found = (scanned.signature.as_str(), true);
        scan::quarantine(app, access.permit().scope(), aggregate, &file, found).await?;
        return Err(scan::infected().into());
    }
    let facts = match parsed {
        Some(Ok(facts)) => facts,
        Some(Err(error)) => return undo(app, &received.stored.id, error).await,
        None => inspect_received(app.files.as_ref(), app.inspector.as_ref(), slot(), &received).await?,
    };
    if facts.is_protected {
        let refusal = Refusal::field("file", Message::plain("fileLocked"));
        return undo(app, &received.stored.id, refusal.into()).await;
    }
    file.pages = facts.pages.map(i64::from);
    if let Err(error) = app.store.stage_file(access, aggregate, &file, row.max_files, upload_id).await {
        return undo(app, &received.stored.id, error).await;
    }
    live::publish_change(app, access, aggregate, None).await;
    Ok(file_view(&file))
}

/// Stores a file. A small one is parsed at the same time; its refusal counts once the file was scanned.
pub(crate) async fn receive<T, S: Future<Output = Result<T>>>(
    app: &App,
    rules: &UploadRules<'_>,
    context: &FileContext,
    (size, body): (Option<u64>, Pieces<'_>),
    slot: impl FnOnce() -> S,
) -> Result<(Received, Option<Result<FileFacts>>)> {
    let files = app.files.as_ref();
    let upload = begin(rules, body).await?;
    let Some(room) = app.inspections.memory.room(size) else {
        return Ok((write(files, rules, context, upload).await?, None));
    };
    let Upload { name, file_type, body } = upload;
    let held = hold(room, body).await?;
    let parsed = async {
        let _slot = slot().await?;
        parse(app.inspector.as_ref(), file_type, held.pieces()).await
    };
    let stored = write(files, rules, context, Upload { name, file_type, body: held.pieces() });
    let (received, parsed) = tokio::try_join!(stored, async { Ok(parsed.await) })?;
    Ok((received, Some(parsed)))
}

/// Deletes a file without a record at once; if that fails, the sweep job removes it later.
pub(crate) async fn undo(app: &App, storage_id: &str, error: store::Error) -> Result<Value> {
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
