//! Resumable uploads by a subset of tus 1.0: creation, offset, append and termination.

use std::sync::Arc;

use app::documents::{self as use_case, NewUpload, Progress};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::message::Message;
use futures_util::TryStreamExt;

use super::request_call::{number, parameter};
use crate::call::Call;
use crate::state::Api;
use crate::wire::text::check_pairs;

const VERSION: &str = "1.0.0";
const TUS: HeaderName = HeaderName::from_static("tus-resumable");
const LENGTH: HeaderName = HeaderName::from_static("upload-length");
const OFFSET: HeaderName = HeaderName::from_static("upload-offset");
const METADATA: &str = "upload-metadata";
const CONTENT_TYPE: &str = "application/offset+octet-stream";
const MAX_BYTES: &str = "209715200";

/// True for a call of tus; a POST without its header is a plain upload.
pub(super) fn is_meant(call: &Call) -> bool {
    call.method != Method::POST || call.headers.contains_key(TUS)
}

/// Every answer to a call of tus names the version.
pub fn add_tus_version(asked: &HeaderMap, response: &mut Response) {
    if asked.contains_key(TUS) {
        response.headers_mut().insert(TUS, HeaderValue::from_static(VERSION));
    }
}

pub(super) async fn serve(
    api: &Arc<Api>,
    call: &Call,
    access: &RequestAccess<Change>,
    body: Body,
) -> store::Result<Response> {
    if call.method == Method::OPTIONS {
        return Ok(options());
    }
    if text(&call.headers, TUS.as_str()) != Some(VERSION) {
        return Ok((StatusCode::PRECONDITION_FAILED, [("tus-version", VERSION)]).into_response());
    }
    if call.method == Method::POST {
        return begin(api, call, access).await;
    }
    let upload_id = parameter(call, "uploadId").unwrap_or_default();
    match call.method {
        Method::HEAD => {
            let state = use_case::state(&api.app, access, &upload_id).await?;
            let headers = [(OFFSET, state.offset), (LENGTH, state.length)];
            Ok(headers.map(|(name, value)| (name, HeaderValue::from(value))).into_response())
        }
        Method::PATCH => append(api, call, access, &upload_id, body).await,
        _ => {
            use_case::abandon(&api.app, access, &upload_id).await?;
            Ok(StatusCode::NO_CONTENT.into_response())
        }
    }
}

fn options() -> Response {
    let headers = [("tus-version", VERSION), ("tus-extension", "creation,termination"), ("tus-max-size", MAX_BYTES)];
    (StatusCode::NO_CONTENT, headers).into_response()
}

async fn begin(api: &Arc<Api>, call: &Call, access: &RequestAccess<Change>) -> store::Result<Response> {
    let length = count(&call.headers, LENGTH.as_str()).ok_or(Refusal::BadRequest("Upload-Length is missing"))?;
    let metadata = Metadata::read(text(&call.headers, METADATA).unwrap_or_default())?;
    let missing = || Refusal::field("txnRefNo", Message::plain("EnTxn0001"));
    let sha256 = metadata.get("sha256").map(str::to_ascii_lowercase);
    let new = NewUpload {
        txn_ref_no: metadata.get("txnRefNo").filter(|text| !text.is_empty()).ok_or_else(missing)?,
        document: number(metadata.get("documentNo").map(str::to_owned))?,
        file_name: metadata.get("fileName").unwrap_or_default(),
        length,
        sha256: sha256.as_deref(),
    };
    if new.sha256.is_some_and(|hash| hash.len() != 64 || !hash.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        return Err(Refusal::BadRequest("sha256 is 64 hexadecimal digits").into());
    }
    let state = use_case::begin(&api.app, access, &new).await?;
    let service = call.address.service;
    let location = format!("/api/{service}/v1/docz/banking/transaction/document/upload?uploadId={}", state.upload_id);
    let headers = [(header::LOCATION, location), (OFFSET, state.offset.to_string())];
    Ok((StatusCode::CREATED, headers).into_response())
}

async fn append(
    api: &Arc<Api>,
    call: &Call,
    access: &RequestAccess<Change>,
    upload_id: &str,
    body: Body,
) -> store::Result<Response> {
    if text(&call.headers, header::CONTENT_TYPE.as_str()) != Some(CONTENT_TYPE) {
        return Err(Refusal::UnsupportedFormat.into());
    }
    let offset = count(&call.headers, OFFSET.as_str()).ok_or(Refusal::BadRequest("Upload-Offset is missing"))?;
    let pieces = Box::pin(body.into_data_stream().map_err(std::io::Error::other));
    let declared = super::body::declared(&call.headers);
    let work = use_case::append(&api.app, access, (upload_id, offset), declared, pieces);
    let (offset, mut response) = match work.await? {
        Progress::Partial(offset) => (offset, StatusCode::NO_CONTENT.into_response()),
        Progress::Complete(length, record) => (length, call.responder(api).record("EnTxn0067", &record)),
    };
    response.headers_mut().insert(OFFSET, HeaderValue::from(offset));
    Ok(response)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn count(headers: &HeaderMap, name: &str) -> Option<u64> {
    text(headers, name)?.parse().ok()
}

/// `Upload-Metadata`: names with values in base64, separated by commas.
struct Metadata(Vec<(String, String)>);

impl Metadata {
    fn read(header: &str) -> Result<Metadata, Refusal> {
        let pair = |pair: &str| {
            let (name, value) = pair.trim().split_once(' ').unwrap_or((pair.trim(), ""));
            let value = String::from_utf8(STANDARD.decode(value).ok()?).ok()?;
            Some((name.to_owned(), value))
        };
        let pairs: Option<Vec<_>> = header.split(',').filter(|pair| !pair.trim().is_empty()).map(pair).collect();
        let pairs = pairs.ok_or(Refusal::BadRequest("Upload-Metadata cannot be read"))?;
        check_pairs(&pairs).map(|()| Metadata(pairs))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_read_and_anything_else_refused() {
        let read = Metadata::read("txnRefNo TjI2MTE=, fileName 4K6q4K6+4K6p4K+NLnBuZw==,empty").unwrap();
        assert_eq!(read.get("txnRefNo"), Some("N2611"));
        assert_eq!(read.get("fileName"), Some("பான்.png"));
        assert_eq!((read.get("empty"), read.get("other")), (Some(""), None));
        for bad in ["fileName not-base64", "fileName /w==", "fileName AA=="] {
            assert!(Metadata::read(bad).is_err(), "{bad}");
        }
    }
}
