//! Aadhaar numbers are covered wherever a document is shown, downloaded or copied. The original takes a permission and
//! a reason.

use std::borrow::Cow;
use std::io::Write;
use std::time::Duration;

use bytes::Bytes;
use domain::Refusal;
use domain::access::{Change, RequestAccess, Side, View, system};
use domain::document::{FileType, file_name};
use domain::message::Message;
use domain::request::RequestAction;
use domain::verification::WHOLE_PAGE;
use futures_util::stream;
use ports::{Cover, OpenFile, Picture, Pieces};
use serde_json::json;
use sha2::{Digest, Sha256};
use store::Batch;
use store::requests::ActionTaken;

use super::content::{Content, content};
use super::picture_pdf::PicturePdf;
use super::preview;
use super::showing::Showing;
use crate::context::{entity_clock, load, step};
use crate::documents::verify::locate::{Purpose, read_file};
use crate::documents::verify::readings::Reading;
use crate::files::inspect_fault;
use crate::files::inspection_queue::Slot;
use crate::{App, Error, Result, files, temp_file};

/// The width of a page in a masked copy, about 190 dots an inch.
const WIDTH: u32 = 1600;
/// A masked copy is drawn page by page, so longer files are shown only as original.
const MAX_PAGES: i64 = 100;
const MAX_REASON: usize = 500;
/// How long somebody waits for a file to be read; less than one page may take.
const MAX_WAIT: Duration = Duration::from_secs(25);

/// How often a slot to read a file is waited for.
const MOST_WAITS: u32 = 10;
const PAUSE: Duration = Duration::from_secs(1);

/// The reading of a file whose numbers are not located yet: that of the job, or one of its own.
fn reading(app: &App, content: &Content) -> Reading {
    app.inspections.readings.of(&content.recorded.stored.id, || {
        let (app, content) = (app.clone(), content.clone());
        async move {
            let _slot = slot_for_reading(&app, &content).await?;
            let of = &content.recorded.stored.context;
            let permit = system::requests(&of.country, &of.entity);
            let expected = app.store.expects_aadhaar(&permit, &of.txn_ref_no, of.document);
            let purpose = Purpose { expects_number: expected.await?, has_rule: false };
            read_file(&app, &content.recorded, &content.file, purpose).await
        }
    })
}

/// True when the file can be shown without waiting. Otherwise it is being read from now on.
pub fn is_read(app: &App, content: &Content) -> bool {
    !is_unread(app, content) || reading(app, content).borrow().is_some()
}

/// True for a file that was not searched by the present search: also when pictures can be recognised now, and could not
/// then.
fn is_unread(app: &App, content: &Content) -> bool {
    let lacks_recognition = content.lacks_recognition && app.text_reader.can_recognise();
    if lacks_recognition {
        let (readings, id) = (&app.inspections.readings, &content.recorded.stored.id);
        if readings.finished(id).is_some_and(|found| found.lacks_recognition) {
            readings.forget(id);
        }
    }
    content.showing == Showing::Unread || (lacks_recognition && content.side != Side::Customer)
}

/// The content, read if that has not happened yet.
pub(crate) async fn located<'a>(app: &App, content: &'a Content) -> Result<Cow<'a, Content>> {
    if !is_unread(app, content) && !is_expected_since(app, content).await? {
        return Ok(Cow::Borrowed(content));
    }
    let mut reading = reading(app, content);
    let found = tokio::time::timeout(MAX_WAIT, reading.wait_for(Option::is_some)).await;
    let found = found.ok().and_then(|ended| ended.ok()?.clone()).ok_or_else(not_read_yet)??;
    Ok(Cow::Owned(Content { showing: Showing::of(&found), ..content.clone() }))
}

/// True for a file that was read before its kind or rule expected a number: it is searched again, as nobody knows
/// whether a longer search finds one.
async fn is_expected_since(app: &App, content: &Content) -> Result<bool> {
    if !content.showing.has_no_number() || content.side == Side::Customer {
        return Ok(false);
    }
    let of = &content.recorded.stored.context;
    let permit = system::requests(&of.country, &of.entity);
    let is_expected = app.store.expects_aadhaar(&permit, &of.txn_ref_no, of.document).await?;
    if is_expected {
        app.inspections.readings.forget(&content.recorded.stored.id);
        app.store.forget_location(&permit, &of.txn_ref_no, of.document, content.file.version).await?;
    }
    Ok(is_expected)
}

/// A slot to read a file in. Those who want to see it are told to ask again meanwhile, so it may take a while.
async fn slot_for_reading(app: &App, content: &Content) -> Result<Slot> {
    for _ in 0..MOST_WAITS {
        match app.inspections.reading.take(content.reader.clone()).await {
            Err(Error::Refused(Refusal::TooManyTries { .. })) => tokio::time::sleep(PAUSE).await,
            other => return other,
        }
    }
    Err(not_read_yet())
}

/// The message about a file that is shown only as original.
const ORIGINAL_ONLY: &str = "originalOnly";
/// The message about a file with parts to be covered that is too long for a masked copy.
const TOO_LONG: &str = "tooLongToMask";

pub(crate) fn original_only() -> Error {
    Refusal::Conflict(Message::plain(ORIGINAL_ONLY)).into()
}

