use super::{Job, MINUTE, TimeUse};
use crate::files;

/// One node at a time; `docz backup` holds the lease too, because a backup needs the files that its records name.
pub const JOB: Job = Job {
    name: "encrypt",
    about: "encrypts documents that were stored before files were encrypted",
    every: MINUTE,
    every_in_demo: None,
    time_use: TimeUse::Independent,
    refused: None,
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(files::encrypt_plain(app, pass)),
};
