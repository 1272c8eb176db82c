use domain::Refusal;
use domain::access::{Actor, Sight, View};
use domain::document::file_name;
use ports::OpenFile;
use serde_json::Value;
use store::requests::{Case, FileRow};

use super::read::{self, Recorded};
use super::shares::Caller;
use super::stage::document;
use super::stored;
use crate::requests::{Reader, document_view, level_on, load, situation};
use crate::{App, Result};

/// The documents of a request that this reader may see.
pub async fn documents(app: &App, actor: &Actor, sight: &Sight<View>, txn_ref_no: &str) -> Result<Vec<Value>> {
    let at = situation(app, sight).await?;
    let case = load(app, sight, txn_ref_no, &at).await?;
    let state = case.state();
    let reader = Reader { actor, sight, today: at.today };
    let seen = case.documents.iter().filter(|row| level_on(sight, &case, row) > 0);
    Ok(seen.map(|row| document_view(&reader, &case, &state, row)).collect())
}

/// A file of a document, and how it is to be named when it is saved.
pub struct Content {
    pub file: FileRow,
    pub disposition: String,
    pub recorded: Recorded,
    pub reader: Caller,
}

fn recorded<Kind>(sight: &Sight<Kind>, txn_ref_no: &str, file: &FileRow) -> Recorded {
    Recorded {
        stored: stored(sight.permit().scope(), txn_ref_no, file),
        size: u64::try_from(file.size).unwrap_or(0),
        sha256: file.sha256.clone(),
    }
}

/// Finds a file that this reader may see.
pub async fn content(app: &App, sight: &Sight<View>, txn_ref_no: &str, number: u32, file_id: &str) -> Result<Content> {
    let at = situation(app, sight).await?;
    let case = load(app, sight, txn_ref_no, &at).await?;
    document(sight, &case, number)?;
    let is_shown = |file: &FileRow| file.version > 0 || file.side() == sight.eyes().side();
    let mut files = case.files.iter().filter(|file| file.document == number && is_shown(file));
    let file = files.find(|file| file.file_id == file_id);
    let file = file.ok_or(Refusal::NotFound)?.clone();
    let recorded = recorded(sight, txn_ref_no, &file);
    let reader = Caller::of(sight.permit());
    Ok(Content { disposition: file_name::attachment(&file.file_name), file, recorded, reader })
}

/// Its bytes, a piece at a time.
pub async fn open(app: &App, file: &Recorded) -> Result<OpenFile> {
    read::open(app.files.as_ref(), file).await
}

/// The files of the newest versions of a request, with the names they have in an archive.
pub async fn newest_files(app: &App, sight: &Sight<View>, txn_ref_no: &str) -> Result<Vec<(String, Recorded)>> {
    let at = situation(app, sight).await?;
    let case = load(app, sight, txn_ref_no, &at).await?;
    let mut all = Vec::new();
    for row in case.documents.iter().filter(|row| level_on(sight, &case, row) > 0) {
        let newest = newest(&case, row.number);
        let files = case.files.iter().filter(|file| file.document == row.number && Some(file.version) == newest);
        for (at, file) in files.enumerate() {
            let title: String =
                row.title.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
            let name = format!("{:02} {} {} - {}", row.number, title.trim(), at + 1, file.file_name);
            all.push((name, recorded(sight, txn_ref_no, file)));
        }
    }
    match all.is_empty() {
        true => Err(Refusal::NotFound.into()),
        false => Ok(all),
    }
}

fn newest(case: &Case, document: u32) -> Option<u32> {
    case.versions.iter().filter(|version| version.document == document).map(|version| version.number).max()
}
