use jiff::Timestamp;
use jiff::civil::Date;

/// What time it is. Only use cases ask; the domain is told.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;

    /// Today where the entity is; an unknown zone counts as UTC.
    fn today(&self, time_zone: &str) -> Date {
        let zone = jiff::tz::TimeZone::get(time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
        self.now().to_zoned(zone).date()
    }
}
