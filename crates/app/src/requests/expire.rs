use domain::Refusal;
use domain::access::{Sight, system};
use domain::request::Event;
use store::Error;

use super::change::{Decided, change, situation, step};
use crate::{App, Result};

const AT_ONCE: i64 = 100;

/// Ends the requests of every entity whose time has run out; gives back how many.
pub async fn expire_all(app: &App) -> Result<usize> {
    let mut ended = 0;
    for (country, entity) in app.store.all_entities(&system::public_names()).await? {
        let sight = Sight::of_ours(&country, &entity);
        let today = situation(app, &sight).await?.today.to_string();
        loop {
            let due = app.store.run_out(sight.permit(), &today, AT_ONCE).await?;
            let count = due.len();
            for txn_ref_no in due {
                ended += usize::from(expire(app, &sight, &txn_ref_no).await?);
            }
            if (count as i64) < AT_ONCE {
                break;
            }
        }
    }
    Ok(ended)
}

async fn expire(app: &App, sight: &Sight<domain::access::Change>, txn_ref_no: &str) -> Result<bool> {
    let outcome = change(app, sight, txn_ref_no, None, |case, at| {
        Ok(Decided::by(case, &Event::Expire, at, step(sight, None, at, "expire"))?)
    });
    match outcome.await {
        Ok(_) => Ok(true),
        // Extended or decided by somebody in the same moment.
        Err(Error::Refused(Refusal::Conflict(_) | Refusal::Stale | Refusal::NotFound)) => Ok(false),
        Err(error) => Err(error),
    }
}
