use super::{Job, MINUTE};
use crate::requests;

pub const JOB: Job = Job {
    name: "expire",
    about: "ends requests whose last day has passed",
    every: MINUTE,
    every_in_demo: Some(std::time::Duration::from_secs(3)),
    is_exclusive: true,
    wake_signal: None,
    run: |app, pass| Box::pin(requests::expire_overdue(app, pass)),
};
