use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use domain::access::{Change, Permit};
use domain::document::FileType;
use domain::format::IMAGE_LIMIT;
use domain::message::Message;
use domain::refusal::Refusal;
use futures_util::stream;
use ports::InspectFault;

use crate::files::inspection_queue::Caller;
use crate::{App, Error, Result};

const TIFF: &str = "data:image/tiff;base64,";

/// A TIFF as PNG, because most browsers cannot show a TIFF; other pictures as they are.
pub(super) async fn shown_by_browsers(
    app: &App,
    permit: &Permit<Change>,
    field: &str,
    picture: &str,
) -> Result<Option<String>> {
    let Some(data) = picture.strip_prefix(TIFF) else { return Ok(None) };
    let refused = |key| Refusal::field(field, Message::plain(key));
    let file = STANDARD.decode(data).map_err(|_| refused("invalidImage"))?;
    let _slot = app.inspections.uploads.take(Caller::of(permit)).await?;
    let pieces = Box::pin(stream::once(async { Ok(Bytes::from(file)) }));
    match app.inspector.png(FileType::Tiff, pieces).await {
        Ok(png) if png.bytes.len() <= IMAGE_LIMIT => {
            Ok(Some(format!("data:image/png;base64,{}", STANDARD.encode(&png.bytes))))
        }
        Ok(_) | Err(InspectFault::TooMuch) => Err(refused("imageTooLarge").into()),
        Err(fault @ InspectFault::Unavailable(_)) => Err(Error::Unavailable(fault.to_string())),
        Err(_) => Err(refused("invalidImage").into()),
    }
}
