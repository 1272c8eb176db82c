use super::{Job, MINUTE, TimeUse};
use crate::requests;

pub const JOB: Job = Job {
    name: "remind",
    about: "reminds parties of the documents that they owe",
    every: MINUTE,
    every_in_demo: None,
    time_use: TimeUse::Acts,
    refused: None,
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(requests::send_reminders(app, pass)),
};
