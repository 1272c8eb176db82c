//! One run of a job: its lease, its pass and its log entry.

use std::collections::{HashMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use domain::clock::Wait;
use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use serde_json::{Value, json};
use store::audit::stamp;
use store::jobs::{JobLease, JobRun};

use super::{Job, TimeUse};
use crate::clock_guard::NEXT_STEP;
use crate::context::lease::{LEASE, hold};
use crate::context::{Accepted, Pass, Report, Stop};
use crate::{App, Result};

/// Nodes whose clocks differ by more do not run jobs.
const MAX_DIFFERENCE: SignedDuration = domain::clock::TOLERANCE;
/// Records in one pass while what was missed is caught up.
const CATCH_UP: u64 = 200;
/// How long a manual run waits for another node to finish.
const MAX_WAIT: Duration = Duration::from_secs(30);
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// The result of a run.
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

/// Runs jobs for a node or for the command line.
pub(super) struct Runner {
    pub app: App,
    pub node: String,
    accepted: Accepted,
    /// The failures of each job's last run, so that each is logged once.
    known_failures: Mutex<HashMap<&'static str, HashSet<String>>>,
}

impl Runner {
    pub fn new(app: &App) -> Runner {
        let node = format!("{}-{}", std::process::id(), uuid::Uuid::new_v4().simple());
        Runner { app: app.clone(), node, accepted: Accepted::default(), known_failures: Mutex::default() }
    }

    /// Runs one pass unless another node is running the job or, when `is_scheduled`, it is not due. Leases and due
    /// times use the machine's clock, so a manual run with another clock does not block a server.
    pub async fn run(&self, job: &'static Job, stop: &Stop, is_scheduled: bool) -> Result<Option<Run>> {
        let mut pass = Pass::new(stop.clone());
        pass.is_scheduled = is_scheduled;
        (pass.is_clock_accepted, pass.is_amount_accepted) = (self.accepted.clock, self.accepted.amount);
        if let Some(wait) = self.ask_guard(job, &mut pass).await? {
            return self.refuse(job, &wait, is_scheduled).await;
        }
        let started = self.now();
        if job.is_exclusive && !self.take(job, started, is_scheduled).await? {
            return Ok(None);
        }
        let mut error = self.run_pass(job, &mut pass).await;
        if pass.is_clock_set() {
            error = error.or(Some("the clock was set during the pass".to_owned()));
        }
        let run = Run { job: job.name, report: pass.report, error };
        self.log(&run);
        if job.is_exclusive || !run.report.is_empty() || run.error.is_some() || !is_scheduled {
            // A pass that ended early or was stopped stays due.
            let is_finished = run.error.is_none() && !stop.is_requested();
            self.record(job, &run, started, is_scheduled && is_finished).await?;
        }
        Ok(Some(run))
    }

    /// The time by which nodes share jobs, whatever time a manual run works with.
    pub fn now(&self) -> Timestamp {
        self.app.clock_guard.shared(Timestamp::now())
    }

    /// Why the job has to wait. Otherwise prepares the pass for what the clock allows.
    async fn ask_guard(&self, job: &Job, pass: &mut Pass) -> Result<Option<Wait>> {
        if self.accepted.clock || job.time_use == TimeUse::Independent {
            return Ok(None);
        }
        let verdict = self.app.clock_guard.judge().await?;
        pass.may_give_up = verdict.doubt.is_none();
        let is_slow = pass.is_scheduled && verdict.is_catching_up() && job.time_use == TimeUse::Acts;
        pass.most = is_slow.then_some(CATCH_UP);
        pass.clock = Some((self.app.clock.clone(), verdict.moment));
        Ok(verdict.wait(job.time_use))
    }

    /// A scheduled job waits; an operator is told why.
    async fn refuse(&self, job: &'static Job, wait: &Wait, is_scheduled: bool) -> Result<Option<Run>> {
        if let Some(note) = job.refused {
            note(&self.app, wait, is_scheduled).await?;
        }
        let error = format!("the job was not run: {wait}; {NEXT_STEP}");
        Ok((!is_scheduled).then(|| Run { job: job.name, report: Report::default(), error: Some(error) }))
    }

    async fn take(&self, job: &Job, now: Timestamp, is_scheduled: bool) -> Result<bool> {
        let at = |later: SignedDuration| stamp(now.saturating_add(later).unwrap_or(now));
        let latest_due = at(job.signed_period(&self.app));
        let lease = JobLease {
            holder: &self.node,
            now: &stamp(now),
            until: &at(LEASE),
            latest_end: &at(LEASE + MAX_DIFFERENCE),
            latest_due: is_scheduled.then_some(&*latest_due),
        };
        self.app.store.take_job(job.name, &lease).await
    }

    /// Runs the pass and renews its lease. A panic ends only this pass.
    async fn run_pass(&self, job: &'static Job, pass: &mut Pass) -> Option<String> {
        let work = AssertUnwindSafe((job.run)(&self.app, pass)).catch_unwind();
        let renew = async || {
            if job.is_exclusive {
                self.app.store.renew_job(job.name, &self.node, &stamp(self.now() + LEASE)).await
            } else {
                Ok(true)
            }
        };
        match hold(work, renew).await {
            Some(Ok(Ok(()))) => None,
            Some(Ok(Err(error))) => Some(error.to_string()),
            Some(Err(_)) => Some("the job panicked".to_owned()),
            None => Some("another node has taken the job over".to_owned()),
        }
    }

    async fn record(&self, job: &Job, run: &Run, started: Timestamp, is_finished: bool) -> Result<()> {
        let row = JobRun {
            started_on: stamp(started),
            ended_on: stamp(self.now()),
            outcome: run.outcome(),
            done: run.report.done as i64,
            skipped: run.report.skipped as i64,
            failed: run.report.failures as i64,
            detail: run.detail(),
            next_due: is_finished.then(|| stamp(started + job.signed_period(&self.app))),
        };
        let holder = job.is_exclusive.then_some(self.node.as_str());
        self.app.store.end_job(job.name, holder, &row).await
    }

    /// Logs each failing record once, as long as it keeps failing.
    fn log(&self, run: &Run) {
        let job = run.job;
        metrics::counter!("docz_job_runs_total", "job" => job, "outcome" => run.outcome()).increment(1);
        metrics::counter!("docz_job_done_total", "job" => job).increment(run.report.done);
        metrics::counter!("docz_job_failed_total", "job" => job).increment(run.report.failures);
        let mut known_failures = self.known_failures.lock();
        let known_failures = known_failures.entry(job).or_default();
        for failure in run.report.failed.iter().filter(|failure| !known_failures.contains(&failure.key)) {
            tracing::warn!(job, key = failure.key, error = failure.error, "a job skipped a record that failed");
        }
        *known_failures = run.report.failed.iter().map(|failure| failure.key.clone()).collect();
    }
}

/// Runs one pass from the command line, due or not; waits briefly if another node is running the job.
pub async fn run_manually(app: &App, job: &'static Job, stop: &Stop) -> Result<Run> {
    run_trusting(app, job, stop, Accepted::default()).await
}

/// The same, when the operator vouches for something that a job would not trust.
pub async fn run_trusting(app: &App, job: &'static Job, stop: &Stop, accepted: Accepted) -> Result<Run> {
    let runner = Runner { accepted, ..Runner::new(app) };
    // The guard is not asked about every job, but all are shared by the database's clock.
    app.clock_guard.measure().await?;
    let started = tokio::time::Instant::now();
    loop {
        if let Some(run) = runner.run(job, stop, false).await? {
            return Ok(run);
        }
        if started.elapsed() > MAX_WAIT || stop.is_requested() {
            let error = Some("another node is running this job".to_owned());
            return Ok(Run { job: job.name, report: Report::default(), error });
        }
        tokio::time::sleep(RETRY_INTERVAL).await;
    }
}
