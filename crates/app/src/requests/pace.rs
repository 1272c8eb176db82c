//! How long requests take, stage by stage, and how long documents have waited for a review.

use domain::Refusal;
use domain::access::{RequestAccess, View};
use jiff::{Timestamp, ToSpan, Unit};
use serde_json::{Value, json};
use store::requests::{Closed, Pace, dashboard_scope};

use crate::context::entity_clock;
use crate::{App, Result};

/// Requests closed in this time are looked at.
const DAYS: i32 = 90;

/// The ages of waiting documents: from this number of days on, up to the next.
const AGES: [i64; 4] = [0, 2, 4, 8];

/// The newest closed requests of a tenant, over the caller's branches, and the documents that wait there.
pub async fn pace(app: &App, access: &RequestAccess<View>) -> Result<Value> {
    let clock = entity_clock(app, access).await?;
    let (tenant, branches) = dashboard_scope(access).ok_or(Refusal::NotAllowed("a dashboard is for the staff"))?;
    let first = clock.today.saturating_sub(DAYS.days()).to_zoned(clock.zone.clone()).map(|at| at.timestamp());
    let since = store::audit::stamp(first.unwrap_or(Timestamp::UNIX_EPOCH));
    let found = app.store.pace(access.permit(), tenant, branches, &since).await?;
    let ages = found.waiting.iter().map(|stamp| {
        let age = clock.today.since((Unit::Day, clock.day_of(stamp)));
        age.map_or(0, |age| i64::from(age.get_days()))
    });
    let mut waiting = [0_i64; AGES.len()];
    for age in ages {
        let bucket = AGES.iter().rposition(|from| age >= *from).unwrap_or(0);
        waiting[bucket] += 1;
    }
    let bucket =
        |at: usize| json!({ "from": AGES[at], "to": AGES.get(at + 1).map(|next| next - 1), "documents": waiting[at] });
    let approved = |one: &Closed| one.is_approved.then(|| hours(&one.created_on, &one.closed_on)).flatten();
    Ok(json!({
        "days": DAYS, "closed": found.closed.len(), "isOfNewest": found.closed.len() == Pace::MOST,
        "stages": stages(&found.closed),
        "medianHours": median(found.closed.iter().filter_map(approved)),
        "waiting": (0..AGES.len()).map(bucket).collect::<Vec<_>>(),
        "isOfFirst": found.waiting.len() == Pace::MOST,
    }))
}

/// How many requests came as far as each stage, and how many hours after the one before.
fn stages(closed: &[Closed]) -> Vec<Value> {
    let stage = |name: &str, reached: &dyn Fn(&Closed) -> Option<Option<f64>>| {
        let all: Vec<Option<f64>> = closed.iter().filter_map(reached).collect();
        json!({ "stage": name, "requests": all.len(), "medianHours": median(all.into_iter().flatten()) })
    };
    let sent = |one: &Closed| one.sent_on.as_ref().map(|sent| hours(&one.created_on, sent));
    let received = |one: &Closed| {
        let (received, sent) = (one.received_on.as_ref()?, one.sent_on.as_ref().unwrap_or(&one.created_on));
        Some(hours(sent, received))
    };
    let approved = |one: &Closed| {
        let before = one.received_on.as_ref().or(one.sent_on.as_ref()).unwrap_or(&one.created_on);
        one.is_approved.then(|| hours(before, &one.closed_on))
    };
    vec![
        stage("created", &|_| Some(None)),
        stage("sent", &sent),
        stage("received", &received),
        stage("approved", &approved),
    ]
}

/// Hours with their fraction; none if a timestamp is damaged.
fn hours(from: &str, to: &str) -> Option<f64> {
    let [from, to] = [from, to].map(|stamp| stamp.parse::<Timestamp>().ok());
    let seconds = to?.duration_since(from?).as_secs().max(0);
    Some(seconds as f64 / 3_600.0)
}

/// The middle value, with one decimal place.
fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let found = match values.len() {
        0 => return None,
        count if count % 2 == 0 => (values[middle - 1] + values[middle]) / 2.0,
        _ => values[middle],
    };
    Some((found * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::{Closed, median, stages};

    #[test]
    fn the_median_is_the_middle_or_between_the_two_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 10.0].into_iter()), Some(3.0));
        assert_eq!(median([4.0, 1.0, 2.06, 9.0].into_iter()), Some(3.0));
        assert_eq!(median(std::iter::empty()), None);
    }

    #[test]
    fn each_stage_counts_from_the_one_before() {
        let at = |day: u8| format!("2026-11-{day:02}T10:00:00.000Z");
        let one = |sent: Option<u8>, received: Option<u8>, closed: u8, is_approved| Closed {
            created_on: at(1),
            sent_on: sent.map(at),
            received_on: received.map(at),
            closed_on: at(closed),
            is_approved,
        };
        let all = [one(Some(2), Some(5), 6, true), one(Some(4), None, 9, false), one(None, None, 3, false)];
        let found = stages(&all);
        let shown = |at: usize| (found[at]["requests"].as_i64(), found[at]["medianHours"].as_f64());
        assert_eq!(shown(0), (Some(3), None));
        assert_eq!(shown(1), (Some(2), Some(48.0)));
        assert_eq!(shown(2), (Some(1), Some(72.0)));
        assert_eq!(shown(3), (Some(1), Some(24.0)));
    }
}
