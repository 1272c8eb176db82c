use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess};
use domain::request::read::BodyReader;
use domain::request::{Event, RejectReason, RequestAction, Reviewer, Verdict, bodies};
use serde_json::{Map, Value};
use store::requests::{ActionTaken, RequestAggregate};

use super::receive::stage::document;
use crate::context::{EntityClock, Outcome, entity_clock, reference, step, version};
use crate::requests::{RequestView, change, describe, view};
use crate::{App, Result};

struct ReviewInput {
    document: u32,
    /// The version that the reviewer looked at.
    version: Option<u32>,
    verdict: Verdict,
    reason: Option<RejectReason>,
    remark: Option<String>,
}

fn read(body: &Map<String, Value>) -> std::result::Result<ReviewInput, Refusal> {
    let mut reader = BodyReader::new(body, &bodies::REVIEW_DECISION);
    reader.only_declared();
    let verdict = reader.one_of("decision").and_then(Verdict::parse);
    let document = reader.number("documentNo");
    let input = ReviewInput {
        document: document.unwrap_or(0),
        version: reader.number("versionNo"),
        verdict: verdict.unwrap_or(Verdict::Accepted),
        reason: reader.one_of("reasonCode").and_then(RejectReason::parse),
        remark: reader.text("remark"),
    };
    let needs_remark =
        matches!(input.verdict, Verdict::SentBack | Verdict::Undone) || input.reason == Some(RejectReason::Other);
    let missing = [
        ("decision", verdict.is_none()),
        ("documentNo", document.is_none()),
        ("reasonCode", input.verdict == Verdict::Rejected && input.reason.is_none()),
        ("remark", needs_remark && input.remark.is_none()),
    ];
    for (name, _) in missing.into_iter().filter(|(_, is_missing)| *is_missing) {
        if !reader.has_error(name) {
            reader.fail_missing(name);
        }
    }
    reader.into_result(input)
}

/// Reviews the newest version of a document.
pub async fn review(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let input = read(body)?;
    let at = entity_clock(app, access).await?;
    let by = Reviewer::of(actor);
    let decide = |aggregate: &RequestAggregate, at: &EntityClock| decide(access, &input, &by, aggregate, at);
    let after = change(app, access, reference(body)?, version(body)?, decide).await?;
    describe(app, access, view(&RequestView { actor, access, at: &at }, &after)).await
}

fn decide(
    access: &RequestAccess<Change>,
    input: &ReviewInput,
    by: &Reviewer,
    aggregate: &RequestAggregate,
    at: &EntityClock,
) -> Result<Outcome> {
    let row = document(access, aggregate, input.document)?;
    let newest =
        aggregate.versions.iter().filter(|version| version.document == row.number).map(|version| version.number).max();
    if input.version.is_some() && input.version != newest {
        // A newer version was submitted during the review.
        return Err(Refusal::Stale.into());
    }
    let (document, by) = (row.number, by.clone());
    let (event, action) = match input.verdict {
        Verdict::Accepted => (Event::Accept { document, by }, RequestAction::Accept),
        Verdict::Rejected => (Event::Reject { document, by, has_reason: true }, RequestAction::Reject),
        Verdict::SentBack => (Event::SendBack { document, by, has_reason: true }, RequestAction::SendBack),
        Verdict::Undone => (Event::Undo { document, by, has_reason: true }, RequestAction::Undo),
    };
    let done = ActionTaken {
        document: Some(document),
        reason_code: input.reason.map(|reason| reason.name().to_owned()),
        remark: input.remark.clone(),
        ..step(access, Some(aggregate), at, action)
    };
    Ok(Outcome::by(aggregate, &event, at, done)?)
}
