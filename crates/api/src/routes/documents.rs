//! Document routes: upload, download, submit, review, remarks.

use std::sync::Arc;

use app::context::reference;
use app::documents as use_case;
use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use domain::Refusal;
use domain::access::business::{Review, ViewOriginal};
use domain::access::{Action, Actor, BusinessAction, ScreenSet, to_act_on_requests};
use domain::document::file_name;
use domain::message;
use futures_util::TryStreamExt;
use serde_json::{Map, Value, json};

use super::callers::{any_caller, refuse, staff_caller};
use super::request_call::{claim, number, pairs, parameter, read, requested_reference, tenant, to_change, to_see};
use super::resumable;
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, FIND, GET, LIST, Permission, Takes, UPDATE, about, edit, get, view};
use crate::state::Api;
use crate::wire::Operation;
use crate::wire::envelope::PageInfo;
use domain::request::bodies::{
    DOCUMENT, FILE, NEW_REMARK, ORIGINAL, QUEUE_ITEM, QUEUE_QUERY, REFUSED_FILE, REMARK, REQUEST, REQUEST_KEY,
    REVIEW_DECISION, STAGED_FILE_KEY, SUBMISSION,
};

const OTHER_TUS: (&str, &str) = ("412", "Tus-Resumable names another version");

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("transaction", "document"),
        LIST,
        Permission::Rules(&[view(ScreenSet::READERS)]),
        |api, call, body| Box::pin(list(api, call, body)),
        &[
            get("The documents of the request in txnRefNo", Answers::Content(&[&DOCUMENT])),
            about("post", "FA: the same", Takes::Bodies(&[("FA", &REQUEST_KEY)]), Answers::Content(&[&DOCUMENT])),
        ],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "document/upload"),
        &[
            ("POST", Some("S")),
            ("POST", Some("D")),
            ("POST", Some("U")),
            ("OPTIONS", None),
            ("HEAD", None),
            ("PATCH", None),
            ("DELETE", None),
        ],
        Permission::Rules(&[edit(ScreenSet::UPLOADS)]),
        |api, call, body| Box::pin(upload(api, call, body)),
        &[
            about(
                "post",
                "S: the bytes of a file for txnRefNo, documentNo and fileName of the query, or with \
                Tus-Resumable the start of a resumable upload; D takes a staged file back; U notes why a party's \
                file was not sent",
                Takes::Bodies(&[("D", &STAGED_FILE_KEY), ("U", &REFUSED_FILE)]),
                Answers::Record(&[&FILE]),
            )
            .also(&[("201", "A resumable upload begins, at Location"), OTHER_TUS]),
            about(
                "options",
                "The version and extensions of tus that resumable uploads use",
                Takes::Nothing,
                Answers::Other,
            )
            .also(&[("204", "In the headers")]),
            about(
                "head",
                "tus: how much of the upload in uploadId has arrived (Upload-Offset)",
                Takes::Nothing,
                Answers::Other,
            )
            .also(&[OTHER_TUS]),
            about(
                "patch",
                "tus: appends bytes to the upload in uploadId; the last ones answer like a plain upload",
                Takes::Nothing,
                Answers::Record(&[&FILE]),
            )
            .also(&[("204", "There is more to come, from Upload-Offset on"), OTHER_TUS]),
            about("delete", "tus: abandons the upload in uploadId", Takes::Nothing, Answers::Other)
                .also(&[("204", "Abandoned"), OTHER_TUS]),
        ],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "document/submit"),
        UPDATE,
        Permission::Rules(&[edit(ScreenSet::UPLOADS)]),
        |api, call, body| Box::pin(submit(api, call, body)),
        &[about(
            "post",
            "U: submits the staged files, with remarks",
            Takes::Bodies(&[("U", &SUBMISSION)]),
            Answers::Record(&[&REQUEST]),
        )],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "document/content"),
        GET,
        Permission::Rules(&[view(ScreenSet::READERS)]),
        |api, call, _| Box::pin(content(api, call)),
        &[get("A file as an attachment: txnRefNo, documentNo, fileId", Answers::File(&["*/*"]))],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "document/preview"),
        GET,
        Permission::Rules(&[view(ScreenSet::READERS)]),
        |api, call, _| Box::pin(preview(api, call)),
        &[get(
            "A page of a file as a picture: txnRefNo, documentNo, fileId, page; size=small: the first, small",
            Answers::File(&["image/*"]),
        )
        .also(&[("202", "With wait=0: it is not read yet, ask again")])],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "document/original"),
        FIND,
        Permission::Rules(&[edit(ScreenSet::REVIEWS).with(BusinessAction::ViewOriginal)]),
        |api, call, body| Box::pin(original(api, call, body)),
        &[about(
            "post",
            "F: the original of a masked file, with a reason",
            Takes::Bodies(&[("F", &ORIGINAL)]),
            Answers::File(&["*/*"]),
        )],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "document/review"),
        UPDATE,
        Permission::Rules(&[edit(ScreenSet::REVIEWS).with(BusinessAction::Review)]),
        |api, call, body| Box::pin(review(api, call, body)),
        &[about(
            "post",
            "U: accept, reject, sendback or undo",
            Takes::Bodies(&[("U", &REVIEW_DECISION)]),
            Answers::Record(&[&REQUEST]),
        )],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "document/queue"),
        GET,
        Permission::Rules(&[view(ScreenSet::REVIEWS)]),
        |api, call, _| Box::pin(queue(api, call)),
        &[about(
            "get",
            "What the caller may review now, the oldest due date first",
            Takes::Bodies(&[("query", &QUEUE_QUERY)]),
            Answers::Content(&[&QUEUE_ITEM]),
        )],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "document/remark"),
        &[("GET", None), ("POST", Some("S"))],
        Permission::Rules(&[edit(ScreenSet::REMARKS).only(&["S"]), view(ScreenSet::READERS)]),
        |api, call, body| Box::pin(remark(api, call, body)),
        &[
            get("The remarks on the request in txnRefNo", Answers::Content(&[&REMARK])),
            about("post", "S: adds a remark", Takes::Bodies(&[("S", &NEW_REMARK)]), Answers::Record(&[&REMARK])),
        ],
    )
    .labelled(),
];

