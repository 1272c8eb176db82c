use super::{Job, LOOK_FOR_WORK, TimeUse};
use crate::webhooks;

/// Each event is claimed individually, so all nodes may post at the same time.
pub const JOB: Job = Job {
    name: "webhooks",
    about: "posts the events that wait for external systems",
    every: LOOK_FOR_WORK,
    every_in_demo: None,
    time_use: TimeUse::GivesUp,
    refused: None,
    is_exclusive: false,
    wake_signal: Some(|app| app.live.webhook_signal()),
    run: |app, pass| Box::pin(webhooks::post_waiting(app, pass)),
};
