use std::sync::Arc;

use app::master_data::{self as use_case, CsvPages};
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use domain::Refusal;
use domain::access::{Action, Actor, LookUp, Permit, Side, View, to_change, to_export, to_import, to_view};
use domain::master_data::{Account, Definition, Kind, to_look_up};
use domain::message::{self, Message};
use futures_util::stream;
use serde_json::{Map, Value, json};
use store::master_data::Page;

use super::body;
use super::callers::{any_caller, refuse};
use super::repeat::idempotency;
use super::verb::Verb;
use crate::call::Call;
use crate::state::Api;
use crate::wire::Operation;
use crate::wire::envelope::{LIST_HEAD, Note, PageInfo, Responder, Tone, json_response};

pub async fn serve(
    api: &Arc<Api>,
    call: &mut Call,
    body: Body,
    definition: &'static Definition,
    verb: Verb,
) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    if actor.side == Side::Customer {
        let is_customer = definition.account == Some(Account::Customer);
        return match verb {
            // A party that may authorise others must state the relationship and the level.
            Verb::Options if definition.look_up == LookUp::Customers => {
                Box::pin(options(api, call, &actor, definition)).await
            }
            Verb::Operate if is_customer => Box::pin(super::identity::own_profile(api, call, &actor, body)).await,
            _ => refuse(api, &actor, Refusal::NotAllowed("staff only")).await,
        };
    }
    match verb {
        Verb::Operate => operate(api, call, &actor, body, definition).await,
        Verb::Find => Box::pin(find(api, call, &actor, definition, &read(call, body, definition).await?.1)).await,
        Verb::Options => Box::pin(options(api, call, &actor, definition)).await,
        Verb::History => Box::pin(history(api, call, &actor, body, definition)).await,
        Verb::Export => Box::pin(export(api, call, &actor, definition)).await,
        Verb::Import => Box::pin(import(api, call, &actor, body, definition)).await,
    }
}

async fn operate(
    api: &Arc<Api>,
    call: &Call,
    actor: &Actor,
    body: Body,
    definition: &'static Definition,
) -> store::Result<Response> {
    let operation = match (call.is_get, call.address.header.operation) {
        (true, None | Some(Operation::FindAll)) => {
            return Box::pin(list(api, call, actor, definition, Map::new())).await;
        }
        (true, Some(_)) => return Err(Refusal::BadRequest("GET lists and changes nothing").into()),
        (false, None) => return Err(Refusal::BadRequest("POST needs an operation").into()),
        (false, Some(operation)) => operation,
    };
    let (bytes, map) = read(call, body, definition).await?;
    match operation {
        Operation::FindAll => Box::pin(list(api, call, actor, definition, map)).await,
        Operation::Find => Box::pin(find(api, call, actor, definition, &map)).await,
        Operation::Save => Box::pin(save(api, call, actor, definition, &map, &bytes)).await,
        Operation::Update => {
            let permit = change(api, call, actor, definition, Action::Edit).await?;
            let updated = if definition.account == Some(Account::Staff) {
                with_noted_refusal(api, actor, use_case::update_user(&api.app, actor, &permit, definition, &map))
                    .await?
            } else {
                Box::pin(use_case::update_or_propose(&api.app, &permit, definition, &map)).await?
            };
            let notes = notes(definition, updated.waiting, updated.cleared, updated.is_password_by_link);
            Ok(call.responder(api).record_with(message::UPDATED, updated.record.to_string().as_bytes(), &notes))
        }
        Operation::Delete => {
            let permit = change(api, call, actor, definition, Action::Delete).await?;
            let deleted = Box::pin(use_case::delete(&api.app, &permit, definition, &map)).await?;
            let notes = notes(definition, deleted.waiting, [], false);
            Ok(call.responder(api).done_with(message::DELETED, json!({ "totalElements": deleted.count }), &notes))
        }
    }
}

async fn read(call: &Call, body: Body, definition: &'static Definition) -> store::Result<(Bytes, Map<String, Value>)> {
    let has_images = definition.fields.iter().any(|field| field.kind == Kind::Image);
    let bytes = body::bytes(&call.headers, body, if has_images { body::WITH_IMAGES } else { body::PLAIN }).await?;
    let map = body::object(&bytes)?;
    Ok((bytes, map))
}

fn claim(call: &Call) -> Option<&str> {
    call.address.header.screen_id.as_deref()
}

async fn change(
    api: &Api,
    call: &Call,
    actor: &Actor,
    definition: &'static Definition,
    action: Action,
) -> store::Result<Permit<domain::access::Change>> {
    match to_change(actor, definition, claim(call), action) {
        Ok(permit) => Ok(permit),
        Err(refusal) => refuse(api, actor, refusal).await,
    }
}

/// A user's roles and branches need the permission of their own screens; a refusal is recorded like any other.
async fn with_noted_refusal<T>(
    api: &Api,
    actor: &Actor,
    outcome: impl Future<Output = store::Result<T>>,
) -> store::Result<T> {
    match Box::pin(outcome).await {
        Err(store::Error::Refused(refusal)) => refuse(api, actor, refusal).await,
        other => other,
    }
}

