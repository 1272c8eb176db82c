use std::time::Duration;

use super::Job;
use crate::webhooks;

/// Each event is claimed individually, so all nodes may post at the same time.
pub const JOB: Job = Job {
    name: "webhooks",
    about: "posts the events that wait for external systems",
    every: Duration::from_secs(15),
    every_in_demo: None,
    is_exclusive: false,
    wake_signal: Some(|app| app.live.webhook_signal()),
    run: |app, pass| Box::pin(webhooks::post_waiting(app, pass)),
};
