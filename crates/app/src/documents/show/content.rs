use domain::Refusal;
use domain::access::{Actor, RequestAccess, Side, View};
use domain::message::Message;
use serde_json::Value;
use store::requests::{FileRow, RequestAggregate};

use super::showing::{Showing, lacks_recognition, showing};
use crate::context::{entity_clock, load};
use crate::documents::receive::stage::document;
use crate::files::inspection_queue::Caller;
use crate::files::{RecordedFile, recorded};
use crate::requests::{RequestView, document_view, level_on, newest_version};
use crate::{App, Result};

/// The documents of a request that this caller may see.
pub async fn documents(app: &App, actor: &Actor, access: &RequestAccess<View>, txn_ref_no: &str) -> Result<Vec<Value>> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    let state = aggregate.state();
    let reader = RequestView { actor, access, at: &at };
    let seen = aggregate.documents.iter().filter(|row| level_on(access, &aggregate, row) > 0);
    Ok(seen.map(|row| document_view(&reader, &aggregate, &state, row)).collect())
}

/// A file of a document.
#[derive(Clone)]
pub struct Content {
    pub file: FileRow,
    pub recorded: RecordedFile,
    pub reader: Caller,
    pub side: Side,
    pub showing: Showing,
    /// Pictures in it could not be recognised when it was read.
    pub lacks_recognition: bool,
}

/// Finds a file that this caller may see.
pub async fn content(
    app: &App,
    access: &RequestAccess<View>,
    txn_ref_no: &str,
    number: u32,
    file_id: &str,
) -> Result<Content> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    document(access, &aggregate, number)?;
    let is_shown = |file: &FileRow| file.version > 0 || file.side() == access.viewer().side();
    let mut files = aggregate.files.iter().filter(|file| file.document == number && is_shown(file));
    let file = files.find(|file| file.file_id == file_id);
    let file = file.ok_or(Refusal::NotFound)?;
    if file.purged_on.is_some() {
        return Err(Refusal::Purged.into());
    }
    if file.is_infected() {
        return Err(Refusal::Conflict(Message::plain("fileQuarantined")).into());
    }
    Ok(content_of(access, &aggregate, file))
}

/// A file of a request that the caller may see.
pub(crate) fn content_of<Kind>(access: &RequestAccess<Kind>, aggregate: &RequestAggregate, file: &FileRow) -> Content {
    Content {
        showing: showing(access.viewer().side(), aggregate, file),
        lacks_recognition: lacks_recognition(aggregate, file),
        recorded: recorded(access, &aggregate.request.txn_ref_no, file),
        reader: Caller::of(access.permit()),
        side: access.viewer().side(),
        file: file.clone(),
    }
}

/// The files of the newest versions, with how their names in an archive begin.
pub async fn newest_files(app: &App, access: &RequestAccess<View>, txn_ref_no: &str) -> Result<Vec<(String, Content)>> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    let (mut all, mut is_purged) = (Vec::new(), false);
    for row in aggregate.documents.iter().filter(|row| level_on(access, &aggregate, row) > 0) {
        let newest = newest_version(&aggregate, row.number);
        let files = aggregate.files.iter().filter(|file| file.document == row.number && Some(file.version) == newest);
        is_purged |= files.clone().any(|file| file.purged_on.is_some());
        let files = files.filter(|file| !file.is_infected() && file.purged_on.is_none());
        for (at, file) in files.enumerate() {
            let title: String =
                row.title.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
            let name = format!("{:02} {} {} - ", row.number, title.trim(), at + 1);
            all.push((name, content_of(access, &aggregate, file)));
        }
    }
    if !all.is_empty() {
        Ok(all)
    } else if is_purged {
        Err(Refusal::Purged.into())
    } else {
        Err(Refusal::NotFound.into())
    }
}