fn number_of(map: &Map<String, Value>) -> Result<u32, Refusal> {
    number(map.get("documentNo").map(|value| value.to_string().trim_matches('"').to_owned()))
}

async fn list(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    let access = to_see(api, call, &actor, ScreenSet::READERS).await?;
    let (_, map) = read(call, body).await?;
    let txn_ref_no = match requested_reference(call) {
        Ok(text) => text,
        Err(_) => reference(&map)?.to_owned(),
    };
    let found = use_case::documents(&api.app, &actor, &access, &txn_ref_no).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &found))
}

/// `S` uploads a file, `D` removes a staged file; the methods and headers of tus upload a file in several calls.
async fn upload(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::UPLOADS, Action::Edit).await?;
    if resumable::is_meant(call) {
        return resumable::serve(api, call, &access, body).await;
    }
    match call.address.header.operation {
        Some(Operation::Save) => {
            let (txn_ref_no, document) = (requested_reference(call)?, number(parameter(call, "documentNo"))?);
            let file_name = parameter(call, "fileName").unwrap_or_default();
            let pieces = body.into_data_stream().map_err(std::io::Error::other);
            let place = (txn_ref_no.as_str(), document);
            let file = (file_name.as_str(), super::body::declared(&call.headers));
            let work = use_case::stage(&api.app, &access, place, file, Box::pin(pieces));
            Ok(call.responder(api).record("EnTxn0067", &work.await?))
        }
        Some(Operation::Delete) => {
            let (_, map) = read(call, body).await?;
            let file_id = map.get("fileId").and_then(Value::as_str).unwrap_or_default();
            let work = use_case::unstage(&api.app, &access, reference(&map)?, number_of(&map)?, file_id);
            work.await?;
            Ok(call.responder(api).done(message::DELETED, json!({ "totalElements": 1 })))
        }
        Some(Operation::Update) => {
            let (_, map) = read(call, body).await?;
            use_case::note_refused(&api.app, &access, &map).await?;
            Ok(call.responder(api).done(message::UPDATED, json!({})))
        }
        _ => Err(Refusal::BadRequest("a file is saved and deleted").into()),
    }
}

async fn submit(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::UPLOADS, Action::Edit).await?;
    if call.address.header.operation != Some(Operation::Update) {
        return Err(Refusal::BadRequest("handing in is an update").into());
    }
    let (_, map) = read(call, body).await?;
    let record = use_case::submit(&api.app, &actor, &access, &map).await?;
    Ok(call.responder(api).record("EnTxn0067", &record))
}

