//! Files that were not taken: staff see when, for which document and why, so that they can help.

use domain::Refusal;
use domain::access::{Change, RequestAccess, Viewer};
use domain::request::bodies::REFUSED_FILE;
use domain::request::read::BodyReader;
use serde_json::{Map, Value};
use store::audit::stamp;
use store::requests::FailedUpload;

use super::stage::document;
use crate::context::{entity_clock, load, reference};
use crate::{App, Error, Result};

/// Notes the refusal of an upload by a party. Its result is handed on.
pub(super) async fn noted<T>(
    app: &App,
    access: &RequestAccess<Change>,
    place: (&str, u32),
    outcome: Result<T>,
) -> Result<T> {
    if let Err(Error::Refused(refusal)) = &outcome
        && let Some(cause) = cause(refusal)
        && let Err(error) = note(app, access, place, cause).await
    {
        tracing::warn!(%error, "a refused upload could not be noted");
    }
    outcome
}

/// Why a file was refused; `None` when it was not because of the file.
fn cause(refusal: &Refusal) -> Option<&'static str> {
    let key = match refusal {
        Refusal::UnsupportedFormat => return Some("format"),
        Refusal::ChecksumMismatch => return Some("damaged"),
        Refusal::TooLarge(_) => return Some("size"),
        Refusal::Invalid(errors) => errors.iter().find(|error| error.field == "file")?.message.key,
        _ => return None,
    };
    match key {
        "fileEmpty" => Some("empty"),
        "fileActive" => Some("active"),
        "fileMixed" => Some("mixed"),
        "fileInfected" => Some("infected"),
        "fileLocked" => Some("locked"),
        "fileHeic" => Some("heic"),
        "tooManyFiles" => Some("tooMany"),
        _ => None,
    }
}

async fn note(
    app: &App,
    access: &RequestAccess<Change>,
    (txn_ref_no, document): (&str, u32),
    cause: &str,
) -> Result<()> {
    let Viewer::Party { user_id } = access.viewer() else { return Ok(()) };
    let failed = FailedUpload { on: stamp(app.clock.now()), document, cause: cause.to_owned() };
    app.store.note_failed_upload(access.permit(), (txn_ref_no, user_id), &failed).await
}

/// Notes a file that the portal itself refused, so that it was never sent.
pub async fn note_refused(app: &App, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<()> {
    let mut reader = BodyReader::new(body, &REFUSED_FILE);
    reader.only_declared();
    let number = reader.number("documentNo");
    let cause = reader.one_of("cause");
    for (name, is_missing) in [("documentNo", number.is_none()), ("cause", cause.is_none())] {
        if is_missing && !reader.has_error(name) {
            reader.fail_missing(name);
        }
    }
    let (number, cause) = reader.into_result((number.unwrap_or_default(), cause.unwrap_or_default()))?;
    let txn_ref_no = reference(body)?;
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    document(access, &aggregate, number)?;
    note(app, access, (txn_ref_no, number), cause).await
}
