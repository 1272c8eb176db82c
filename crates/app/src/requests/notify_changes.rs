use domain::Refusal;
use domain::access::{Change, RequestAccess, system};
use domain::request::{Event, RequestAction};
use store::Error;

use super::change::change;
use crate::context::{Outcome, Pass, step};
use crate::{App, Result};

/// Tells parties of changed requests some minutes after the last change, so that several changes make one message.
pub async fn notify_changes(app: &App, pass: &mut Pass) -> Result<()> {
    for (country, entity) in app.store.all_entities(&system::public_names()).await? {
        let access = RequestAccess::system(&country, &entity);
        let now = store::audit::stamp(app.clock.now());
        let due = match app.store.requests_to_notify(access.permit(), &now).await {
            Ok(due) => due,
            Err(error) => {
                pass.count(&format!("{country}/{entity}"), Err(error))?;
                continue;
            }
        };
        for txn_ref_no in due {
            if pass.is_stopping() {
                return Ok(());
            }
            let outcome = notify(app, &access, &txn_ref_no).await;
            pass.count(&format!("{country}/{entity}/{txn_ref_no}"), outcome)?;
        }
    }
    Ok(())
}

async fn notify(app: &App, access: &RequestAccess<Change>, txn_ref_no: &str) -> Result<bool> {
    let outcome = change(app, access, txn_ref_no, None, |aggregate, at| {
        // Changed again since the list was read: the parties are told later.
        if aggregate.request.notify_on.as_ref().is_none_or(|due| *due > at.now) {
            return Err(Refusal::Stale.into());
        }
        Ok(Outcome::by(aggregate, &Event::Notified, at, step(access, None, at, RequestAction::Notify))?)
    });
    match outcome.await {
        Ok(_) => Ok(true),
        Err(Error::Refused(Refusal::Conflict(_) | Refusal::Stale | Refusal::NotFound)) => Ok(false),
        Err(error) => Err(error),
    }
}
