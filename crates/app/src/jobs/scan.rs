use super::{Job, MINUTE, TimeUse};
use crate::documents;

pub const JOB: Job = Job {
    name: "scan",
    about: "scans files for malware that were not scanned when they were uploaded",
    every: MINUTE,
    every_in_demo: None,
    time_use: TimeUse::Independent,
    refused: None,
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(documents::scan_waiting(app, pass)),
};
