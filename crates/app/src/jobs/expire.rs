use super::{Job, MINUTE, TimeUse};
use crate::requests;

pub const JOB: Job = Job {
    name: "expire",
    about: "ends requests whose last day has passed",
    every: MINUTE,
    every_in_demo: Some(std::time::Duration::from_secs(3)),
    time_use: TimeUse::Acts,
    refused: None,
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(requests::expire_overdue(app, pass)),
};
