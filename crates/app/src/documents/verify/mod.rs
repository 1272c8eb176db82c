//! What is written in a file. `locate` reads it and finds the Aadhaar numbers, within a time limit;
//! `file_reading` is the result, and `readings` shares one reading among callers who wait for it.
//! `waiting` is the job: it reads versions with a rule, compares, and stores verdict and evidence.
//! `rule_samples` keeps files with which a rule is tried.
//! The rules themselves are in `domain::verification`.

pub(super) mod file_reading;
pub(super) mod locate;
pub(super) mod readings;
mod rule_samples;
mod waiting;

pub(super) use rule_samples::remove_old as remove_old_samples;
pub(crate) use rule_samples::sample_view;
pub use rule_samples::{add_sample, read_samples, remove_sample, samples};
pub use waiting::verify_waiting;
