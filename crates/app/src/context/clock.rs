use domain::access::RequestAccess;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::{App, Result};

/// The current time in the entity's time zone.
#[derive(Debug, Clone)]
pub(crate) struct EntityClock {
    pub today: Date,
    pub now: String,
    pub zone: TimeZone,
    /// True when waiving a mandatory document needs two people.
    pub four_eyes: bool,
}

impl EntityClock {
    /// The entity's calendar day of a timestamp.
    pub fn day_of(&self, stamp: &str) -> Date {
        stamp.parse::<Timestamp>().map_or(self.today, |moment| moment.to_zoned(self.zone.clone()).date())
    }

    /// The start of a day in the entity's time zone.
    pub fn start_of_day(&self, day: Date) -> String {
        let start = day.to_zoned(self.zone.clone()).map_or(Timestamp::MIN, |start| start.timestamp());
        store::audit::stamp(start)
    }
}

pub(crate) async fn entity_clock<Kind>(app: &App, access: &RequestAccess<Kind>) -> Result<EntityClock> {
    let facts = app.entity_facts(access.permit().scope()).await?;
    let zone = TimeZone::get(&facts.time_zone).unwrap_or(TimeZone::UTC);
    let now = app.clock.now();
    Ok(EntityClock {
        today: now.to_zoned(zone.clone()).date(),
        now: store::audit::stamp(now),
        zone,
        four_eyes: facts.four_eyes,
    })
}
