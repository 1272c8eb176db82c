use std::time::Duration;

use super::Job;
use crate::requests;

/// Each message is claimed individually, so all nodes may deliver at the same time.
pub const JOB: Job = Job {
    name: "deliver",
    about: "sends the messages that wait in the outbox",
    every: Duration::from_secs(15),
    every_in_demo: None,
    is_exclusive: false,
    wake_signal: Some(|app| app.live.delivery_signal()),
    run: |app, pass| Box::pin(requests::deliver_waiting(app, pass)),
};
