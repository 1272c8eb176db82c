use store::Error;

use super::{HOUR, Job, TimeUse};
use crate::context::Pass;
use crate::{App, Result};

pub const JOB: Job = Job {
    name: "statistics",
    about: "renews what SQLite knows of its tables (PostgreSQL does that by itself)",
    every: HOUR,
    every_in_demo: None,
    time_use: TimeUse::Independent,
    refused: None,
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(run(app, pass)),
};

/// Runs on a blocking thread: it may wait for the writer.
async fn run(app: &App, pass: &mut Pass) -> Result<()> {
    let store = app.store.clone();
    tokio::task::spawn_blocking(move || store.refresh_statistics()).await.map_err(Error::internal)??;
    pass.report.done = 1;
    Ok(())
}
