//! Resumable uploads. The bytes arrive in any number of calls and are stored as pieces, each durable and recorded
//! before its offset is acknowledged. When all have arrived, they are joined and received like any other upload.

use std::sync::atomic::{AtomicBool, Ordering};

use bytes::{Bytes, BytesMut};
use domain::Refusal;
use domain::access::{Change, Permit, RequestAccess};
use domain::document::file_name;
use domain::message::Message;
use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use ports::{FileContext, Pieces, StoredFile, WHOLE};
use serde_json::Value;
use store::audit::stamp;
use store::requests::{UploadPiece, UploadRow};

use super::refused::noted;
use super::stage::{Incoming, admit, store_file, unstage};
use crate::context::{Pass, entity_clock, load};
use crate::files::{MIB, context, file_fault, storage_id};
use crate::requests::file_view;
use crate::{App, Error, Result};

/// A killed server loses at most this much of what was sent.
const PIECE_BYTES: usize = MIB as usize;
/// More pieces than a file of the largest size needs.
const MAX_PIECES: usize = 1000;
/// Beyond this the oldest unfinished upload of the user is dropped.
const MAX_OF_USER: usize = 20;
const MAX_OF_ENTITY: i64 = 2000;
const SWEEP_BATCH: u32 = 500;

/// What the sender declares.
pub struct NewUpload<'a> {
    pub txn_ref_no: &'a str,
    pub document: u32,
    pub file_name: &'a str,
    pub length: u64,
    /// In lowercase hexadecimal digits.
    pub sha256: Option<&'a str>,
}

/// How far an upload is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadState {
    pub upload_id: String,
    pub offset: u64,
    pub length: u64,
}

/// What a call achieved.
pub enum Progress {
    Partial(u64),
    /// All bytes arrived, and the file is staged: its record.
    Complete(u64, Value),
}

fn state_of(row: &UploadRow) -> UploadState {
    let number = |value: i64| u64::try_from(value).unwrap_or(0);
    UploadState { upload_id: row.upload_id.clone(), offset: number(row.received), length: number(row.length) }
}

/// Begins an upload. A user who declares the same content for the same document again continues the unfinished upload.
pub async fn begin(app: &App, access: &RequestAccess<Change>, new: &NewUpload<'_>) -> Result<UploadState> {
    let place = (new.txn_ref_no, new.document);
    let admitted = match new.length {
        0 => Err(Refusal::field("file", Message::plain("fileEmpty")).into()),
        length => admit(app, access, place, Some(length)).await,
    };
    let open = noted(app, access, place, admitted).await?;
    let row = UploadRow {
        tenant_code: open.aggregate.request.tenant_code.clone(),
        upload_id: storage_id()?,
        txn_ref_no: new.txn_ref_no.to_owned(),
        document: new.document,
        uploaded_by: access.permit().actor().to_owned(),
        file_name: file_name::clean(new.file_name),
        length: i64::try_from(new.length).unwrap_or(i64::MAX),
        received: 0,
        sha256: new.sha256.map(str::to_owned),
        file_id: None,
        created_on: stamp(app.clock.now()),
    };
    let unfinished = app.store.unfinished_uploads(access).await?;
    if let Some(known) = unfinished.iter().find(|known| is_same_content(known, &row)) {
        return Ok(state_of(known));
    }
    for oldest in unfinished.iter().take((unfinished.len() + 1).saturating_sub(MAX_OF_USER)) {
        remove(app, access.permit(), &oldest.upload_id, true).await?;
    }
    app.store.begin_upload(access, &row, MAX_OF_ENTITY).await?;
    Ok(state_of(&row))
}

fn is_same_content(known: &UploadRow, new: &UploadRow) -> bool {
    let key = |row: &UploadRow| (row.txn_ref_no.clone(), row.document, row.file_name.clone(), row.length);
    new.sha256.is_some() && known.sha256 == new.sha256 && key(known) == key(new)
}

