use jiff::SignedDuration;

use super::{DAY, Job, TimeUse};
use crate::context::Pass;
use crate::{App, Result, documents};

pub const JOB: Job = Job {
    name: "sweep-files",
    about: "moves files that no record names to the trash, and empties it after 7 days; removes unfinished uploads",
    every: DAY,
    every_in_demo: None,
    time_use: TimeUse::Destroys,
    refused: None,
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(run(app, pass)),
};

/// Only files older than a day: a younger one may belong to an upload in progress.
async fn run(app: &App, pass: &mut Pass) -> Result<()> {
    let day_ago = app.clock.now() - SignedDuration::from_hours(24);
    documents::sweep(app, day_ago, pass).await
}