async fn view(api: &Api, call: &Call, actor: &Actor, definition: &'static Definition) -> store::Result<Permit<View>> {
    match to_view(actor, definition, claim(call)) {
        Ok(permit) => Ok(permit),
        Err(refusal) => refuse(api, actor, refusal).await,
    }
}

async fn find(
    api: &Api,
    call: &Call,
    actor: &Actor,
    definition: &'static Definition,
    map: &Map<String, Value>,
) -> store::Result<Response> {
    let permit = view(api, call, actor, definition).await?;
    let found = use_case::find(&api.app, &permit, definition, map).await?;
    Ok(call.responder(api).record_text(message::RETRIEVED, &found.json))
}

async fn save(
    api: &Api,
    call: &Call,
    actor: &Actor,
    definition: &'static Definition,
    map: &Map<String, Value>,
    bytes: &Bytes,
) -> store::Result<Response> {
    let permit = change(api, call, actor, definition, Action::Edit).await?;
    let repeat = idempotency(call, definition.resource, bytes)?;
    let saved = if definition.account == Some(Account::Staff) {
        with_noted_refusal(api, actor, use_case::save_user(&api.app, actor, &permit, definition, map, repeat)).await?
    } else {
        use_case::save(&api.app, &permit, definition, map, repeat).await?
    };
    let notes = notes(definition, saved.waiting, [], saved.is_password_by_link);
    Ok(call.responder(api).record_with(message::CREATED, saved.json.as_bytes(), &notes))
}

/// What waits for a second person, secrets that were cleared, and a password that was not stored.
fn notes(
    definition: &'static Definition,
    waiting: impl IntoIterator<Item = &'static str>,
    cleared: impl IntoIterator<Item = &'static str>,
    is_password_by_link: bool,
) -> Vec<Note> {
    let mut notes = Note::about(("waitsForSecond", Tone::Waits), definition.resource, waiting);
    notes.extend(Note::about(("secretCleared", Tone::Warns), definition.resource, cleared));
    notes.extend(is_password_by_link.then(Note::password_by_link));
    notes
}

async fn list(
    api: &Arc<Api>,
    call: &Call,
    actor: &Actor,
    definition: &'static Definition,
    map: Map<String, Value>,
) -> store::Result<Response> {
    let permit = view(api, call, actor, definition).await?;
    let query = body::query(&call.query);
    let asked = query.iter().map(|(name, value)| (name.as_str(), Value::from(value.as_str())));
    let asked = asked.chain(map.iter().map(|(name, value)| (name.as_str(), value.clone())));
    let request = use_case::read_list_request(definition, asked)?;
    if let Some((page, size)) = request.page {
        let shown = use_case::list(&api.app, &permit, definition, &request.query, (page, size)).await?;
        let place = PageInfo { number: page, size, total: shown.total, ..PageInfo::default() };
        return Ok(call.responder(api).page(message::RETRIEVED, &shown.json, place));
    }
    // The first part is read before the response begins, so that a refusal still has its own status.
    let first = use_case::all_pages(&api.app, &permit, definition, &request.query, None).await?;
    let start = Stream {
        api: api.clone(),
        permit,
        definition,
        query: request.query,
        next: Next::Head(first),
        locale: call.locale,
    };
    Ok(json_response(StatusCode::OK, Body::from_stream(stream::try_unfold(start, Stream::step))))
}

/// Streams the whole list, with one part in memory at a time.
struct Stream {
    api: Arc<Api>,
    permit: Permit<View>,
    definition: &'static Definition,
    query: store::master_data::ListQuery,
    next: Next,
    locale: app::wording::Locale,
}

enum Next {
    Head(Option<Page>),
    After(Page),
    End,
}

impl Stream {
    async fn step(mut self) -> Result<Option<(Bytes, Stream)>, store::Error> {
        let (mut piece, page) = match std::mem::replace(&mut self.next, Next::End) {
            Next::End => return Ok(None),
            Next::Head(page) => (LIST_HEAD.to_vec(), page.map(|page| (page, 0))),
            Next::After(before) => {
                let page =
                    use_case::all_pages(&self.api.app, &self.permit, self.definition, &self.query, Some(&before))
                        .await?;
                match page {
                    Some(page) => (b",".to_vec(), Some((page, before.total))),
                    None => return Ok(Some((self.tail(before.total), self))),
                }
            }
        };
        match page {
            Some((page, _)) => {
                piece.extend_from_slice(&page.json);
                self.next = Next::After(page);
            }
            None => piece.extend_from_slice(&self.tail(0)),
        }
        Ok(Some((piece.into(), self)))
    }

    fn tail(&self, total: i64) -> Bytes {
        let responder = Responder::new(&self.api.app.wording, self.locale);
        responder.list_tail(message::RETRIEVED, total).into()
    }
}

