use std::sync::Arc;

use domain::clock::Moment;
use ports::Clock;
use serde::Serialize;
use store::Error;
use tokio::sync::watch;

use crate::Result;

/// Failures named in a report; more are only counted.
const NAMED_FAILURES: usize = 100;

/// Asks a job to stop after its current record.
#[derive(Debug, Clone)]
pub struct Stop(watch::Receiver<bool>);

impl Stop {
    pub fn new(signal: watch::Receiver<bool>) -> Stop {
        Stop(signal)
    }

    pub fn is_requested(&self) -> bool {
        *self.0.borrow()
    }

    /// Completes when a stop is requested.
    pub async fn requested(&mut self) {
        if self.0.wait_for(|stop| *stop).await.is_err() {
            std::future::pending().await
        }
    }
}

/// A record that could not be processed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    pub key: String,
    pub error: String,
}

/// The results of a pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    pub done: u64,
    /// Records that needed nothing, or that another node has claimed.
    pub skipped: u64,
    pub failures: u64,
    /// The first failures.
    pub failed: Vec<Failure>,
}

impl Report {
    pub fn is_empty(&self) -> bool {
        self.done + self.skipped + self.failures == 0
    }

    /// Adds the results of a part of the pass.
    pub fn add(&mut self, part: Report) {
        self.done += part.done;
        self.skipped += part.skipped;
        self.failures += part.failures;
        let room = NAMED_FAILURES.saturating_sub(self.failed.len());
        self.failed.extend(part.failed.into_iter().take(room));
    }
}

/// What an operator vouches for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Accepted {
    pub clock: bool,
    pub amount: bool,
}

/// A pass in progress.
pub struct Pass {
    pub report: Report,
    /// Started by the scheduler, not by an operator.
    pub is_scheduled: bool,
    /// An operator vouches for the clock.
    pub is_clock_accepted: bool,
    /// An operator vouches for an unusual amount of work.
    pub is_amount_accepted: bool,
    /// The clock is trusted, so a record may be given up by its age.
    pub may_give_up: bool,
    /// What is done at most, while what was missed is caught up.
    pub most: Option<u64>,
    /// The clock, and what it showed at the start: a pass ends when the clock is set.
    pub clock: Option<(Arc<dyn Clock>, Moment)>,
    stop: Stop,
}

impl Pass {
    pub fn new(stop: Stop) -> Pass {
        Pass {
            report: Report::default(),
            is_scheduled: false,
            is_clock_accepted: false,
            is_amount_accepted: false,
            may_give_up: true,
            most: None,
            clock: None,
            stop,
        }
    }

    /// A pass for a part of the work, with a report of its own.
    pub fn part(&self) -> Pass {
        Pass {
            report: Report::default(),
            is_scheduled: self.is_scheduled,
            is_clock_accepted: self.is_clock_accepted,
            is_amount_accepted: self.is_amount_accepted,
            may_give_up: self.may_give_up,
            most: self.most,
            clock: self.clock.clone(),
            stop: self.stop.clone(),
        }
    }

    pub fn is_stopping(&self) -> bool {
        self.stop.is_requested() || self.is_clock_set() || self.room() == 0
    }

    /// How many records may still be done.
    pub fn room(&self) -> usize {
        let left = self.most.map_or(u64::MAX, |most| most.saturating_sub(self.report.done));
        usize::try_from(left).unwrap_or(usize::MAX)
    }

    /// Two parts of the work side by side, which share what may still be done.
    pub fn halves(&self) -> [Pass; 2] {
        let left = self.most.map(|most| most.saturating_sub(self.report.done));
        let half = |most: Option<u64>| Pass { most, ..self.part() };
        [half(left.map(|left| left.div_ceil(2))), half(left.map(|left| left / 2))]
    }

    /// The clock was set since the pass started.
    pub fn is_clock_set(&self) -> bool {
        self.clock.as_ref().is_some_and(|(clock, start)| !start.runs_on_to(clock.moment()))
    }

    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Counts one record: true means done, false skipped. A record's own error does not stop the pass, but an
    /// unavailable database does, because the other records would fail too.
    pub fn count(&mut self, key: &str, outcome: Result<bool>) -> Result<()> {
        match outcome {
            Ok(true) => self.report.done += 1,
            Ok(false) => self.report.skipped += 1,
            Err(error @ Error::Unavailable(_)) => return Err(error),
            Err(error) => self.fail(key, error.to_string()),
        }
        Ok(())
    }

    pub fn fail(&mut self, key: &str, error: String) {
        self.report.failures += 1;
        if self.report.failed.len() < NAMED_FAILURES {
            self.report.failed.push(Failure { key: key.to_owned(), error });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_record_is_counted_and_an_unavailable_database_ends_the_pass() {
        let mut pass = Pass::new(Stop::new(watch::channel(false).1));
        pass.count("A", Ok(true)).unwrap();
        pass.count("B", Ok(false)).unwrap();
        for _ in 0..NAMED_FAILURES + 1 {
            pass.count("C", Err(Error::internal("unreadable"))).unwrap();
        }
        assert!(pass.count("D", Err(Error::Unavailable("disk full".into()))).is_err());
        let Report { done, skipped, failures, failed } = pass.report;
        assert_eq!((done, skipped, failures, failed.len()), (1, 1, NAMED_FAILURES as u64 + 1, NAMED_FAILURES));
        assert_eq!(failed[0], Failure { key: "C".into(), error: "internal: unreadable".into() });
    }
}
