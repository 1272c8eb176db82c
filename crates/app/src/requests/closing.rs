//! When a request closes, it gets the dates on which it is purged.

use domain::access::{Change, RequestAccess};
use domain::retention::dates;
use store::Statement;
use store::requests::RequestAggregate;
use store::retention::set_dates;

use crate::context::EntityClock;
use crate::{App, Result};

/// The dates of a request that closes, and none for one that opens again.
pub(crate) async fn for_closing(
    app: &App,
    access: &RequestAccess<Change>,
    (before, after): (&RequestAggregate, &RequestAggregate),
    at: &EntityClock,
) -> Result<Vec<Statement>> {
    if before.request.closed_on == after.request.closed_on {
        Ok(Vec::new())
    } else {
        dates_of(app, access, after, at).await
    }
}

/// The dates of a request as it is now.
pub(crate) async fn dates_of(
    app: &App,
    access: &RequestAccess<Change>,
    after: &RequestAggregate,
    at: &EntityClock,
) -> Result<Vec<Statement>> {
    let permit = access.permit();
    let Some(settings) = app.store.retention_settings(permit).await? else { return Ok(Vec::new()) };
    let kept = after.kept(&at.zone);
    let dates = dates(&settings.periods, &kept);
    let request = &after.request;
    Ok(set_dates(permit, &request.txn_ref_no, &request.customer.customer_reference, &kept, &dates))
}
