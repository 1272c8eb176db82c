//! What operators read of the guard: one line in the log for each change, and figures.

use std::time::Duration;

use domain::clock::Verdict;

/// How often the kernel is asked whether its clock is kept right.
const ASK_KERNEL: Duration = Duration::from_secs(3600);

/// What was told last, so that each change is logged once.
#[derive(Default)]
pub(super) struct Reported {
    doubt: Option<&'static str>,
    waits_for_night: bool,
    is_unsynchronised: bool,
    kernel_asked: Option<Duration>,
}

impl Reported {
    pub fn tell(&mut self, verdict: &Verdict) {
        let doubt = verdict.doubt.as_ref();
        metrics::gauge!("docz_clock_trusted").set(if doubt.is_none() { 1.0 } else { 0.0 });
        let difference = doubt.map_or(0.0, |doubt| doubt.difference().as_secs_f64());
        metrics::gauge!("docz_clock_difference_seconds").set(difference);
        let cause = doubt.map(|doubt| doubt.cause.code());
        if cause != self.doubt {
            match doubt {
                Some(doubt) => tracing::warn!(
                    cause, clock = %doubt.clock, known = %doubt.known,
                    "the clock is not trusted, and jobs that act on time wait: {doubt}; {}", super::NEXT_STEP
                ),
                None => tracing::info!(clock = %verdict.clock(), "the clock is trusted again"),
            }
            self.doubt = cause;
        }
        let waits_for_night = doubt.is_none() && verdict.waits_for_night();
        if let Some(until) = verdict.destroy_from.filter(|_| waits_for_night && !self.waits_for_night) {
            tracing::warn!(%until, "after a long gap nothing is destroyed before this time");
        }
        self.waits_for_night = waits_for_night;
    }

    /// True once an hour.
    pub fn asks_kernel(&mut self, now: Duration) -> bool {
        let is_due = self.kernel_asked.is_none_or(|last| now.saturating_sub(last) >= ASK_KERNEL);
        if is_due {
            self.kernel_asked = Some(now);
        }
        is_due
    }

    pub fn tell_synchronised(&mut self, is_synchronised: Option<bool>) {
        if let Some(is_synchronised) = is_synchronised {
            metrics::gauge!("docz_clock_synchronised").set(if is_synchronised { 1.0 } else { 0.0 });
        }
        let is_unsynchronised = is_synchronised == Some(false);
        if is_unsynchronised && !self.is_unsynchronised {
            tracing::warn!("no time service keeps this machine's clock right");
        }
        self.is_unsynchronised = is_unsynchronised;
    }
}
