use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use ports::Clock;

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// A clock for tests that only moves when advanced.
pub struct StillClock(AtomicI64);

impl StillClock {
    pub fn at(time: Timestamp) -> StillClock {
        StillClock(AtomicI64::new(time.as_millisecond()))
    }

    pub fn advance_milliseconds(&self, milliseconds: i64) {
        self.0.fetch_add(milliseconds, Ordering::SeqCst);
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.advance_milliseconds(seconds * 1000);
    }
}

impl Clock for StillClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.0.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_clock_moves_only_when_advanced() {
        let clock = StillClock::at("2026-11-15T20:00:00Z".parse().unwrap());
        assert_eq!(clock.now(), clock.now());
        assert_eq!(clock.today("Asia/Kolkata").to_string(), "2026-11-16");
        clock.advance_seconds(60);
        assert_eq!(clock.now().to_string(), "2026-11-15T20:01:00Z");
        assert!((SystemClock.now().as_second() - Timestamp::now().as_second()).abs() <= 1);
    }
}
