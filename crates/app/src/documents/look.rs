use domain::Refusal;
use domain::document::{FileType, file_name};
use ports::Picture;

use super::Content;
use super::preview::picture;
use crate::{App, Result};

/// A page of a file as a picture.
pub async fn page(app: &App, content: &Content, number: u32) -> Result<Picture> {
    let kind = file_name::ending(&content.file.file_name).and_then(FileType::of_ending).ok_or(Refusal::NotFound)?;
    picture(app, &content.recorded, kind, number.max(1)).await
}
