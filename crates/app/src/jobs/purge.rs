use super::{HOUR, Job, TimeUse};
use crate::retention;

pub const JOB: Job = Job {
    name: "purge",
    about: "warns of and destroys documents and records whose retention has ended, at night in each entity's time zone",
    every: HOUR,
    every_in_demo: None,
    time_use: TimeUse::Destroys,
    refused: Some(|app, wait, is_scheduled| Box::pin(retention::note_refusal(app, wait, is_scheduled))),
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(retention::purge_due(app, pass)),
};
