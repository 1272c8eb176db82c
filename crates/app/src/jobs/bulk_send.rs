use super::{Job, LOOK_FOR_WORK, TimeUse};
use crate::requests;

/// Each job of a user is claimed individually, so all nodes may send at the same time.
pub const JOB: Job = Job {
    name: "bulk-send",
    about: "sends the requests that users send together",
    every: LOOK_FOR_WORK,
    every_in_demo: None,
    time_use: TimeUse::Independent,
    refused: None,
    is_exclusive: false,
    wake_signal: Some(|app| app.live.bulk_send_signal()),
    run: |app, pass| Box::pin(requests::send_waiting(app, pass)),
};
