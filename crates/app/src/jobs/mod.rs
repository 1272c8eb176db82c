//! Periodic maintenance. A new job is one file with a `JOB` and its line in [`ALL`] (and its `mod`).

mod bulk_send;
mod checkpoints;
mod clock;
mod compliance;
mod deliver;
mod encrypt;
mod expire;
mod notify;
mod purge;
mod read_samples;
mod remind;
mod runner;
mod scan;
mod scheduler;
mod share;
mod statistics;
mod sweep;
mod sweep_files;
mod verify;
mod webhooks;

use std::time::Duration;

use domain::clock::Wait;
use futures_util::future::BoxFuture;
use jiff::SignedDuration;
use tokio::sync::Notify;

use crate::{App, Result};

pub use crate::context::lease::{LEASE, hold};
pub use crate::context::{Accepted, Failure, Pass, Report, Stop};
pub use domain::clock::TimeUse;
pub use runner::{Run, run_manually, run_trusting};
pub use scheduler::Scheduler;

pub static ALL: &[Job] = &[
    bulk_send::JOB,
    checkpoints::JOB,
    clock::JOB,
    compliance::JOB,
    deliver::JOB,
    encrypt::JOB,
    expire::JOB,
    notify::JOB,
    purge::JOB,
    read_samples::JOB,
    remind::JOB,
    scan::JOB,
    share::JOB,
    statistics::JOB,
    sweep::JOB,
    sweep_files::JOB,
    verify::JOB,
    webhooks::JOB,
];

/// How often queues are looked at whose records are claimed one by one: what a dead node has claimed is due after its
/// lease.
const LOOK_FOR_WORK: Duration = Duration::from_secs(10);
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// One pass of a job. It records its results in the [`Pass`], and checks it between records for a stop request.
pub type RunPass = for<'a> fn(&'a App, &'a mut Pass) -> BoxFuture<'a, Result<()>>;

/// Notes that the guard of the clock did not let a job run, for a job whose runs users see.
pub type NoteRefusal = for<'a> fn(&'a App, &'a Wait, is_scheduled: bool) -> BoxFuture<'a, Result<()>>;

pub struct Job {
    pub name: &'static str,
    /// A one-line description for the operator.
    pub about: &'static str,
    pub every: Duration,
    /// The interval in a demo, where changes should be visible quickly.
    pub every_in_demo: Option<Duration>,
    /// How it depends on the time: the runner asks the guard of the clock.
    pub time_use: TimeUse,
    pub refused: Option<NoteRefusal>,
    /// True when a lease allows only one node at a time; not needed where each record is claimed individually.
    pub is_exclusive: bool,
    /// A signal that starts a pass early.
    pub wake_signal: Option<fn(&App) -> &Notify>,
    pub run: RunPass,
}

impl Job {
    fn period(&self, app: &App) -> Duration {
        self.every_in_demo.filter(|_| app.settings.demo).unwrap_or(self.every)
    }

    fn signed_period(&self, app: &App) -> SignedDuration {
        SignedDuration::try_from(self.period(app)).unwrap_or(SignedDuration::MAX)
    }
}

pub fn find(name: &str) -> Option<&'static Job> {
    ALL.iter().find(|job| job.name == name)
}