async fn find(app: &App, access: &RequestAccess<Change>, upload_id: &str) -> Result<UploadRow> {
    Ok(app.store.upload(access, upload_id).await?.ok_or(Refusal::NotFound)?)
}

pub async fn state(app: &App, access: &RequestAccess<Change>, upload_id: &str) -> Result<UploadState> {
    Ok(state_of(&find(app, access, upload_id).await?))
}

/// Drops an upload. If it was finished in the meantime, its file is withdrawn, unless it was submitted.
pub async fn abandon(app: &App, access: &RequestAccess<Change>, upload_id: &str) -> Result<()> {
    let row = find(app, access, upload_id).await?;
    if let Some(file_id) = &row.file_id {
        match unstage(app, access, &row.txn_ref_no, row.document, file_id).await {
            Ok(()) | Err(Error::Refused(Refusal::NotFound)) => {}
            Err(error) => return Err(error),
        }
    }
    remove(app, access.permit(), &row.upload_id, true).await
}

/// Appends bytes at the offset; the last ones finish the upload. A finished upload answers again with its file, for a
/// sender that did not get the answer.
pub async fn append(
    app: &App,
    access: &RequestAccess<Change>,
    (upload_id, offset): (&str, u64),
    declared: Option<u64>,
    mut body: Pieces<'_>,
) -> Result<Progress> {
    let mut row = find(app, access, upload_id).await?;
    let UploadState { offset: known, length, .. } = state_of(&row);
    if offset != known {
        return Err(Refusal::Conflict(Message::plain("uploadMoved")).into());
    }
    if let Some(file_id) = &row.file_id {
        return Ok(Progress::Complete(length, staged_file(app, access, &row, file_id).await?));
    }
    let open = admit(app, access, (&row.txn_ref_no, row.document), None).await?;
    let too_large = || Refusal::TooLarge(Message::plain("tooLarge"));
    if declared.is_some_and(|more| more > length - offset) {
        return Err(too_large().into());
    }
    let mut pieces = app.store.upload_pieces(access.permit(), upload_id).await?;
    let mut rest = Bytes::new();
    while state_of(&row).offset < length {
        let room = length - state_of(&row).offset;
        let (piece, next) = read_piece(&mut body, rest).await;
        rest = next;
        match piece.len() as u64 {
            0 => return Ok(Progress::Partial(state_of(&row).offset)),
            size if size > room => return Err(too_large().into()),
            _ if pieces.len() >= MAX_PIECES => return Err(too_large().into()),
            _ => pieces.push(store_piece(app, access, &mut row, piece).await?),
        }
    }
    let is_broken = AtomicBool::new(false);
    let joined = join(app, access.permit(), &row, pieces).inspect_err(|_| is_broken.store(true, Ordering::Relaxed));
    let incoming = Incoming {
        file_name: &row.file_name,
        size: u64::try_from(row.received).ok(),
        sha256: row.sha256.as_deref(),
        upload_id: Some(upload_id),
        body: Box::pin(joined),
    };
    let stored = match store_file(app, access, &open, incoming).await {
        // Not the sender's connection broke off, but our own store.
        Err(_) if is_broken.load(Ordering::Relaxed) => Err(Error::Unavailable("a piece cannot be read".to_owned())),
        stored => noted(app, access, (&row.txn_ref_no, row.document), stored).await,
    };
    if is_final(&stored) {
        let is_refused = stored.is_err();
        if let Err(error) = remove(app, access.permit(), upload_id, is_refused).await {
            tracing::warn!(%error, "pieces of an upload were left behind");
        }
    }
    Ok(Progress::Complete(length, stored?))
}

/// False when the sender may try to finish again: the parser was busy, a service was down, another sender finished.
fn is_final(stored: &Result<Value>) -> bool {
    match stored {
        Ok(_) => true,
        Err(Error::Refused(refusal)) => !matches!(refusal, Refusal::TooManyTries { .. } | Refusal::Conflict(_)),
        Err(_) => false,
    }
}

