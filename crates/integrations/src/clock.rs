use std::process::Stdio;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use ports::{Clock, SynchronisedFuture};
use rustix::time::{ClockId, clock_gettime};
use tokio::process::Command;

/// How long systemd may take to tell the state of the kernel's clock.
const MAX_ANSWER: Duration = Duration::from_secs(5);

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    fn steady(&self) -> Duration {
        Duration::try_from(clock_gettime(ClockId::Boottime)).unwrap_or_default()
    }

    fn machine(&self) -> String {
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        if name.trim().is_empty() { "machine".to_owned() } else { name.trim().to_owned() }
    }

    /// No safe interface reads `adjtimex`; systemd does it for us. Without systemd nothing is known.
    fn synchronised(&self) -> SynchronisedFuture<'_> {
        Box::pin(async {
            let mut ask = Command::new("timedatectl");
            ask.args(["show", "--property=NTPSynchronized", "--value"]);
            let answer = ask.stdin(Stdio::null()).kill_on_drop(true).output();
            let answer = tokio::time::timeout(MAX_ANSWER, answer).await.ok()?.ok()?;
            match answer.stdout.trim_ascii() {
                b"yes" => Some(true),
                b"no" => Some(false),
                _ => None,
            }
        })
    }
}

/// A clock for tests that only moves when advanced.
pub struct StillClock {
    start: i64,
    /// The true time.
    time: AtomicI64,
    /// How far the clock is ahead of it.
    wrong: AtomicI64,
}

impl StillClock {
    pub fn at(time: Timestamp) -> StillClock {
        let start = time.as_millisecond();
        StillClock { start, time: AtomicI64::new(start), wrong: AtomicI64::new(0) }
    }

    pub fn advance_milliseconds(&self, milliseconds: i64) {
        self.time.fetch_add(milliseconds, Ordering::SeqCst);
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.advance_milliseconds(seconds * 1000);
    }

    /// Sets the clock this far ahead of the true time; 0 makes it right again.
    pub fn set_wrong(&self, seconds: i64) {
        self.wrong.store(seconds * 1000, Ordering::SeqCst);
    }

    pub fn true_now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.time.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

impl Clock for StillClock {
    fn now(&self) -> Timestamp {
        let wrong = self.wrong.load(Ordering::SeqCst);
        Timestamp::from_millisecond(self.true_now().as_millisecond() + wrong).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// Starts far from zero, so that tests may go back.
    fn steady(&self) -> Duration {
        let passed = self.true_now().as_millisecond() - self.start;
        Duration::from_millis(u64::try_from(passed + (1 << 40)).unwrap_or_default())
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
        let before = clock.moment();
        clock.advance_seconds(60);
        assert_eq!(clock.now().to_string(), "2026-11-15T20:01:00Z");
        assert!(before.runs_on_to(clock.moment()));
        clock.set_wrong(3600);
        assert!(!before.runs_on_to(clock.moment()));
        assert_eq!(clock.true_now().to_string(), "2026-11-15T20:01:00Z");
    }

    #[test]
    fn the_machines_clock_runs_on() {
        let before = SystemClock.moment();
        assert!(before.runs_on_to(SystemClock.moment()) && before.steady > Duration::ZERO);
        assert!((SystemClock.now().as_second() - Timestamp::now().as_second()).abs() <= 1);
    }
}