async fn found(api: &Arc<Api>, call: &Call, actor: &Actor) -> store::Result<use_case::Content> {
    let access = to_see(api, call, actor, ScreenSet::READERS).await?;
    let file_id = parameter(call, "fileId").unwrap_or_default();
    let document = number(parameter(call, "documentNo"))?;
    use_case::content(&api.app, &access, &requested_reference(call)?, document, &file_id).await
}

/// Stops uploaded content from running in our pages.
fn sandbox(response: &mut Response) {
    let headers = response.headers_mut();
    let policy = "default-src 'none'; sandbox";
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
}

async fn content(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    let content = found(api, call, &actor).await?;
    attachment(use_case::shown_file(&api.app, &content).await?)
}

fn attachment(file: use_case::ShownFile) -> store::Result<Response> {
    let mut response = Response::new(Body::from_stream(file.pieces));
    sandbox(&mut response);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(file.size));
    let disposition = file_name::attachment(&file.name);
    for (name, value) in [(header::CONTENT_TYPE, &file.content_type), (header::CONTENT_DISPOSITION, &disposition)] {
        headers.insert(name, HeaderValue::from_str(value).map_err(app::Error::internal)?);
    }
    Ok(response)
}

/// The original of a masked file, with a reason.
async fn original(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let see = to_see(api, call, &actor, ScreenSet::READERS).await?;
    let access = match to_act_on_requests::<ViewOriginal>(&actor, tenant(call, &actor), ScreenSet::REVIEWS, claim(call))
    {
        Ok(access) => access,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let (_, map) = read(call, body).await?;
    let text = |name: &str| map.get(name).and_then(Value::as_str).unwrap_or_default();
    let place = (reference(&map)?, number_of(&map)?, text("fileId"));
    attachment(use_case::original(&api.app, (&see, &access), place, text("reason")).await?)
}

async fn preview(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    let content = found(api, call, &actor).await?;
    let page = parameter(call, "page").and_then(|text| text.parse().ok()).unwrap_or(1);
    // A browser has six connections to a server; a caller who asks again later holds none of them meanwhile.
    if parameter(call, "wait").as_deref() == Some("0") && !use_case::is_read(&api.app, &content) {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::ACCEPTED;
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        return Ok(response);
    }
    let picture = match parameter(call, "size").as_deref() {
        Some("small") => use_case::thumbnail(&api.app, &content).await?,
        _ => use_case::page(&api.app, &content, page).await?,
    };
    let mut response = Response::new(Body::from(picture.bytes));
    sandbox(&mut response);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(picture.content_type));
    headers.insert(HeaderName::from_static("x-pages"), HeaderValue::from(picture.pages));
    Ok(response)
}

async fn review(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = match to_act_on_requests::<Review>(&actor, tenant(call, &actor), ScreenSet::REVIEWS, claim(call)) {
        Ok(access) => access,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    if call.address.header.operation != Some(Operation::Update) {
        return Err(Refusal::BadRequest("a review is an update").into());
    }
    let (_, map) = read(call, body).await?;
    let record = use_case::review(&api.app, &actor, &access, &map).await?;
    Ok(call.responder(api).record(message::UPDATED, &record))
}

async fn queue(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_see(api, call, &actor, ScreenSet::REVIEWS).await?;
    let query = use_case::read_queue_query(&pairs(call, &Map::new()))?;
    let found = use_case::queue(&api.app, &actor, &access, &query).await?;
    let page = PageInfo { number: query.page, size: query.size, total: found.total, is_newest_only: false };
    Ok(call.responder(api).page_of(message::RETRIEVED, &found.content, page))
}

async fn remark(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    if call.is_get {
        let access = to_see(api, call, &actor, ScreenSet::READERS).await?;
        let found = use_case::remarks(&api.app, &access, &requested_reference(call)?).await?;
        return Ok(call.responder(api).content(message::RETRIEVED, &found));
    }
    let access = to_change(api, call, &actor, ScreenSet::REMARKS, Action::Edit).await?;
    if call.address.header.operation != Some(Operation::Save) {
        return Err(Refusal::BadRequest("remarks are listed and saved").into());
    }
    let (_, map) = read(call, body).await?;
    let record = use_case::add_remark(&api.app, &actor, &access, &map).await?;
    Ok(call.responder(api).record(message::CREATED, &record))
}
