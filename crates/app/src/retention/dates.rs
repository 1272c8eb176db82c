//! When dates are written: a request closes, or the periods of its entity change.

use domain::access::{Change, Permit, RequestAccess};
use domain::retention::{NOTICE_DAYS, dates, shortened};
use jiff::ToSpan;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use store::Statement;
use store::retention::{RetentionSettings, RetentionState, set_dates, shorten};

use crate::context::Pass;
use crate::{App, Result};

/// Closed requests computed in one commit.
const BATCH_SIZE: u32 = 100;

/// What an approved change of the Entity Master shortens takes effect a week later.
pub(crate) async fn shortened_by(
    app: &App,
    permit: &Permit<Change>,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    now: &str,
) -> Result<Vec<Statement>> {
    let all = shortened(before, after);
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let today = app.clock.today(&app.entity_facts(permit.scope()).await?.time_zone);
    let effective_on = today.saturating_add(NOTICE_DAYS.days());
    Ok(all.into_iter().map(|change| shorten(permit, change, now, effective_on)).collect())
}

/// Computes the dates of all closed requests again if the settings changed. Goes on where an interrupted pass stopped;
/// false when this one was stopped.
pub(super) async fn recompute(
    app: &App,
    access: &RequestAccess<Change>,
    settings: &RetentionSettings,
    zone: &TimeZone,
    pass: &mut Pass,
) -> Result<bool> {
    let permit = access.permit();
    let mut state = app.store.retention_state(permit).await?;
    let wanted = settings.fingerprint();
    if state.applied == wanted && state.computing.is_none() {
        return Ok(true);
    }
    if state.computing.as_ref() != Some(&wanted) {
        state = RetentionState { computing: Some(wanted.clone()), computed_to: String::new(), ..state };
    }
    loop {
        if pass.is_stopping() {
            return Ok(false);
        }
        let some = app.store.kept_after(permit, &state.computed_to, BATCH_SIZE, zone).await?;
        let is_end = some.len() < BATCH_SIZE as usize;
        let mut statements = Vec::new();
        for (key, row) in some {
            match row {
                Ok(row) => {
                    let dates = dates(&settings.periods, &row.kept);
                    if !row.has(&dates) {
                        let reference = &row.customer_reference;
                        statements.extend(set_dates(permit, &key, reference, &row.kept, &dates));
                    }
                }
                Err(error) => pass.fail(&key, error.to_string()),
            }
            state.computed_to = key;
        }
        if is_end {
            (state.applied, state.computing, state.computed_to) = (wanted.clone(), None, String::new());
        }
        app.store.save_retention_state(permit, &state, statements).await?;
        if is_end {
            return Ok(true);
        }
    }
}
