//! How requests change: load, decide, commit; retried when another change came first.

use domain::Refusal;
use domain::access::{Change, RequestAccess};
use store::requests::{Notice, RequestAggregate, changed};
use store::{Batch, Error};

use super::{closing, compliance, meetings, shares};
use crate::context::{EntityClock, Outcome, check_version, entity_clock, load};
use crate::notifications::{effects, review_waiting};
use crate::{App, Result, live, webhooks};

const MAX_ATTEMPTS: usize = 8;

/// Changes a request. With a version, a concurrent change is refused; without one, the decision is repeated.
pub(crate) async fn change<F>(
    app: &App,
    access: &RequestAccess<Change>,
    txn_ref_no: &str,
    version: Option<i64>,
    decide: F,
) -> Result<RequestAggregate>
where
    F: Fn(&RequestAggregate, &EntityClock) -> Result<Outcome> + Send,
{
    let entity_clock = entity_clock(app, access).await?;
    for _ in 0..MAX_ATTEMPTS {
        let aggregate = load(app, access, txn_ref_no, &entity_clock).await?;
        check_version(&aggregate, version)?;
        let outcome = decide(&aggregate, &entity_clock)?;
        match commit(app, access, &aggregate, outcome, &entity_clock).await {
            Err(Error::Refused(Refusal::Stale)) if version.is_none() => continue,
            other => return other,
        }
    }
    Err(Refusal::Stale.into())
}

async fn commit(
    app: &App,
    access: &RequestAccess<Change>,
    before: &RequestAggregate,
    outcome: Outcome,
    at: &EntityClock,
) -> Result<RequestAggregate> {
    let mut prepared = prepare(app, access, before, outcome, at).await?;
    app.store.commit(access.permit(), std::mem::take(&mut prepared.batch)).await?;
    announce(app, access, before, &mut prepared).await;
    Ok(prepared.after)
}

/// A change that only has to be committed and announced.
pub(super) struct PreparedChange {
    pub batch: Batch,
    pub after: RequestAggregate,
    notices: Vec<(String, Notice)>,
}

/// Everything that a change writes: the request, its audit entry, messages, meetings and renewals.
pub(super) async fn prepare(
    app: &App,
    access: &RequestAccess<Change>,
    before: &RequestAggregate,
    mut outcome: Outcome,
    at: &EntityClock,
) -> Result<PreparedChange> {
    let after = &mut outcome.after;
    let mut batch = changed(access, before, after, &outcome.step);
    batch.statements.append(&mut outcome.more);
    batch.statements.extend(review_waiting::settle(access, (before, after), &outcome.step));
    let notified = effects::for_effects(app, access, after, &outcome.effects, &outcome.step).await?;
    batch.statements.extend(notified.statements);
    batch.statements.extend(webhooks::for_effects(app, access, after, &outcome.effects, &outcome.step).await?);
    let shares = shares::for_effects(app, access, after, &outcome.effects, &outcome.step.now).await?;
    batch.statements.extend(shares);
    batch.statements.extend(closing::for_closing(app, access, (before, after), at).await?);
    batch.statements.extend(effects::to_dropped(app, access, before, after, &outcome.step).await?);
    let cancelled = meetings::cancel_meetings(app, access, (before, after), &outcome.effects, at).await?;
    batch.statements.extend(cancelled.statements);
    batch.entries.extend(cancelled.entries);
    batch.statements.extend(compliance::for_effects(app, access, (before, after), &outcome.effects, at).await?);
    Ok(PreparedChange { batch, after: outcome.after, notices: notified.notices })
}

/// Informs open pages of a committed change.
pub(super) async fn announce(
    app: &App,
    access: &RequestAccess<Change>,
    before: &RequestAggregate,
    change: &mut PreparedChange,
) {
    live::push_notices(app, access, std::mem::take(&mut change.notices));
    live::publish_change(app, access, &change.after, Some(before)).await;
}
