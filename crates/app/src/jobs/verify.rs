use std::time::Duration;

use super::Job;
use crate::documents;

/// Each document is claimed individually, so all nodes may verify at the same time.
pub const JOB: Job = Job {
    name: "verify",
    about: "reads submitted documents and compares them with their rules",
    every: Duration::from_secs(15),
    every_in_demo: None,
    is_exclusive: false,
    wake_signal: Some(|app| app.live.verification_signal()),
    run: |app, pass| Box::pin(documents::verify_waiting(app, pass)),
};