async fn options(api: &Api, call: &Call, actor: &Actor, definition: &'static Definition) -> store::Result<Response> {
    let permit = match to_look_up(actor, definition, claim(call)) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, actor, refusal).await,
    };
    let q = body::query(&call.query).into_iter().find(|(name, _)| name == "q").map(|(_, q)| q);
    let found = use_case::look_up(&api.app, &permit, definition, q.as_deref()).await?;
    let content: Vec<Value> = found.into_iter().map(Value::Object).collect();
    let labels = super::labels::of(api, call, actor, vec![definition.label]).await?;
    Ok(Responder { labels: labels.as_ref(), ..call.responder(api) }.content(message::RETRIEVED, &content))
}

async fn history(
    api: &Api,
    call: &Call,
    actor: &Actor,
    body: Body,
    definition: &'static Definition,
) -> store::Result<Response> {
    let permit = view(api, call, actor, definition).await?;
    let (_, map) = read(call, body, definition).await?;
    let entries = use_case::history(&api.app, &permit, definition, &map).await?;
    let content: Result<Vec<Value>, _> = entries.iter().map(serde_json::to_value).collect();
    Ok(call.responder(api).content(message::RETRIEVED, &content.map_err(store::Error::internal)?))
}

async fn export(
    api: &Arc<Api>,
    call: &Call,
    actor: &Actor,
    definition: &'static Definition,
) -> store::Result<Response> {
    let permit = match to_export(actor, definition.screens, claim(call)) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, actor, refusal).await,
    };
    let query = body::query(&call.query);
    let asked = query.iter().map(|(name, value)| (name.as_str(), Value::from(value.as_str())));
    let request = use_case::read_list_request(definition, asked)?;
    use_case::note_export(&api.app, &permit, definition, &request.query).await?;
    let permit: Permit<View> = permit.into();
    let pages = CsvPages::new(definition, request.query);
    let head = Some(use_case::export_header(definition)?);
    let step = |(api, permit, mut pages, head): (Arc<Api>, Permit<View>, CsvPages, Option<Vec<u8>>)| async move {
        let piece = match head {
            Some(head) => Some(head),
            None => pages.next(&api.app, &permit).await?,
        };
        Ok::<_, store::Error>(piece.map(|piece| (Bytes::from(piece), (api, permit, pages, None))))
    };
    let mut response = Response::new(Body::from_stream(stream::try_unfold((api.clone(), permit, pages, head), step)));
    let name = format!("attachment; filename=\"{}.csv\"", definition.resource.replace('/', "-"));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&name).map_err(store::Error::internal)?);
    Ok(response)
}

async fn import(
    api: &Api,
    call: &Call,
    actor: &Actor,
    body: Body,
    definition: &'static Definition,
) -> store::Result<Response> {
    if call.is_get {
        return Err(Refusal::BadRequest("an import is a POST").into());
    }
    let permit = match to_import(actor, definition, claim(call)) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, actor, refusal).await,
    };
    let dry_run = body::query(&call.query).iter().any(|(name, value)| name == "dryRun" && value == "true");
    let file = body::temp_file(&call.headers, body, use_case::IMPORT_LIMIT_BYTES).await?;
    let outcome = use_case::import(&api.app, &permit, definition, file, dry_run).await?;
    let responder = call.responder(api);
    let said = |refusal: &Refusal| -> Vec<Value> {
        match refusal {
            Refusal::Invalid(errors) => errors
                .iter()
                .map(|error| json!({ "field": error.field, "message": responder.text(&error.message) }))
                .collect(),
            Refusal::Duplicate(_) | Refusal::DuplicatePair(..) => {
                let (_, message, field) = crate::error::response_parts(refusal);
                vec![json!({ "field": field, "message": responder.text(&message) })]
            }
            Refusal::Conflict(message) => vec![json!({ "field": null, "message": responder.text(message) })],
            _ => vec![json!({ "field": null, "message": responder.text(&Message::plain("notAllowed")) })],
        }
    };
    let faults: Vec<Value> =
        outcome.faults.iter().map(|fault| json!({ "line": fault.line, "errors": said(&fault.refusal) })).collect();
    let data = json!({
        "rows": outcome.rows,
        "imported": if outcome.is_kept() { outcome.rows - outcome.waiting.len() as u64 } else { 0 },
        "waiting": outcome.waiting,
        "dryRun": dry_run,
        "faults": faults,
        "moreFaults": outcome.more_faults,
    });
    if outcome.faults.is_empty() {
        let notes =
            if outcome.waiting.is_empty() { Vec::new() } else { notes(definition, [definition.label], [], false) };
        return Ok(responder.done_with(if dry_run { message::RETRIEVED } else { message::CREATED }, data, &notes));
    }
    let first = faults.first().and_then(|fault| fault["errors"][0]["message"].as_str()).unwrap_or_default().to_owned();
    let codes: Vec<Value> = faults
        .iter()
        .flat_map(|fault| fault["errors"].as_array().into_iter().flatten().map(|error| (&fault["line"], error)))
        .take(100)
        .map(|(line, error)| {
            json!({ "code": "import", "message": error["message"], "field": error["field"],
            "line": line })
        })
        .collect();
    let mut data = data;
    data["ErrorCodeDTO"] = codes.into();
    let answer = json!({ "status": "F", "data": data, "error": first });
    Ok(json_response(StatusCode::UNPROCESSABLE_ENTITY, Body::from(answer.to_string())))
}
