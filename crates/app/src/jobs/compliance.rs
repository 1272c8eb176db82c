use super::{HOUR, Job, TimeUse};
use crate::requests;

pub const JOB: Job = Job {
    name: "compliance",
    about: "tells bankers of documents that have to be renewed",
    every: HOUR,
    every_in_demo: None,
    time_use: TimeUse::Acts,
    refused: None,
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(requests::tell_of_renewals(app, pass)),
};
