use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use domain::clock::Moment;
use jiff::Timestamp;
use jiff::civil::Date;

/// Whether the kernel says that its clock is kept right by a time service; `None` if that cannot be read.
pub type SynchronisedFuture<'a> = Pin<Box<dyn Future<Output = Option<bool>> + Send + 'a>>;
/// The time, `None` for a database without a clock of its own, or the reason why it could not be read.
pub type DatabaseTimeFuture<'a> = Pin<Box<dyn Future<Output = Result<Option<Timestamp>, String>> + Send + 'a>>;

/// The current time. Use cases read the clock; the domain receives the time as a parameter.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;

    /// A reading that goes on while the machine sleeps, and that setting the clock does not change.
    fn steady(&self) -> Duration;

    fn moment(&self) -> Moment {
        Moment { wall: self.now(), steady: self.steady() }
    }

    /// Today in the entity's time zone; an unknown zone counts as UTC.
    fn today(&self, time_zone: &str) -> Date {
        let zone = jiff::tz::TimeZone::get(time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
        self.now().to_zoned(zone).date()
    }

    /// The name of the machine.
    fn machine(&self) -> String {
        "machine".to_owned()
    }

    fn synchronised(&self) -> SynchronisedFuture<'_> {
        Box::pin(std::future::ready(None))
    }
}

/// The clock of the database.
pub trait DatabaseClock: Send + Sync {
    fn now(&self) -> DatabaseTimeFuture<'_>;
}
