use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess};
use domain::message::Message;
use domain::request::read::BodyReader;
use domain::request::{Event, Person, Reviewer, Verdict};
use serde_json::{Map, Value};
use store::requests::{ActionTaken, RequestAggregate};

use super::stage::document;
use crate::requests::{
    EntityClock, Outcome, RequestView, change, describe, entity_clock, reference, step, version, view,
};
use crate::{App, Result};

/// Why a document may be rejected; the words are in `wording/` under `reject`.
pub const REASONS: &[&str] = &["UNREADABLE", "INCOMPLETE", "WRONG", "EXPIRED", "MISMATCH", "PASSWORD", "OTHER"];

struct Said {
    document: u32,
    /// The version that the reviewer looked at.
    seen: Option<u32>,
    verdict: Verdict,
    reason_code: Option<&'static str>,
    remark: Option<String>,
}

fn read(body: &Map<String, Value>) -> std::result::Result<Said, Refusal> {
    let mut reader = BodyReader::new(body, "");
    reader.only(&["txnRefNo", "versionNumber", "documentNo", "versionNo", "decision", "reasonCode", "remark"]);
    let decision = reader.one_of("decision", &["accept", "reject", "sendback", "undo"]);
    let document = reader.int("documentNo", 1, 100_000);
    let said = Said {
        document: document.unwrap_or(0) as u32,
        seen: reader.int("versionNo", 1, 100_000).map(|number| number as u32),
        verdict: decision.and_then(Verdict::parse).unwrap_or(Verdict::Accepted),
        reason_code: reader.one_of("reasonCode", REASONS),
        remark: reader.text("remark", 1000),
    };
    let missing = |reader: &BodyReader, name: &str| !reader.errors.iter().any(|error| error.field == name);
    if decision.is_none() && missing(&reader, "decision") {
        reader.fail("decision", Message::about("select", "docrequest", "decision"));
    }
    if document.is_none() && missing(&reader, "documentNo") {
        reader.fail("documentNo", Message::about("select", "docrequest", "documentCode"));
    }
    let is_rejected = said.verdict == Verdict::Rejected;
    if is_rejected && said.reason_code.is_none() && missing(&reader, "reasonCode") {
        reader.fail("reasonCode", Message::about("select", "docrequest", "reasonCode"));
    }
    let explains = matches!(said.verdict, Verdict::SentBack | Verdict::Undone) || said.reason_code == Some("OTHER");
    if explains && said.remark.is_none() && missing(&reader, "remark") {
        reader.fail("remark", Message::about("enter", "docrequest", "remark"));
    }
    match reader.errors.is_empty() {
        true => Ok(said),
        false => Err(Refusal::Invalid(reader.errors)),
    }
}

/// What a reviewer says about the newest version of a document.
pub async fn review(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let said = read(body)?;
    let today = entity_clock(app, access).await?.today;
    let level = u8::try_from(actor.level.clamp(0, 255)).unwrap_or(0);
    let by = Reviewer { person: Person::Staff(actor.user_id.clone()), level };
    let decide = |aggregate: &RequestAggregate, at: &EntityClock| decide(access, &said, &by, aggregate, at);
    let after = change(app, access, reference(body)?, version(body)?, decide).await?;
    describe(app, access, view(&RequestView { actor, access, today }, &after)).await
}

fn decide(
    access: &RequestAccess<Change>,
    said: &Said,
    by: &Reviewer,
    aggregate: &RequestAggregate,
    at: &EntityClock,
) -> Result<Outcome> {
    let row = document(access, aggregate, said.document)?;
    let newest =
        aggregate.versions.iter().filter(|version| version.document == row.number).map(|version| version.number).max();
    if said.seen.is_some() && said.seen != newest {
        // A newer copy came in while he was looking.
        return Err(Refusal::Stale.into());
    }
    let (document, by) = (row.number, by.clone());
    let (event, action) = match said.verdict {
        Verdict::Accepted => (Event::Accept { document, by }, "accept"),
        Verdict::Rejected => (Event::Reject { document, by, has_reason: true }, "reject"),
        Verdict::SentBack => (Event::SendBack { document, by, has_reason: true }, "sendback"),
        Verdict::Undone => (Event::Undo { document, by, has_reason: true }, "undo"),
    };
    let done = ActionTaken {
        document: Some(document),
        reason_code: said.reason_code.map(str::to_owned),
        remark: said.remark.clone(),
        ..step(access, Some(aggregate), at, action)
    };
    Ok(Outcome::by(aggregate, &event, at, done)?)
}
