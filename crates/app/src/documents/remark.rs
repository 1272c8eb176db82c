use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess, View, Viewer};
use domain::message::Message;
use domain::request::read::BodyReader;
use domain::request::{RequestAction, RuleViolation, bodies};
use serde_json::{Map, Value, json};
use store::requests::{ActionTaken, Remark, RequestAggregate, add_remark, person_name};

use super::receive::stage::document;
use crate::context::{EntityClock, Outcome, entity_clock, load, reference, refusal, step, version};
use crate::requests::{change, level_on, party_levels, side};
use crate::{App, Result};

fn shown(remark: &Remark) -> Value {
    json!({
        "remarkId": remark.remark_id, "documentNo": remark.document, "by": person_name(&remark.by),
        "byName": remark.by_name, "bySide": side(&remark.by), "at": remark.at, "text": remark.text,
    })
}

/// The display name of the author.
pub(super) async fn name_of(app: &App, actor: &Actor, access: &RequestAccess<Change>) -> Result<String> {
    let name = match access.viewer() {
        Viewer::Party { user_id } => {
            app.store.customer(access.permit(), user_id).await?.map(|found| found.display_name)
        }
        _ => app.store.staff_address(access.permit(), &actor.user_id).await?.map(|(_, name, _)| name),
    };
    Ok(name.unwrap_or_else(|| actor.user_id.clone()))
}

pub(super) fn new_remark(
    access: &RequestAccess<Change>,
    document: u32,
    party: u32,
    by_name: &str,
    text: &str,
    now: &str,
) -> Remark {
    Remark {
        remark_id: uuid::Uuid::now_v7().to_string(),
        document,
        party,
        by: access.permit().actor().to_owned(),
        by_name: by_name.to_owned(),
        at: now.to_owned(),
        text: text.to_owned(),
    }
}

/// Parties see remarks about their documents, their own remarks, and those that staff address to everyone.
fn is_seen<Kind>(access: &RequestAccess<Kind>, aggregate: &RequestAggregate, remark: &Remark) -> bool {
    match access.viewer() {
        Viewer::Party { user_id } if remark.document == 0 => {
            !remark.by.starts_with("customer:") || person_name(&remark.by) == user_id
        }
        Viewer::Party { .. } => {
            aggregate.document(remark.document).is_some_and(|row| level_on(access, aggregate, row) > 0)
        }
        _ => true,
    }
}

/// The thread of a request, oldest first.
pub async fn remarks(app: &App, access: &RequestAccess<View>, txn_ref_no: &str) -> Result<Vec<Value>> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    let all = app.store.remarks(access.permit(), txn_ref_no).await?;
    Ok(all.iter().filter(|remark| is_seen(access, &aggregate, remark)).map(shown).collect())
}

/// Checks that the caller may comment on a document, or on the whole request (0), and returns the party of the
/// document.
pub(super) fn check(access: &RequestAccess<Change>, aggregate: &RequestAggregate, number: u32) -> Result<u32> {
    let (party, level) = match (number, access.viewer()) {
        (0, Viewer::Party { user_id }) => {
            (0, party_levels(aggregate, user_id).into_iter().map(|(_, level)| level).max().unwrap_or(0))
        }
        (0, _) => (0, 3),
        _ => {
            let row = document(access, aggregate, number)?;
            (row.party, level_on(access, aggregate, row))
        }
    };
    if level < 2 {
        return Err(Refusal::NotYou(Message::plain("levelTooLow")).into());
    }
    if aggregate.request.decision.is_some() {
        return Err(refusal(RuleViolation::WrongState).into());
    }
    Ok(party)
}

/// Adds a remark to the thread.
pub async fn add(app: &App, actor: &Actor, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<Value> {
    let mut reader = BodyReader::new(body, &bodies::NEW_REMARK);
    reader.only_declared();
    let number = reader.number("documentNo").unwrap_or(0);
    let text = reader.required_text("text");
    let (number, text) = reader.into_result((number, text))?;
    let by_name = name_of(app, actor, access).await?;
    let written = std::sync::Mutex::new(None);
    let decide = |aggregate: &RequestAggregate, at: &EntityClock| {
        let party = check(access, aggregate, number)?;
        let remark = new_remark(access, number, party, &by_name, &text, &at.now);
        let keep = add_remark(access.permit(), &aggregate.request.tenant_code, &aggregate.request.txn_ref_no, &remark);
        if let Ok(mut slot) = written.lock() {
            *slot = Some(shown(&remark));
        }
        let about = (number > 0).then_some(number);
        let done = ActionTaken {
            document: about,
            remark: Some(text.clone()),
            ..step(access, Some(aggregate), at, RequestAction::Remark)
        };
        Ok(Outcome { after: aggregate.clone(), step: done, effects: Vec::new(), more: vec![keep] })
    };
    change(app, access, reference(body)?, version(body)?, decide).await?;
    Ok(written.into_inner().ok().flatten().unwrap_or_default())
}
