use domain::Refusal;
use domain::document::{FileType, file_name};
use domain::message::Message;
use ports::{InspectFault, Picture};

use super::intake::Received;
use super::{Content, file_fault, open};
use crate::{App, Error, Result};

/// Widest picture of a page.
const WIDTH: u32 = 1400;

fn fault(fault: InspectFault) -> Error {
    match fault {
        InspectFault::Unreadable => Refusal::UnsupportedFormat.into(),
        InspectFault::TooMuch => Refusal::TooLarge(Message::plain("tooLarge")).into(),
        InspectFault::NoSuchPage | InspectFault::NoPicture => Refusal::NotFound.into(),
        InspectFault::Unavailable(what) => Error::Unavailable(what),
    }
}

/// Parses what came in: a file that is not what it says goes no further. Gives back its pages.
pub(super) async fn look(app: &App, received: &Received) -> Result<Option<i64>> {
    let file = app.files.open(&received.storage_id).await.map_err(file_fault)?;
    let facts = app.inspector.look(received.file_type, file.pieces).await.map_err(fault)?;
    Ok(facts.pages.map(i64::from))
}

/// A page of a file as a picture.
pub async fn preview(app: &App, content: &Content, page: u32) -> Result<Picture> {
    let kind = file_name::ending(&content.file.file_name).and_then(FileType::of_ending).ok_or(Refusal::NotFound)?;
    let file = open(app, content).await?;
    app.inspector.picture(kind, file.pieces, page.max(1), WIDTH).await.map_err(fault)
}
