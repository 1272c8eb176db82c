use domain::Refusal;
use domain::access::{Change, RequestAccess, system};
use domain::request::{Event, RequestAction};
use store::Error;

use super::change::change;
use crate::context::{Outcome, Pass, entity_clock, step};
use crate::{App, Result};

/// Expires the overdue requests of every entity. An entity or request that cannot be read is reported and does not stop
/// the others.
pub async fn expire_overdue(app: &App, pass: &mut Pass) -> Result<()> {
    for (country, entity) in app.store.all_entities(&system::public_names()).await? {
        let access = RequestAccess::system(&country, &entity);
        let overdue = match overdue(app, &access).await {
            Ok(overdue) => overdue,
            Err(error) => {
                pass.count(&format!("{country}/{entity}"), Err(error))?;
                continue;
            }
        };
        for txn_ref_no in overdue {
            if pass.is_stopping() {
                return Ok(());
            }
            let outcome = expire(app, &access, &txn_ref_no).await;
            pass.count(&format!("{country}/{entity}/{txn_ref_no}"), outcome)?;
        }
    }
    Ok(())
}

async fn overdue(app: &App, access: &RequestAccess<Change>) -> Result<Vec<String>> {
    let today = entity_clock(app, access).await?.today.to_string();
    app.store.overdue(access.permit(), &today).await
}

async fn expire(app: &App, access: &RequestAccess<Change>, txn_ref_no: &str) -> Result<bool> {
    let outcome = change(app, access, txn_ref_no, None, |aggregate, at| {
        Ok(Outcome::by(aggregate, &Event::Expire, at, step(access, None, at, RequestAction::Expire))?)
    });
    match outcome.await {
        Ok(_) => Ok(true),
        // Extended or decided by another user in the meantime.
        Err(Error::Refused(Refusal::Conflict(_) | Refusal::Stale | Refusal::NotFound)) => Ok(false),
        Err(error) => Err(error),
    }
}
