use super::{HOUR, Job, TimeUse};
use crate::context::Pass;
use crate::{App, Result};

pub const JOB: Job = Job {
    name: "checkpoints",
    about: "seals where each part of the audit log ends",
    every: HOUR,
    every_in_demo: None,
    time_use: TimeUse::Independent,
    refused: None,
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(run(app, pass)),
};

async fn run(app: &App, pass: &mut Pass) -> Result<()> {
    pass.report.done = app.store.write_checkpoints().await?;
    Ok(())
}
