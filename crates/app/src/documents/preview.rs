use std::sync::atomic::{AtomicBool, Ordering};

use domain::Refusal;
use domain::document::FileType;
use futures_util::TryStreamExt;
use ports::Picture;

use super::inspect_fault;
use super::read::{self, Recorded, is_damage};
use crate::{App, Result};

/// What a reviewer's screen shows.
pub const WIDTH: u32 = 1200;

/// A page (from 1) of a kept file as a picture; never the file itself.
pub async fn picture(app: &App, file: &Recorded, kind: FileType, page: u32) -> Result<Picture> {
    let opened = read::open(app.files.as_ref(), file).await?;
    let is_damaged = AtomicBool::new(false);
    let pieces = opened.pieces.inspect_err(|error| is_damaged.store(is_damage(error), Ordering::Relaxed));
    let drawn = app.inspector.picture(kind, Box::pin(pieces), page, WIDTH).await;
    if is_damaged.into_inner() {
        return Err(Refusal::DocumentDamaged.into());
    }
    drawn.map_err(|fault| inspect_fault(kind, &fault))
}
