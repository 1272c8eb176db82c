use super::{Job, MINUTE, TimeUse};
use crate::clock_guard::keep_time;

/// Every node notes its own clock.
pub const JOB: Job = Job {
    name: "clock",
    about: "records the time while the clock is trusted, and makes due what a wrong clock put off",
    every: MINUTE,
    every_in_demo: None,
    time_use: TimeUse::Independent,
    refused: None,
    is_exclusive: false,
    wake_signal: None,
    run: |app, pass| Box::pin(async { keep_time(app, pass.is_clock_accepted).await.map(drop) }),
};
