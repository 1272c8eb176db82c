use domain::access::system;
use domain::clock::{TOLERANCE, second_night};
use jiff::Timestamp;
use serde_json::json;
use store::Batch;
use store::audit::Entry;

use super::ClockGuard;
use crate::{Error, Result};

/// The newest recorded time before, and the confirmed time.
#[derive(Debug, Clone, Copy)]
pub struct Confirmed {
    pub known: Option<Timestamp>,
    pub clock: Timestamp,
}

/// An operator confirms that this machine's clock is right. Refused while the database's clock shows another time: one
/// of the two is wrong, and has to be set.
pub async fn confirm(guard: &ClockGuard) -> Result<std::result::Result<Confirmed, String>> {
    let store = &guard.store;
    let clock = guard.clock.now();
    let database = guard.database.now().await.map_err(Error::Unavailable)?;
    if let Some(database) = database.filter(|database| clock.duration_since(*database).abs() > TOLERANCE) {
        let both = format!("this machine's clock shows {clock:.0}, the database's {database:.0}");
        return Ok(Err(format!("{both}: set the wrong one of them right")));
    }
    let known = store.recorded_time().await?.map(|recorded| recorded.newest);
    store.confirm_time(clock, Some(second_night(clock))).await?;
    for (country, entity) in store.all_entities(&system::public_names()).await? {
        let detail = json!({ "clock": clock.to_string(), "known": known.map(|known| known.to_string()) });
        let entry = Entry { action: "accept-clock", resource: "master", key: entity.clone(), detail };
        let permit = system::identity(&country, &entity, "system:operator");
        store.commit(&permit, Batch::audited(entry)).await?;
    }
    Ok(Ok(Confirmed { known, clock }))
}
