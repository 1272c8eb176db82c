use domain::document::FileType;
use ports::Picture;

use super::{file_fault, inspect_fault};
use crate::{App, Result};

/// What a reviewer's screen shows.
pub const WIDTH: u32 = 1200;

/// A page (from 1) of a kept file as a picture; never the file itself.
pub async fn picture(app: &App, storage_id: &str, kind: FileType, page: u32) -> Result<Picture> {
    let file = app.files.open(storage_id).await.map_err(file_fault)?;
    let drawn = app.inspector.picture(kind, file.pieces, page, WIDTH).await;
    drawn.map_err(|fault| inspect_fault(kind, &fault))
}
