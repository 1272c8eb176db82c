//! Reads bodies up to their size limit.

use std::io::{Seek, SeekFrom, Write};

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use domain::Refusal;
use domain::message::Message;
use http_body_util::BodyExt;
use serde_json::{Map, Value};

use crate::wire::text;
use app::Error;

/// Most bytes of a JSON body without images.
pub const PLAIN: usize = 256 * 1024;
/// Two images of 2 MiB in base64, and the other fields.
pub const WITH_IMAGES: usize = 6 * 1024 * 1024;

fn too_large() -> Refusal {
    Refusal::TooLarge(Message::plain("tooLarge"))
}

/// The declared length of a body.
pub fn declared(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

pub async fn bytes(headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, Refusal> {
    if declared(headers).is_some_and(|length| length > limit as u64) {
        return Err(too_large());
    }
    to_bytes(body, limit).await.map_err(|error| {
        let mut cause: Option<&dyn std::error::Error> = Some(&error);
        while let Some(inner) = cause {
            if inner.is::<http_body_util::LengthLimitError>() {
                return too_large();
            }
            cause = inner.source();
        }
        Refusal::BadRequest("the body was cut off")
    })
}

pub fn object(bytes: &Bytes) -> Result<Map<String, Value>, Refusal> {
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(map)) => text::check_object(&map).map(|()| map),
        Ok(_) => Err(Refusal::BadRequest("the body must be an object")),
        Err(_) => Err(Refusal::BadRequest("the body is not JSON")),
    }
}

/// Streams a body into a temporary file.
pub async fn temp_file(headers: &HeaderMap, mut body: Body, limit: u64) -> store::Result<std::fs::File> {
    if declared(headers).is_some_and(|length| length > limit) {
        return Err(too_large().into());
    }
    let mut file = tempfile::tempfile().map_err(Error::internal)?;
    let mut size = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Refusal::BadRequest("the body was cut off"))?;
        let Ok(data) = frame.into_data() else { continue };
        size += data.len() as u64;
        if size > limit {
            return Err(too_large().into());
        }
        file.write_all(&data).map_err(Error::internal)?;
    }
    file.seek(SeekFrom::Start(0)).map_err(Error::internal)?;
    Ok(file)
}

/// `name=value` pairs of a query.
pub fn query(text: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}
