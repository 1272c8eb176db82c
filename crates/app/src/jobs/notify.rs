use super::{Job, MINUTE, TimeUse};
use crate::requests;

pub const JOB: Job = Job {
    name: "notify",
    about: "tells parties of changed requests",
    every: MINUTE,
    every_in_demo: None,
    time_use: TimeUse::Acts,
    refused: None,
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(requests::notify_changes(app, pass)),
};
