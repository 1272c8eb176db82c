use jiff::Timestamp;
use jiff::civil::Date;

/// The current time. Use cases read the clock; the domain receives the time as a parameter.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;

    /// Today in the entity's time zone; an unknown zone counts as UTC.
    fn today(&self, time_zone: &str) -> Date {
        let zone = jiff::tz::TimeZone::get(time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
        self.now().to_zoned(zone).date()
    }
}
