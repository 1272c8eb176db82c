//! Tells staff that documents wait for review: one notice and one mail per reviewer and request, until it is read.

use domain::access::{Change, RequestAccess, ScreenSet};
use domain::request::{NotificationEvent, Person, RequestAction, Reviewer};
use store::Statement;
use store::access::BranchReviewer;
use store::requests::{ActionTaken, DocumentRow, OutboxMessage, RequestAggregate, enqueue_message, settle_notices};

use super::effects::{Notifications, notices, staff_message};
use super::message_renderer::MessageRenderer;
use crate::live::responsible_staff;
use crate::{App, Result};

const EVENT: NotificationEvent = NotificationEvent::ReviewWaiting;

/// Notices for the reviewers who may decide about one of these documents and for the staff responsible for the request;
/// mails for the reviewers. Users who have not read the last notice about this request get no other.
pub(crate) async fn notify(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    documents: &[u32],
    action: &ActionTaken,
    renderer: &mut MessageRenderer<'_>,
) -> Result<Notifications> {
    let (permit, request) = (access.permit(), &aggregate.request);
    let known = app.store.unread_notices(permit, &request.txn_ref_no, EVENT.name()).await?;
    let is_due = |user: &String| *user != action.actor && !known.contains(user);
    let state = aggregate.state();
    let mut all = Notifications::default();
    let today =
        action.now.parse::<jiff::Timestamp>().unwrap_or_default().to_zoned(action.zone.clone()).date().to_string();
    let (tenant, branch) = (&request.tenant_code, &request.branch_code);
    let found = app.store.reviewers(permit, tenant, branch, ScreenSet::REVIEWS, &today).await?;
    for reviewer in found.into_iter().filter(|reviewer| is_due(&reviewer.user_id)) {
        let by = Reviewer { person: Person::Staff(reviewer.user_id.clone()), level: reviewer.level };
        let own = documents.iter().filter(|number| state.can_review(**number, &by));
        let own: Vec<&DocumentRow> = own.filter_map(|number| aggregate.document(*number)).collect();
        if own.is_empty() {
            continue;
        }
        if let Some(message) = mail(renderer, access, aggregate, &reviewer, &own).await? {
            all.statements.push(enqueue_message(permit, &message, &action.now));
        }
        let about = Some(own[0]).filter(|_| own.len() == 1);
        all.notices.extend(notices(aggregate, EVENT, about, action, &[reviewer.user_id]));
    }
    let mut others = responsible_staff(app, access, request).await?;
    others.retain(|user| is_due(user) && !all.notices.iter().any(|(told, _)| told == user));
    let about = documents.first().filter(|_| documents.len() == 1).and_then(|number| aggregate.document(*number));
    all.notices.extend(notices(aggregate, EVENT, about, action, &others));
    Ok(all)
}

async fn mail(
    renderer: &mut MessageRenderer<'_>,
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    reviewer: &BranchReviewer,
    documents: &[&DocumentRow],
) -> Result<Option<OutboxMessage>> {
    let written = renderer.write_to_reviewer(access.permit(), aggregate, reviewer, EVENT, documents).await?;
    Ok(written.map(|message| staff_message(access.permit(), aggregate, EVENT, &reviewer.user_id, message)))
}

/// Marks the notices as read that a change has made obsolete: everybody's when nothing waits any more, and those of a
/// reviewer who acts.
pub(crate) fn settle(
    access: &RequestAccess<Change>,
    (before, after): (&RequestAggregate, &RequestAggregate),
    action: &ActionTaken,
) -> Option<Statement> {
    let waits = |aggregate: &RequestAggregate| {
        let waits = |row: &DocumentRow| row.status.is_in_review() || row.claim_by.is_some();
        aggregate.request.is_running() && aggregate.documents.iter().any(waits)
    };
    let settle = |user| {
        settle_notices(access.permit(), &after.request.txn_ref_no, NotificationEvent::ReviewWaiting.name(), user)
    };
    let is_review = matches!(
        action.action,
        RequestAction::Accept | RequestAction::Reject | RequestAction::SendBack | RequestAction::Undo
    );
    if waits(before) && !waits(after) {
        Some(settle(None))
    } else if is_review {
        Some(settle(Some(action.actor.as_str())))
    } else {
        None
    }
}
