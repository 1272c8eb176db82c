//! The changes of an edit for the timeline: names of fields, documents and parties, never the values.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use store::requests::{DocumentRow, RequestAggregate};

use super::clone::{body_of, party_of};

/// Lists only changes; null if there are none.
pub(super) fn difference(before: &RequestAggregate, after: &RequestAggregate) -> Value {
    let mut fields = BTreeSet::new();
    compare(&mut fields, request(before), &request(after));
    for was in &before.parties {
        after.party(was.seq_no).iter().for_each(|is| compare(&mut fields, party_of(was), &party_of(is)));
    }
    for was in &before.documents {
        after.document(was.number).iter().for_each(|is| compare(&mut fields, document(was), &document(is)));
    }
    let all: Map<String, Value> = [
        ("fields", fields.into_iter().collect()),
        ("added", documents(after, before)),
        ("removed", documents(before, after)),
        ("partiesAdded", parties(after, before)),
        ("partiesRemoved", parties(before, after)),
    ]
    .into_iter()
    .filter(|(_, list): &(_, Vec<String>)| !list.is_empty())
    .map(|(name, list)| (name.to_owned(), json!(list)))
    .collect();
    if all.is_empty() { Value::Null } else { Value::Object(all) }
}

/// Collects the names of differing fields, descending into objects.
fn compare(fields: &mut BTreeSet<String>, was: Value, is: &Value) {
    let Value::Object(was) = was else { return };
    for (name, value) in was {
        match value {
            Value::Object(_) => compare(fields, value, &is[&name]),
            value if value != is[&name] => {
                fields.insert(name);
            }
            _ => {}
        }
    }
}

fn request(aggregate: &RequestAggregate) -> Value {
    let mut body = body_of(aggregate, |_| false);
    body["parties"] = Value::Null;
    body["documentDueDate"] = json!(aggregate.request.document_due_date);
    body["expiryDays"] = json!(aggregate.request.expiry_days);
    body
}

fn document(row: &DocumentRow) -> Value {
    json!({ "mandatory": row.mandatory, "instructions": row.instructions, "documentDueDate": row.due })
}

/// Titles of documents that only the first request has.
fn documents(of: &RequestAggregate, other: &RequestAggregate) -> Vec<String> {
    let own = of.documents.iter().filter(|row| other.document(row.number).is_none());
    own.map(|row| row.title.clone()).collect()
}

fn parties(of: &RequestAggregate, other: &RequestAggregate) -> Vec<String> {
    let own = of.parties.iter().filter(|party| other.party(party.seq_no).is_none());
    own.map(|party| party.full_name()).collect()
}
