//! A wrong clock must not destroy anything early.

use jiff::{SignedDuration, Timestamp};

/// A run trusts a clock that went on by at most this since the last run.
const MAX_PAUSE: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A small correction backwards is usual.
const MAX_BACK: SignedDuration = SignedDuration::from_mins(10);
/// The most by which the clocks of database and machine may differ.
const MAX_DIFFERENCE: SignedDuration = SignedDuration::from_hours(1);

/// Three clocks: the one the run goes by, and those of the database and of the machine.
pub(super) struct Clocks {
    pub now: Timestamp,
    pub database: Timestamp,
    pub machine: Timestamp,
}

/// Why the clock is not trusted, given the time of the last run, or of the last entry in the audit log.
pub(super) fn doubt(clocks: &Clocks, last_run: Option<Timestamp>) -> Option<String> {
    let difference = clocks.machine.duration_since(clocks.database).abs();
    if difference > MAX_DIFFERENCE {
        return Some(format!("the clocks of the database and of this machine differ by {} s", difference.as_secs()));
    }
    let since = clocks.now.duration_since(last_run?);
    match () {
        () if since > MAX_PAUSE => Some(format!("the clock is {} days after the last run", since.as_hours() / 24)),
        () if since < -MAX_BACK => Some(format!("the clock is {} s before the last run", -since.as_secs())),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(days: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * (20_000 + days))
    }

    fn doubts(now: i64, database: i64, last_run: Option<i64>) -> bool {
        doubt(&Clocks { now: at(now), database: at(database), machine: at(0) }, last_run.map(at)).is_some()
    }

    #[test]
    fn jumps_and_different_clocks_are_not_trusted() {
        assert!(!doubts(1, 0, Some(0)) && !doubts(30, 0, Some(0)) && !doubts(0, 0, None));
        assert!(doubts(400, 0, Some(0)) && doubts(-400, 0, Some(0)) && doubts(31, 0, Some(0)));
        assert!(doubts(1, 1, Some(0)) && doubts(1, -1, Some(0)) && doubts(0, 1, None));
    }
}
