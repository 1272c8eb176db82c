//! Reads the files of a version: their words, and the numbers in them that are not shown.

use std::ops::RangeInclusive;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use domain::access::{Change, RequestAccess};
use domain::document::{FileType, file_name};
use domain::verification::{Covered, DocumentText, PageText, UnreadPage};
use futures_util::TryStreamExt;
use ports::{FileText, UnreadFile};
use store::Error;
use store::requests::{DueVerification, FileRow, LocatedNumbers, RequestAggregate};

use super::file_reading::{FileReading, hidden_page};
use crate::files::{RecordedFile, recorded};
use crate::{App, Result, files};

/// How long a document may take to be read.
pub(super) const MAX_READING: Duration = Duration::from_secs(180);
/// A document that ended its process this often is given up.
const MAX_TRIES: i64 = 3;
/// Words of a document after which no further file is read.
const MAX_WORDS: usize = 20_000;

/// What a file is read for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purpose {
    /// Its kind of document has an Aadhaar number.
    pub expects_number: bool,
    /// A rule is compared with its words.
    pub has_rule: bool,
}

/// The words of all files of a version, and what is shown of them. A file that is damaged, too slow or of no use has
/// no words.
pub(super) async fn read_version(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    due: &DueVerification,
    purpose: Purpose,
) -> Result<(DocumentText, LocatedNumbers)> {
    let is_own = |file: &&FileRow| file.document == due.document && file.version == due.version;
    let is_readable = |file: &&FileRow| !file.is_infected() && file.purged_on.is_none();
    let files: Vec<&FileRow> = aggregate.files.iter().filter(is_own).filter(is_readable).collect();
    let mut readings: Vec<FileReading> = Vec::new();
    let work = async {
        for file in &files {
            let words = readings.iter().flat_map(|one| &one.text.pages).map(|page| page.words.len()).sum::<usize>();
            if due.tries >= MAX_TRIES || words > MAX_WORDS {
                break;
            }
            readings.push(shared(app, &recorded(access, &due.txn_ref_no, file), file, purpose).await?);
        }
        Ok(())
    };
    if let Ok(Err(error)) = tokio::time::timeout(MAX_READING, work).await {
        return Err(error);
    }
    Ok(combined(&files, readings, purpose))
}

/// Reads a file so that those who want to see it need not read it as well. What one of them has found is enough where
/// no rule needs the words.
async fn shared(app: &App, recorded: &RecordedFile, file: &FileRow, purpose: Purpose) -> Result<FileReading> {
    let (readings, id) = (&app.inspections.readings, &recorded.stored.id);
    match readings.finished(id) {
        Some(found) if !purpose.has_rule && found.text.is_complete && !found.lacks_recognition => {
            Ok(found.without_words())
        }
        _ => readings.of_job(id, read_file(app, recorded, file, purpose)).await,
    }
}

/// The readings of a version's files. Those that are missing were left out.
fn combined(files: &[&FileRow], mut readings: Vec<FileReading>, purpose: Purpose) -> (DocumentText, LocatedNumbers) {
    let is_complete = readings.len() == files.len();
    for file in &files[readings.len()..] {
        let pages = if kind_of(file).is_some_and(|kind| !kind.is_container()) {
            1..=page_count(file)
        } else {
            RangeInclusive::new(1, 0)
        };
        let text = DocumentText { unread: unread_pages(file, pages).collect(), ..DocumentText::default() };
        readings.push(FileReading { text, lacks_number: purpose.expects_number, ..FileReading::default() });
    }
    let mut text = DocumentText { is_complete, ..DocumentText::default() };
    let mut located = LocatedNumbers::default();
    for (file, reading) in files.iter().zip(readings) {
        if reading.lacks_number {
            located.original_only.push(file.file_id.clone());
        }
        let unread = reading.text.unread.iter();
        located.covered.extend(reading.text.covered.into_iter().chain(unread.map(hidden_page)));
        located.lacks_recognition |= reading.lacks_recognition;
        text.is_complete &= reading.text.is_complete;
        text.pages.extend(reading.text.pages);
        text.unread.extend(reading.text.unread);
    }
    let pages = text.pages.iter().map(|page| (page.file_id.as_str(), page.page));
    text.covered = located.hidden_parts(pages);
    (text, located)
}

fn kind_of(file: &FileRow) -> Option<FileType> {
    file_name::extension(&file.file_name).and_then(FileType::of_extension)
}

fn page_count(file: &FileRow) -> u32 {
    file.pages.and_then(|pages| u32::try_from(pages).ok()).unwrap_or(1)
}

fn unread_pages(file: &FileRow, pages: impl IntoIterator<Item = u32>) -> impl Iterator<Item = UnreadPage> {
    pages.into_iter().map(|page| UnreadPage { file_id: file.file_id.clone(), page })
}

/// Reads one file; nothing if it is damaged or of another kind.
pub(crate) async fn read_file(
    app: &App,
    recorded: &RecordedFile,
    file: &FileRow,
    purpose: Purpose,
) -> Result<FileReading> {
    let bytes = match whole_file(app, recorded).await {
        Ok(bytes) => Some(bytes),
        Err(Error::Refused(_)) => None,
        Err(error) => return Err(error),
    };
    let (Some(kind), Some(bytes)) = (kind_of(file), bytes) else {
        return Ok(FileReading { lacks_number: purpose.expects_number, ..FileReading::default() });
    };
    let pages = file.pages.and_then(|pages| u32::try_from(pages).ok());
    let Purpose { expects_number, has_rule } = purpose;
    let unread = UnreadFile { kind, bytes, pages, expects_number, needs_words: has_rule };
    let FileText { pages, unread, covered, has_number, lacks_recognition, is_complete } =
        app.text_reader.read(unread).await.map_err(Error::internal)?;
    let cover = |(page, area)| Covered { file_id: file.file_id.clone(), page, area };
    let page = |(page, words)| PageText { file_id: file.file_id.clone(), page, words };
    let text = DocumentText {
        pages: pages.into_iter().map(page).collect(),
        unread: unread_pages(file, unread).collect(),
        covered: covered.into_iter().map(cover).collect(),
        is_complete,
    };
    Ok(FileReading { text, lacks_number: expects_number && !has_number, lacks_recognition })
}

async fn whole_file(app: &App, recorded: &RecordedFile) -> Result<Bytes> {
    let read = async || {
        let opened = files::open(app, recorded).await?;
        let bytes = opened.pieces.try_collect::<BytesMut>().await.map_err(|error| files::read_fault(&error))?;
        Ok(bytes.freeze())
    };
    match read().await {
        // It may have been moved to another store meanwhile.
        Err(Error::Unavailable(_)) => read().await,
        other => other,
    }
}
