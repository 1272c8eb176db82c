use super::{Job, LOOK_FOR_WORK, TimeUse};
use crate::notifications;

/// Each message is claimed individually, so all nodes may deliver at the same time.
pub const JOB: Job = Job {
    name: "deliver",
    about: "sends the messages that wait in the outbox",
    every: LOOK_FOR_WORK,
    every_in_demo: None,
    time_use: TimeUse::GivesUp,
    refused: None,
    is_exclusive: false,
    wake_signal: Some(|app| app.live.delivery_signal()),
    run: |app, pass| Box::pin(notifications::deliver_waiting(app, pass)),
};