/// Why the file is left out of copies: only the original shows it.
pub fn original_only_reason(error: &Error) -> Option<&Message> {
    match error {
        Error::Refused(Refusal::Conflict(message)) => {
            Some(message).filter(|message| [ORIGINAL_ONLY, TOO_LONG].contains(&message.key))
        }
        _ => None,
    }
}

fn not_read_yet() -> Error {
    Refusal::Conflict(Message::plain("fileNotReadYet")).into()
}

/// A file as it may be handed out.
pub struct ShownFile {
    pub name: String,
    pub content_type: String,
    pub size: u64,
    pub sha256: String,
    pub pieces: Pieces<'static>,
}

/// The file of a document: as it was sent, or a masked copy.
pub async fn shown_file(app: &App, content: &Content) -> Result<ShownFile> {
    let content = located(app, content).await?;
    let (file, recorded) = (&content.file, &content.recorded);
    match &content.showing {
        Showing::Unread => Err(not_read_yet()),
        Showing::OriginalOnly => Err(original_only()),
        Showing::Covered(_) => masked_copy(app, &content).await,
        Showing::Whole | Showing::Original => {
            let OpenFile { size, pieces } = files::open(app, recorded).await?;
            Ok(ShownFile {
                name: file.file_name.clone(),
                content_type: file.content_type.clone(),
                size,
                sha256: recorded.sha256.clone(),
                pieces,
            })
        }
    }
}

async fn masked_copy(app: &App, content: &Content) -> Result<ShownFile> {
    let pages = content.file.pages.unwrap_or(1).max(1);
    if pages > MAX_PAGES {
        return Err(Refusal::Conflict(Message::plain(TOO_LONG)).into());
    }
    let mut copy = Copy { file: temp_file::create()?, sha256: Sha256::new() };
    let is_picture = preview::kind_of(&content.file)?.is_picture() && pages == 1;
    let mut pdf = PicturePdf::default();
    if !is_picture {
        copy.write(&pdf.start())?;
    }
    for page in 1..=u32::try_from(pages).unwrap_or(1) {
        let drawn = if content.showing.hides(page) {
            black_page(app).await?
        } else {
            preview::masked_page(app, content, page, WIDTH).await?
        };
        if is_picture {
            copy.write(&drawn.bytes)?
        } else {
            copy.write(&pdf.page(&drawn.bytes).ok_or_else(|| Error::internal("a page is not a JPEG"))?)?
        }
    }
    if !is_picture {
        copy.write(&pdf.end())?;
    }
    let (extension, content_type) = if is_picture { ("jpg", "image/jpeg") } else { ("pdf", "application/pdf") };
    let stem = content.file.file_name.rsplit_once('.').map_or(content.file.file_name.as_str(), |(stem, _)| stem);
    let (sha256, opened) = (hex::encode(copy.sha256.finalize()), temp_file::stream(copy.file)?);
    Ok(ShownFile {
        name: file_name::clean(&format!("{stem} masked.{extension}")),
        content_type: content_type.to_owned(),
        size: opened.size,
        sha256,
        pieces: opened.pieces,
    })
}

/// Stands for a page of which nothing is shown: it may be one that cannot be drawn at all.
async fn black_page(app: &App) -> Result<Picture> {
    const BLANK: &[u8] = include_bytes!("../../../assets/blank-page.png");
    let page = Picture { content_type: "image/png", bytes: Bytes::from_static(BLANK), pages: 1, is_partial: false };
    cover(app, FileType::Png, page, &[Cover::of(WHOLE_PAGE)]).await
}

/// A masked copy on its way to a temporary file.
struct Copy {
    file: std::fs::File,
    sha256: Sha256,
}

impl Copy {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.sha256.update(bytes);
        self.file.write_all(bytes).map_err(Error::internal)
    }
}

/// Covers parts of a rendered page, in the process that parses files.
pub(crate) async fn cover(app: &App, kind: FileType, page: Picture, covers: &[Cover]) -> Result<Picture> {
    let drawn_as = if page.content_type == "image/png" { FileType::Png } else { FileType::Jpg };
    let bytes = page.bytes;
    let pieces = Box::pin(stream::once(std::future::ready(Ok(bytes))));
    let covered = app.inspector.cover(drawn_as, pieces, covers).await;
    let covered = covered.map_err(|fault| inspect_fault(kind, &fault))?;
    Ok(Picture { pages: page.pages, ..covered })
}

/// The original of a file that is masked, for a caller with the permission. The reason is in the audit log before the
/// first byte is sent.
pub async fn original(
    app: &App,
    (see, access): (&RequestAccess<View>, &RequestAccess<Change>),
    (txn_ref_no, document, file_id): (&str, u32, &str),
    reason: &str,
) -> Result<ShownFile> {
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(Refusal::field("reason", Message::about("enter", "docrequest", "reason")).into());
    }
    if reason.chars().count() > MAX_REASON {
        let message = Message::about("maxLength", "docrequest", "reason").with("max", MAX_REASON as i64);
        return Err(Refusal::field("reason", message).into());
    }
    let mut found = content(app, see, txn_ref_no, document, file_id).await?;
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    let detail = json!({ "fileName": found.file.file_name, "versionNo": found.file.version });
    let taken = ActionTaken {
        document: Some(document),
        reason: Some(reason.to_owned()),
        detail,
        ..step(access, Some(&aggregate), &at, RequestAction::Original)
    };
    app.store.commit(access.permit(), Batch::audited(taken.entry(&aggregate, None))).await?;
    found.showing = Showing::Original;
    shown_file(app, &found).await
}
