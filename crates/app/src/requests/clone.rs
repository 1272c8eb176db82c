use domain::access::{Change, RequestAccess};
use domain::request::DocumentStatus;
use domain::request::bodies::PARTY;
use serde_json::{Map, Value, json};
use store::requests::{PartyRow, RequestAggregate};

use super::compose;
use crate::context::{entity_clock, load, reference};
use crate::{App, Result};

/// The body for a new request like an existing one, without numbers, dates and results.
pub async fn clone_of(app: &App, access: &RequestAccess<Change>, body: &Map<String, Value>) -> Result<Value> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, reference(body)?, &at).await?;
    // Documents that were not required are not requested again.
    let is_wanted =
        |number: u32| aggregate.document(number).is_some_and(|row| row.status != DocumentStatus::NotRequired);
    Ok(of_own_branch(access, body_of(&aggregate, is_wanted)))
}

/// Removes a branch that the caller may not use, so that the copy is created in the caller's own.
pub(super) fn of_own_branch(access: &RequestAccess<Change>, mut body: Value) -> Value {
    let is_own = compose::branch(access, body["branchCode"].as_str(), "").is_ok();
    if let Some(map) = body.as_object_mut().filter(|_| !is_own) {
        map.remove("branchCode");
    }
    body
}

/// The body that would request the same again.
pub(super) fn body_of(aggregate: &RequestAggregate, wants: impl Fn(u32) -> bool) -> Value {
    let request = &aggregate.request;
    let mut map = match json!(request.customer) {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    // New parties are numbered from 1 in order, and authorised parties refer to these numbers.
    let place = |seq_no: u32| aggregate.parties.iter().position(|party| party.seq_no == seq_no).map(|at| at + 1);
    let parties = aggregate.parties.iter().map(|party| {
        let own =
            aggregate.documents.iter().filter(|document| document.party == party.seq_no && wants(document.number));
        let own = own.map(|document| {
            json!({
                "documentCode": document.document_code, "templateCode": document.template_code,
                "mandatory": document.mandatory, "instructions": document.instructions,
                "documentTitle": document.title, "documentTypes": document.types,
            })
        });
        let mut made = party_of(party);
        made["authPartySeqNo"] = json!(party.auth_party_seq_no.and_then(place));
        made["documents"] = own.collect();
        made
    });
    map.insert("parties".to_owned(), parties.collect());
    map.insert("notification".to_owned(), json!(request.notification));
    map.insert("branchCode".to_owned(), json!(request.branch_code));
    map.insert("userReference".to_owned(), json!(request.user_reference));
    map.insert("referredBy".to_owned(), json!(request.referred_by));
    Value::Object(map)
}

/// A party as it appears in a body, without its number.
pub(super) fn party_of(party: &PartyRow) -> Value {
    let mut map = match json!(party) {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    map.retain(|name, _| name != "partySeqNo" && PARTY.input().any(|field| field.name == name));
    Value::Object(map)
}
