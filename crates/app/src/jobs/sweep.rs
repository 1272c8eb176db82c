use jiff::SignedDuration;
use store::audit::stamp;

use super::{Job, MINUTE, TimeUse};
use crate::context::Pass;
use crate::{App, Result};

const DRAFT_DAYS: i64 = 30;
const NOTICE_DAYS: i64 = 90;
const DELIVERY_DAYS: i64 = 90;
const BULK_SEND_DAYS: i64 = 30;

pub const JOB: Job = Job {
    name: "sweep",
    about: "removes expired login tries, codes, links, drafts, notices, webhook deliveries and reports",
    every: MINUTE,
    every_in_demo: None,
    time_use: TimeUse::Destroys,
    refused: None,
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(run(app, pass)),
};

/// Runs each kind separately, so that one failure does not stop the others.
async fn run(app: &App, pass: &mut Pass) -> Result<()> {
    let now = app.clock.now();
    if pass.is_stopping() {
        return Ok(());
    }
    let before = |days: i64| stamp(now - SignedDuration::from_hours(24 * days));
    let expired = app.store.sweep(&stamp(now), &before(1)).await;
    pass.count("expired", expired.map(|()| true))?;
    let drafts = app.store.drop_old_drafts(&before(DRAFT_DAYS)).await;
    pass.count("drafts", drafts.map(|()| true))?;
    let notices = app.store.drop_old_notices(&before(NOTICE_DAYS)).await;
    pass.count("notices", notices.map(|()| true))?;
    let deliveries = app.store.drop_old_deliveries(&before(DELIVERY_DAYS)).await;
    pass.count("webhooks", deliveries.map(|()| true))?;
    let reports = app.store.drop_old_bulk_sends(&before(BULK_SEND_DAYS)).await;
    pass.count("bulk-sends", reports.map(|()| true))?;
    Ok(())
}
