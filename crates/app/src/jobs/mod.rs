//! Periodic maintenance. A new job is one file with a `JOB` and its line in [`ALL`] (and its `mod`).

mod checkpoints;
mod deliver;
mod expire;
mod pass;
mod runner;
mod scheduler;
mod statistics;
mod sweep;
mod sweep_files;

use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::Notify;

use crate::{App, Result};

pub use pass::{Failure, Pass, Report, Stop};
pub use runner::{Run, run_by_hand};
pub use scheduler::Scheduler;

pub static ALL: &[Job] = &[checkpoints::JOB, deliver::JOB, expire::JOB, statistics::JOB, sweep::JOB, sweep_files::JOB];

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// One pass of a job. It counts what it did in the [`Pass`] and looks there between two records whether to stop.
pub type RunPass = for<'a> fn(&'a App, &'a mut Pass) -> BoxFuture<'a, Result<()>>;

pub struct Job {
    pub name: &'static str,
    /// One line for the operator.
    pub about: &'static str,
    pub every: Duration,
    /// How often in a demo, where nobody wants to wait.
    pub every_in_demo: Option<Duration>,
    /// True when a lease lets one node run it at a time; not needed where each record is claimed by itself.
    pub is_exclusive: bool,
    /// Starts a pass before it is due.
    pub bell: Option<fn(&App) -> &Notify>,
    pub run: RunPass,
}

impl Job {
    fn period(&self, app: &App) -> Duration {
        self.every_in_demo.filter(|_| app.settings.demo).unwrap_or(self.every)
    }
}

pub fn find(name: &str) -> Option<&'static Job> {
    ALL.iter().find(|job| job.name == name)
}
