//! Requests as files: export of a list, import of many, the documents of one as a zip.

use std::sync::Arc;

use app::archive::Archive;
use app::requests::Import;
use app::tables::Format;
use app::temp_file::OpenFile;
use app::{documents, requests as use_case};
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use domain::Refusal;
use domain::access::{BusinessAction, ScreenSet, to_export_requests};
use domain::message::{self, Message};
use futures_util::{TryStreamExt, stream};
use serde_json::{Value, json};

use super::callers::{any_caller, refuse, staff_caller};
use super::repeat::idempotency;
use super::request_call::{claim, pairs, parameter, requested_reference, tenant, to_import, to_see};
use super::requests::lists::wanted;
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, GET, Permission, SAVE, TABLE, Takes, about, edit, get, view};
use crate::state::Api;
use crate::wire::Operation;
use domain::request::bodies::SEARCH;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("transaction", "docrequest/export"),
        GET,
        Permission::Rules(&[view(ScreenSet::STAFF_LISTS).with(BusinessAction::Export)]),
        |api, call, _| Box::pin(export(api, call)),
        &[about("get", "The same list as a file: format csv or xlsx", Takes::Bodies(&[("query", &SEARCH)]), TABLE)],
    )
    .search(),
    Endpoint::new(
        ("transaction", "docrequest/import"),
        SAVE,
        Permission::Rules(&[edit(ScreenSet::WIZARDS).with(BusinessAction::Import)]),
        |api, call, body| Box::pin(import(api, call, body)),
        &[about(
            "post",
            "S: many requests from a CSV or XLSX file; dryRun=true only checks it",
            Takes::Nothing,
            Answers::Other,
        )],
    ),
    Endpoint::new(
        ("transaction", "document/archive"),
        GET,
        Permission::Rules(&[view(ScreenSet::READERS)]),
        |api, call, _| Box::pin(archive(api, call)),
        &[get("The newest files of the request in txnRefNo as a zip", Answers::File(&["application/zip"]))],
    )
    .search(),
];

/// A file as an attachment.
pub(super) fn file(found: OpenFile, content_type: &'static str, name: &str) -> store::Result<Response> {
    let mut response = Response::new(Body::from_stream(found.pieces));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(found.size));
    let disposition = domain::document::file_name::attachment(name);
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&disposition).map_err(app::Error::internal)?);
    Ok(response)
}

pub async fn export(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let screens = ScreenSet::STAFF_LISTS;
    let access = to_see(api, call, &actor, screens).await?;
    let taken = match to_export_requests(&actor, tenant(call, &actor), screens, claim(call)) {
        Ok(taken) => taken,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let wanted = wanted(api, &actor, &access, pairs(call, &serde_json::Map::new())).await?;
    let format = parameter(call, "format").unwrap_or_else(|| "csv".to_owned());
    let format = Format::parse(&format).ok_or(Refusal::BadRequest("the format is csv or xlsx"))?;
    let found = use_case::export(&api.app, &actor, &access, taken.permit(), &wanted, format).await?;
    file(found, format.content_type(), &format!("requests.{}", format.extension()))
}

pub async fn import(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    if call.address.header.operation != Some(Operation::Save) {
        return Err(Refusal::BadRequest("importing is a save").into());
    }
    let access = match to_import(&actor, call) {
        Ok(access) => access,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let options = import_options(call)?;
    let is_dry = options.is_dry;
    let pieces = body.into_data_stream().map_err(std::io::Error::other);
    let work = use_case::import(&api.app, &actor, &access, Box::pin(pieces), options);
    let done = work.await?;
    let responder = call.responder(api);
    let faults: Vec<Value> = done
        .faults
        .iter()
        .map(|fault| {
            let message = responder.text(&fault.error.message);
            json!({ "line": fault.line, "field": fault.error.field, "message": message, "value": fault.value })
        })
        .collect();
    let record = json!({
        "rows": done.rows, "created": done.references.len(), "faults": faults, "references": done.references,
    });
    if !done.faults.is_empty() && !is_dry {
        return Ok(responder.partly(&record, done.rows - done.references.len(), done.rows));
    }
    Ok(responder.record(if done.references.is_empty() { message::RETRIEVED } else { message::CREATED }, &record))
}

/// Unknown options are refused: a misspelt `dryRun` must not create requests.
fn import_options(call: &Call) -> Result<Import, Refusal> {
    let wrong = |name: &str| Refusal::field(name, Message::plain("wrongFilter"));
    let branch = call.address.header.branch_code.clone().filter(|code| !code.is_empty());
    let repeat = idempotency(call, "docrequest/import", &Bytes::new())?;
    let mut options = Import { repeat, branch, ..Import::default() };
    for (name, value) in pairs(call, &serde_json::Map::new()) {
        let is = value.trim().parse().map_err(|_| wrong(&name));
        match name.as_str() {
            "send" => options.send = is?,
            "dryRun" => options.is_dry = is?,
            _ => return Err(wrong(&name)),
        }
    }
    Ok(options)
}

pub async fn archive(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    let access = to_see(api, call, &actor, ScreenSet::READERS).await?;
    let txn_ref_no = requested_reference(call)?;
    let files = documents::newest_files(&api.app, &access, &txn_ref_no).await?;
    let mut zip = Archive::start()?;
    let (mut sums, mut left_out) = (String::new(), String::new());
    for (start, content) in &files {
        let shown = match documents::shown_file(&api.app, content).await {
            Err(error) => {
                let reason = documents::original_only_reason(&error).map(|reason| call.responder(api).text(reason));
                let Some(reason) = reason else { return Err(error) };
                left_out.push_str(&format!("{start}{}: {reason}\r\n", content.file.file_name));
                continue;
            }
            Ok(shown) => shown,
        };
        let added = zip.add(&[&txn_ref_no, &format!("{start}{}", shown.name)], shown.pieces).await?;
        let name = added.rsplit('/').next().unwrap_or_default();
        sums.push_str(&format!("{}  {name}\n", shown.sha256));
    }
    if !left_out.is_empty() {
        let list = stream::once(std::future::ready(Ok(Bytes::from(left_out))));
        zip.add(&[&txn_ref_no, "NOT-INCLUDED.txt"], Box::pin(list)).await?;
    }
    // For `sha256sum -c` in the unpacked folder.
    let sums = stream::once(std::future::ready(Ok(Bytes::from(sums))));
    zip.add(&[&txn_ref_no, "SHA256SUMS"], Box::pin(sums)).await?;
    file(zip.finish().await?, "application/zip", &format!("{txn_ref_no}.zip"))
}
