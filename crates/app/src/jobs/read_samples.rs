use super::{Job, LOOK_FOR_WORK, TimeUse};
use crate::documents;

/// Each sample is claimed individually, so all nodes may read at the same time.
pub const JOB: Job = Job {
    name: "read-samples",
    about: "reads the sample documents of verification rules",
    every: LOOK_FOR_WORK,
    every_in_demo: None,
    time_use: TimeUse::Independent,
    refused: None,
    is_exclusive: false,
    wake_signal: Some(|app| app.trials.sample_signal()),
    run: |app, pass| Box::pin(documents::read_samples(app, pass)),
};
