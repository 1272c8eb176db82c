use super::{Job, LOOK_FOR_WORK, TimeUse};
use crate::documents;

/// Each document is claimed individually, so all nodes may copy at the same time.
pub const JOB: Job = Job {
    name: "share",
    about: "copies accepted documents to the entities' file-sharing services and drives",
    every: LOOK_FOR_WORK,
    every_in_demo: None,
    time_use: TimeUse::GivesUp,
    refused: None,
    is_exclusive: false,
    wake_signal: None,
    run: |app, pass| Box::pin(documents::share_waiting(app, pass)),
};