/// The file that an upload became, while it is staged.
async fn staged_file(app: &App, access: &RequestAccess<Change>, row: &UploadRow, file_id: &str) -> Result<Value> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, &row.txn_ref_no, &at).await?;
    let mut staged = aggregate.staged(row.document, access.viewer().side());
    Ok(staged.find(|file| file.file_id == file_id).map(file_view).ok_or(Refusal::NotFound)?)
}

/// The next piece of the body, and what was read beyond it. A body that breaks off ends here: what arrived is kept.
async fn read_piece(body: &mut Pieces<'_>, first: Bytes) -> (Bytes, Bytes) {
    let mut piece = BytesMut::from(first);
    while piece.len() < PIECE_BYTES {
        match body.next().await {
            Some(Ok(bytes)) => piece.extend_from_slice(&bytes),
            Some(Err(_)) | None => break,
        }
    }
    let mut piece = piece.freeze();
    let rest = piece.split_off(piece.len().min(PIECE_BYTES));
    (piece, rest)
}

async fn store_piece(
    app: &App,
    access: &RequestAccess<Change>,
    row: &mut UploadRow,
    bytes: Bytes,
) -> Result<UploadPiece> {
    let (id, size) = (storage_id()?, bytes.len() as i64);
    let context = piece_context(access.permit(), row, row.received);
    let body = Box::pin(stream::once(std::future::ready(Ok(bytes))));
    let written = app.files.put(&id, &context, body).await.map_err(file_fault)?;
    let piece = UploadPiece { start: row.received, size, storage_id: id, sealed_key: written.sealed_key };
    if let Err(error) = app.store.add_upload_piece(access, row, &piece).await {
        // If this fails too, the job sweep-files removes it.
        let _ = app.files.delete(&piece.storage_id).await;
        return Err(error);
    }
    row.received += size;
    Ok(piece)
}

fn piece_context(permit: &Permit<Change>, row: &UploadRow, start: i64) -> FileContext {
    context(permit.scope(), &row.txn_ref_no, row.document, &format!("{}-{start}", row.upload_id))
}

/// All pieces as one stream.
fn join<'a>(app: &'a App, permit: &'a Permit<Change>, row: &'a UploadRow, pieces: Vec<UploadPiece>) -> Pieces<'a> {
    let opened = stream::iter(pieces).then(move |piece| async move {
        let context = piece_context(permit, row, piece.start);
        let stored = StoredFile { id: piece.storage_id, context, sealed_key: piece.sealed_key };
        let opened = app.files.open(&stored, WHOLE).await.map_err(std::io::Error::other)?;
        Ok::<_, std::io::Error>(opened.pieces)
    });
    Box::pin(opened.try_flatten())
}

/// Removes the pieces of an upload, and with `is_all` the upload itself. Records go first, so that none refers to a
/// file that is gone.
async fn remove(app: &App, permit: &Permit<Change>, upload_id: &str, is_all: bool) -> Result<()> {
    let pieces = app.store.upload_pieces(permit, upload_id).await?;
    app.store.remove_upload(permit, upload_id, is_all).await?;
    for piece in pieces {
        app.files.delete(&piece.storage_id).await.map_err(file_fault)?;
    }
    Ok(())
}

/// Removes the uploads that were begun before this time.
pub(crate) async fn sweep(app: &App, before: Timestamp, pass: &mut Pass) -> Result<()> {
    loop {
        let stale = app.store.stale_uploads(&stamp(before), SWEEP_BATCH).await?;
        let done_before = pass.report.done;
        for upload in &stale {
            if pass.is_stopping() {
                return Ok(());
            }
            let permit = domain::access::system::requests(&upload.country, &upload.entity);
            let removed = remove(app, &permit, &upload.upload_id, true).await;
            pass.count(&upload.upload_id, removed.map(|()| true))?;
        }
        if stale.len() < SWEEP_BATCH as usize || pass.report.done == done_before {
            return Ok(());
        }
    }
}
