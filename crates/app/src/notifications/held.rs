//! Messages that are held for a while. Acceptances that follow each other are told in one; a rejection can be taken
//! back as long as nobody has read of it.

use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::message::Message;
use domain::request::{Effect, NotificationEvent, Verdict};
use jiff::{SignedDuration, Timestamp};
use store::Statement;
use store::audit::stamp;
use store::requests::{
    ActionTaken, DocumentRow, OutboxMessage, RequestAggregate, ReviewRow, enqueue_message, withdraw_messages,
    withdraw_messages_of,
};

use super::effects::{outbox_message, recipients};
use super::message_renderer::MessageRenderer;
use crate::{App, Error, Result};

/// Acceptances within this time are told in one message, as changes are.
const ACCEPTANCES_TOGETHER: SignedDuration = SignedDuration::from_mins(15);
/// A reviewer who pressed the wrong key notices it within this time.
const REJECTION_HELD: SignedDuration = SignedDuration::from_secs(30);

const ACCEPTED: NotificationEvent = NotificationEvent::DocumentAccepted;
const REJECTED: NotificationEvent = NotificationEvent::DocumentRejected;

fn after(now: &str, time: SignedDuration) -> Result<String> {
    Ok(stamp(now.parse::<Timestamp>().map_err(Error::internal)? + time))
}

/// Until when the message about a rejection by a person waits.
pub(super) fn rejection(action: &ActionTaken) -> Result<Option<String>> {
    if action.action == domain::request::RequestAction::Reject {
        return after(&action.now, REJECTION_HELD).map(Some);
    }
    Ok(None)
}

/// True while the message about the rejection of this document waits.
pub(crate) fn is_rejection_held(aggregate: &RequestAggregate, document: &DocumentRow, now: &str) -> bool {
    let last = last_review(aggregate, document.number, Verdict::Rejected);
    last.is_some_and(|review| after(&review.reviewed_on, REJECTION_HELD).is_ok_and(|until| *now < *until))
}

/// The last review of the newest version with this verdict.
fn last_review(aggregate: &RequestAggregate, document: u32, verdict: Verdict) -> Option<&ReviewRow> {
    let is_of = |review: &&ReviewRow| review.document == document && review.verdict == verdict;
    aggregate.reviews.iter().filter(is_of).max_by_key(|review| (review.version, review.number))
}

/// What a change does to messages that wait.
pub(super) async fn for_effects(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    effects: &[Effect],
    action: &ActionTaken,
) -> Result<Vec<Statement>> {
    let mut all = Vec::new();
    for effect in effects {
        if let Effect::RejectionUndone { document } = effect {
            all.extend(withdrawn_rejection(app, access, aggregate, *document).await?);
        }
    }
    let is_about_acceptances = |effect: &Effect| {
        matches!(effect, Effect::Notify { event: ACCEPTED, .. } | Effect::DocumentReopened { .. } | Effect::Closed)
    };
    if effects.iter().any(is_about_acceptances) {
        all.push(withdraw_messages(access.permit(), &aggregate.request.txn_ref_no, ACCEPTED.name()));
        // The message about the end says the rest.
        if !effects.contains(&Effect::Closed) {
            all.extend(acceptances(app, access, aggregate, action).await?);
        }
    }
    Ok(all)
}

async fn withdrawn_rejection(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    document: u32,
) -> Result<Option<Statement>> {
    let (permit, txn_ref_no) = (access.permit(), &aggregate.request.txn_ref_no);
    let Some(rejected) = last_review(aggregate, document, Verdict::Rejected) else { return Ok(None) };
    let (all, held) = app.store.held_messages(permit, txn_ref_no, REJECTED.name(), &rejected.reviewed_on).await?;
    if held < all {
        return Err(Refusal::Conflict(Message::plain("rejectionTold")).into());
    }
    let withdraw = withdraw_messages_of(permit, txn_ref_no, REJECTED.name(), &rejected.reviewed_on);
    Ok(Some(withdraw.rows_or_refuse(held, Refusal::Stale)))
}

/// For each party one message about all documents that were accepted since it was last told.
async fn acceptances(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    action: &ActionTaken,
) -> Result<Vec<Statement>> {
    let permit = access.permit();
    let told = app.store.last_told(permit, &aggregate.request.txn_ref_no, ACCEPTED.name()).await?;
    let mut renderer = MessageRenderer::new(app, permit, aggregate).await?;
    let mut all = Vec::new();
    for party in &aggregate.parties {
        let is_new = |document: &&DocumentRow| {
            let accepted = last_review(aggregate, document.number, Verdict::Accepted);
            document.status == domain::request::DocumentStatus::Accepted
                && accepted.is_some_and(|review| told.get(&party.seq_no).is_none_or(|day| review.reviewed_on > *day))
                && recipients(aggregate, ACCEPTED, Some(document)).iter().any(|one| one.seq_no == party.seq_no)
        };
        let documents: Vec<&DocumentRow> = aggregate.documents.iter().filter(is_new).collect();
        if documents.is_empty() {
            continue;
        }
        for message in renderer.write(permit, aggregate, party, ACCEPTED, &documents, Some(action)).await? {
            let message = OutboxMessage {
                held_until: Some(after(&action.now, ACCEPTANCES_TOGETHER)?),
                ..outbox_message(permit, aggregate, party, (ACCEPTED, None), message)
            };
            all.push(enqueue_message(permit, &message, &action.now));
        }
    }
    Ok(all)
}
