//! One run of a job: its lease, its pass, and what is written down about it.

use std::collections::{HashMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use serde_json::{Value, json};
use store::audit::stamp;
use store::jobs::{JobLease, JobRun};

use super::{Job, Pass, Report, Stop};
use crate::{App, Result};

/// A node that dies leaves its lease behind for this long.
const LEASE: SignedDuration = SignedDuration::from_secs(120);
const RENEWAL: Duration = Duration::from_secs(30);
/// How long a run by hand waits for a node that is at it.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// How a run ended.
#[derive(Debug, Clone)]
pub struct Run {
    pub job: &'static str,
    pub report: Report,
    /// Why the pass ended early.
    pub error: Option<String>,
}

impl Run {
    pub fn is_ok(&self) -> bool {
        self.error.is_none() && self.report.failures == 0
    }

    pub fn to_json(&self) -> Value {
        let Report { done, skipped, failures, failed } = &self.report;
        let mut line =
            json!({ "job": self.job, "done": done, "skipped": skipped, "failures": failures, "failed": failed });
        if let Some(error) = &self.error {
            line["error"] = json!(error);
        }
        line
    }

    fn outcome(&self) -> &'static str {
        match (&self.error, self.report.failures) {
            (Some(_), _) => "error",
            (None, 0) => "ok",
            (None, _) => "failures",
        }
    }

    fn detail(&self) -> Option<String> {
        let first = self.report.failed.first().map(|failure| format!("{}: {}", failure.key, failure.error));
        self.error.clone().or(first).map(|text| text.chars().take(500).collect())
    }
}

/// Who runs jobs: a node, or somebody at the command line.
pub(super) struct Runner {
    pub app: App,
    pub node: String,
    /// Failures of each job's last run, so that each is logged once.
    known: Mutex<HashMap<&'static str, HashSet<String>>>,
}

impl Runner {
    pub fn new(app: &App) -> Runner {
        let node = format!("{}-{}", std::process::id(), uuid::Uuid::new_v4().simple());
        Runner { app: app.clone(), node, known: Mutex::default() }
    }

    /// Runs one pass, if no other node is at it and, when it is `is_scheduled`, if it is due.
    /// Leases and due times are the machine's own time: a run at another time by hand keeps no server from its work.
    pub async fn run(&self, job: &'static Job, stop: &Stop, is_scheduled: bool) -> Result<Option<Run>> {
        let started = Timestamp::now();
        if job.is_exclusive {
            let (now, until) = (stamp(started), stamp(started + LEASE));
            let lease = JobLease { holder: &self.node, now: &now, until: &until };
            if !self.app.store.take_job(job.name, &lease, is_scheduled).await? {
                return Ok(None);
            }
        }
        let mut pass = Pass::new(stop.clone());
        let error = self.guarded(job, &mut pass).await;
        let run = Run { job: job.name, report: pass.report, error };
        self.log(&run);
        if job.is_exclusive || !run.report.is_empty() || run.error.is_some() || !is_scheduled {
            // A pass that ended early or was stopped is not over: it goes on with the next.
            let is_over = run.error.is_none() && !stop.is_requested();
            self.write_down(job, &run, started, is_scheduled && is_over).await?;
        }
        Ok(Some(run))
    }

    /// The pass, with its lease held as long as it takes. A panic ends this pass and nothing else.
    async fn guarded(&self, job: &'static Job, pass: &mut Pass) -> Option<String> {
        let work = AssertUnwindSafe((job.run)(&self.app, pass)).catch_unwind();
        tokio::pin!(work);
        loop {
            tokio::select! {
                ended = &mut work => return match ended {
                    Ok(Ok(())) => None,
                    Ok(Err(error)) => Some(error.to_string()),
                    Err(_) => Some("the job panicked".to_owned()),
                },
                () = tokio::time::sleep(RENEWAL), if job.is_exclusive => {
                    let until = stamp(Timestamp::now() + LEASE);
                    if let Err(error) = self.app.store.renew_job(job.name, &self.node, &until).await {
                        tracing::warn!(job = job.name, %error, "the lease on a job could not be renewed");
                    }
                }
            }
        }
    }

    async fn write_down(&self, job: &Job, run: &Run, started: Timestamp, moves_on: bool) -> Result<()> {
        let period = SignedDuration::try_from(job.period(&self.app)).unwrap_or(LEASE);
        let row = JobRun {
            started_on: stamp(started),
            ended_on: stamp(Timestamp::now()),
            outcome: run.outcome(),
            done: run.report.done as i64,
            skipped: run.report.skipped as i64,
            failed: run.report.failures as i64,
            detail: run.detail(),
            next_due: moves_on.then(|| stamp(started + period)),
        };
        let holder = job.is_exclusive.then_some(self.node.as_str());
        self.app.store.end_job(job.name, holder, &row).await
    }

    /// Each failing record once, for as long as it keeps failing.
    fn log(&self, run: &Run) {
        let job = run.job;
        metrics::counter!("docz_job_runs_total", "job" => job, "outcome" => run.outcome()).increment(1);
        metrics::counter!("docz_job_done_total", "job" => job).increment(run.report.done);
        metrics::counter!("docz_job_failed_total", "job" => job).increment(run.report.failures);
        let mut known = self.known.lock();
        let known = known.entry(job).or_default();
        for failure in run.report.failed.iter().filter(|failure| !known.contains(&failure.key)) {
            tracing::warn!(job, key = failure.key, error = failure.error, "a job skipped a record that failed");
        }
        *known = run.report.failed.iter().map(|failure| failure.key.clone()).collect();
    }
}

/// One pass of a job for somebody at the command line, whenever it is due; waits a moment for a node that is at it.
pub async fn run_by_hand(app: &App, job: &'static Job, stop: &Stop) -> Result<Run> {
    let runner = Runner::new(app);
    let begun = tokio::time::Instant::now();
    loop {
        if let Some(run) = runner.run(job, stop, false).await? {
            return Ok(run);
        }
        if begun.elapsed() > PATIENCE || stop.is_requested() {
            let error = Some("another node is running this job".to_owned());
            return Ok(Run { job: job.name, report: Report::default(), error });
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}
