use domain::Refusal;
use domain::document::{FileType, file_name};
use ports::Picture;

use super::Content;
use super::preview::picture;
use crate::{App, Result};

/// A page of a file as a picture. A page that the file does not have takes nobody's time.
pub async fn page(app: &App, content: &Content, number: u32) -> Result<Picture> {
    let file = &content.file;
    let kind = file_name::ending(&file.file_name).and_then(FileType::of_ending).ok_or(Refusal::NotFound)?;
    // What has no pages has no picture either, whichever is asked for.
    let number = if file.pages.is_some() { number.max(1) } else { 1 };
    if file.pages.is_some_and(|pages| i64::from(number) > pages) {
        return Err(Refusal::NotFound.into());
    }
    picture(app, &content.reader, &content.recorded, kind, number).await
}
