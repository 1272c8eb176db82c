use std::time::Duration;

use super::Job;
use crate::documents;

/// Each document is claimed individually, so all nodes may copy at the same time.
pub const JOB: Job = Job {
    name: "share",
    about: "copies accepted documents to the entities' file-sharing services and drives",
    every: Duration::from_secs(30),
    every_in_demo: None,
    is_exclusive: false,
    wake_signal: None,
    run: |app, pass| Box::pin(documents::share_waiting(app, pass)),
};
