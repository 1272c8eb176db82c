use domain::Refusal;
use domain::access::{Actor, Change, Eyes, Sight, View};
use domain::message::Message;
use domain::request::No;
use domain::request::read::Reader as Body;
use serde_json::{Map, Value, json};
use store::requests::{Case, Remark, Step, add_remark, person_name};

use super::stage::document;
use crate::requests::{
    Decided, Situation, change, level_on, load, party_levels, reference, refusal, side, situation, step, version,
};
use crate::{App, Result};

fn shown(remark: &Remark) -> Value {
    json!({
        "remarkId": remark.remark_id, "documentNo": remark.document, "by": person_name(&remark.by),
        "byName": remark.by_name, "bySide": side(&remark.by), "at": remark.at, "text": remark.text,
    })
}

/// How whoever writes is called.
pub(super) async fn name_of(app: &App, actor: &Actor, sight: &Sight<Change>) -> Result<String> {
    let name = match sight.eyes() {
        Eyes::Party { user_id } => app.store.customer(sight.permit(), user_id).await?.map(|found| found.display_name),
        _ => app.store.staff_address(sight.permit(), &actor.user_id).await?.map(|(_, name, _)| name),
    };
    Ok(name.unwrap_or_else(|| actor.user_id.clone()))
}

pub(super) fn new_remark(
    sight: &Sight<Change>,
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
        by: sight.permit().actor().to_owned(),
        by_name: by_name.to_owned(),
        at: now.to_owned(),
        text: text.to_owned(),
    }
}

/// May this reader see a remark? Parties see those about their documents, their own, and the bank's to everybody.
fn is_seen<Kind>(sight: &Sight<Kind>, case: &Case, remark: &Remark) -> bool {
    match sight.eyes() {
        Eyes::Party { user_id } if remark.document == 0 => {
            !remark.by.starts_with("customer:") || person_name(&remark.by) == user_id
        }
        Eyes::Party { .. } => case.document(remark.document).is_some_and(|row| level_on(sight, case, row) > 0),
        _ => true,
    }
}

/// The thread of a request, oldest first.
pub async fn remarks(app: &App, sight: &Sight<View>, txn_ref_no: &str) -> Result<Vec<Value>> {
    let at = situation(app, sight).await?;
    let case = load(app, sight, txn_ref_no, &at).await?;
    let all = app.store.remarks(sight.permit(), txn_ref_no).await?;
    Ok(all.iter().filter(|remark| is_seen(sight, &case, remark)).map(shown).collect())
}

/// Who may write about a document, or about the whole (0), as long as nothing is decided.
pub(super) fn check(sight: &Sight<Change>, case: &Case, number: u32) -> Result<u32> {
    let (party, level) = match (number, sight.eyes()) {
        (0, Eyes::Party { user_id }) => {
            (0, party_levels(case, user_id).into_iter().map(|(_, level)| level).max().unwrap_or(0))
        }
        (0, _) => (0, 3),
        _ => {
            let row = document(sight, case, number)?;
            (row.party, level_on(sight, case, row))
        }
    };
    if level < 2 {
        return Err(Refusal::NotYou(Message::plain("levelTooLow")).into());
    }
    if case.head.decision.is_some() {
        return Err(refusal(No::WrongState).into());
    }
    Ok(party)
}

/// Adds to the thread.
pub async fn add(app: &App, actor: &Actor, sight: &Sight<Change>, body: &Map<String, Value>) -> Result<Value> {
    let mut reader = Body::new(body, "");
    reader.only(&["txnRefNo", "documentNo", "text", "versionNumber"]);
    let number = reader.int("documentNo", 0, 100_000).unwrap_or(0) as u32;
    let text = reader.enter("text", 1000);
    if !reader.errors.is_empty() {
        return Err(Refusal::Invalid(reader.errors).into());
    }
    let by_name = name_of(app, actor, sight).await?;
    let written = std::sync::Mutex::new(None);
    let decide = |case: &Case, at: &Situation| {
        let party = check(sight, case, number)?;
        let remark = new_remark(sight, number, party, &by_name, &text, &at.now);
        let keep = add_remark(sight.permit(), &case.head.tenant_code, &case.head.txn_ref_no, &remark);
        if let Ok(mut slot) = written.lock() {
            *slot = Some(shown(&remark));
        }
        let about = (number > 0).then_some(number);
        let done = Step { document: about, remark: Some(text.clone()), ..step(sight, Some(case), at, "remark") };
        Ok(Decided { after: case.clone(), step: done, effects: Vec::new(), more: vec![keep] })
    };
    change(app, sight, reference(body)?, version(body)?, decide).await?;
    Ok(written.into_inner().ok().flatten().unwrap_or_default())
}
