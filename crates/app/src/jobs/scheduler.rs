use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::task::JoinSet;

use super::runner::Runner;
use super::{ALL, Job};
use crate::context::Stop;
use crate::{App, Result};

/// The maximum sleep before the scheduler checks again whether a job is due: another node may have run or abandoned it.
const MAX_SLEEP: Duration = Duration::from_secs(60);
const FIRST_RETRY: Duration = Duration::from_secs(1);
/// How long a job that may not act on the clock waits until it asks again.
const WAIT_FOR_CLOCK: Duration = Duration::from_secs(30);
/// How long jobs may take to finish their current records when the server stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);

/// Runs every job when it is due, all of them concurrently.
pub struct Scheduler {
    runner: Arc<Runner>,
    tasks: JoinSet<()>,
}

impl Scheduler {
    /// Starts all jobs; they stop when the server does (`Live::closing`), or with [`Scheduler::stop`].
    pub fn start(app: &App) -> Scheduler {
        Scheduler::start_these(app, ALL)
    }

    pub fn start_these(app: &App, jobs: &'static [Job]) -> Scheduler {
        let runner = Arc::new(Runner::new(app));
        let mut tasks = JoinSet::new();
        for job in jobs {
            tasks.spawn(keep_running(runner.clone(), job, Stop::new(app.live.closing())));
        }
        Scheduler { runner, tasks }
    }

    /// Lets each job finish its current record and releases all leases.
    pub async fn stop(mut self) {
        self.runner.app.live.close();
        let ended = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(STOP_TIMEOUT, ended).await.is_err() {
            tracing::warn!("some jobs were still running and were aborted");
        }
        self.tasks.shutdown().await;
        if let Err(error) = self.runner.app.clock_guard.end().await {
            tracing::warn!(%error, "the note of this node's clock could not be removed");
        }
        if let Err(error) = self.runner.app.store.release_jobs(&self.runner.node).await {
            tracing::warn!(%error, "the leases of jobs could not be released");
        }
    }
}

async fn keep_running(runner: Arc<Runner>, job: &'static Job, mut stop: Stop) {
    let mut last_error: Option<String> = None;
    let mut retry = FIRST_RETRY;
    while !stop.is_requested() {
        let error = match run_if_due(&runner, job, &stop).await {
            Ok(error) => error,
            Err(error) => Some(error.to_string()),
        };
        let is_known = error.as_ref().is_none_or(|error| last_error.as_ref() == Some(error));
        if let (Some(error), false) = (&error, is_known) {
            tracing::warn!(job = job.name, %error, "a job ended early and will be retried");
        }
        let is_failing = error.is_some();
        last_error = error;
        let pause = if is_failing {
            retry = (retry * 2).min(MAX_SLEEP);
            retry / 2
        } else {
            retry = FIRST_RETRY;
            until_due(&runner, job).await
        };
        // A new message does not shorten the pause after an error; otherwise a full disk would make the job spin.
        let woken = async {
            match job.wake_signal.filter(|_| !is_failing) {
                Some(wake_signal) => wake_signal(&runner.app).notified().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = stop.requested() => {}
            () = tokio::time::sleep(pause) => {}
            () = woken => {}
        }
    }
}

/// Returns the reason if the pass ended early.
async fn run_if_due(runner: &Runner, job: &'static Job, stop: &Stop) -> Result<Option<String>> {
    if job.is_exclusive && !is_due(runner, job).await? {
        return Ok(None);
    }
    Ok(runner.run(job, stop, true).await?.and_then(|run| run.error))
}

/// Read before the lease is taken, so that a daily job costs one read per minute and no write.
async fn is_due(runner: &Runner, job: &Job) -> Result<bool> {
    Ok(next_due(runner, job).await?.is_none_or(|due| due <= runner.now()))
}

/// Never later than a period from now: a wrong clock may have stored a time far ahead.
async fn next_due(runner: &Runner, job: &Job) -> Result<Option<Timestamp>> {
    let rows = runner.app.store.job_rows().await?;
    let due = rows.into_iter().find(|row| row.name == job.name).and_then(|row| row.next_due);
    let latest = runner.now().saturating_add(job.signed_period(&runner.app)).unwrap_or(Timestamp::MAX);
    Ok(due.and_then(|due| due.parse::<Timestamp>().ok()).filter(|due| *due <= latest))
}

/// How long to sleep until the job is due, as far as known.
async fn until_due(runner: &Runner, job: &Job) -> Duration {
    let period = job.period(&runner.app).min(MAX_SLEEP);
    if !job.is_exclusive {
        return period;
    }
    let waits = runner.app.clock_guard.latest().is_some_and(|verdict| verdict.wait(job.time_use).is_some());
    let shortest = if waits { WAIT_FOR_CLOCK } else { FIRST_RETRY };
    let due = next_due(runner, job).await.ok().flatten();
    let left = due.and_then(|due| Duration::try_from(due.duration_since(runner.now())).ok());
    left.unwrap_or_default().clamp(shortest, MAX_SLEEP)
}
