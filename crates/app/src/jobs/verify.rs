use super::{Job, LOOK_FOR_WORK, TimeUse};
use crate::documents;

/// Each document is claimed individually, so all nodes may verify at the same time.
pub const JOB: Job = Job {
    name: "verify",
    about: "reads submitted documents and compares them with their rules",
    every: LOOK_FOR_WORK,
    every_in_demo: None,
    time_use: TimeUse::Independent,
    refused: None,
    is_exclusive: false,
    wake_signal: Some(|app| app.live.verification_signal()),
    run: |app, pass| Box::pin(documents::verify_waiting(app, pass)),
};
