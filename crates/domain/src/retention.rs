//! Until when documents and records are kept. Periods, a request and a day decide; nothing else does.

use jiff::Span;
use jiff::civil::Date;
use serde_json::{Map, Value};

use crate::named_enum::named_enum;

named_enum! {
    /// What is destroyed together, and after which period.
    pub enum Kind {
        Rejected = "rejected",
        Documents = "documents",
        Records = "records",
    }
}

/// A shortened period takes effect after this many days.
pub const NOTICE_DAYS: i64 = 7;

/// A longer period that was replaced: what it kept stays until a day after the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierPeriod {
    /// 0 means for ever.
    pub days: u32,
    pub until: Date,
}

/// How long one kind is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Period {
    /// 0 means for ever.
    pub days: u32,
    pub earlier: Vec<EarlierPeriod>,
}

impl Period {
    /// The last day on which something is kept that counts from `from`; `None` means for ever.
    pub fn last_day(&self, from: Date) -> Option<Date> {
        let own = days_after(from, self.days)?;
        let earlier =
            self.earlier.iter().map(|old| days_after(from, old.days).map_or(old.until, |day| day.min(old.until)));
        Some(earlier.fold(own, Date::max))
    }
}

/// `None` for 0 days, and for a day after the end of the calendar.
fn days_after(from: Date, days: u32) -> Option<Date> {
    if days == 0 { None } else { from.checked_add(Span::new().try_days(days).ok()?).ok() }
}

/// The periods of an entity.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Periods {
    pub rejected: Period,
    pub documents: Period,
    /// 0 days unless the entity wants records destroyed.
    pub records: Period,
}

impl Periods {
    /// Equal for equal periods; stored beside the dates that were computed with them.
    pub fn fingerprint(&self) -> String {
        let period = |period: &Period| {
            let earlier = period.earlier.iter().map(|old| format!("+{}<{}", old.days, old.until)).collect::<String>();
            format!("{}{earlier}", period.days)
        };
        [&self.rejected, &self.documents, &self.records].map(period).join(" ")
    }
}

/// The part of a request that its dates depend on. Days are those of the entity's time zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRequest {
    /// `None` while the request is open; an expired request that nobody decided is open too.
    pub closed_on: Option<Date>,
    pub versions: Vec<KeptVersion>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptVersion {
    pub document: u32,
    pub version: u32,
    /// The day of its rejection, if it was rejected.
    pub rejected_on: Option<Date>,
    pub is_purged: bool,
}

/// The last days on which the parts of a request are kept; `None` means for ever.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dates {
    /// In the order of the request's versions.
    pub versions: Vec<(Kind, Option<Date>)>,
    pub documents: Option<Date>,
    pub records: Option<Date>,
}

/// The dates of a request. An open one has none.
pub fn dates(periods: &Periods, request: &KeptRequest) -> Dates {
    let kind = |version: &KeptVersion| match version.rejected_on {
        Some(_) => Kind::Rejected,
        None => Kind::Documents,
    };
    let Some(closed_on) = request.closed_on else {
        return Dates {
            versions: request.versions.iter().map(|version| (kind(version), None)).collect(),
            ..Dates::default()
        };
    };
    let documents = periods.documents.last_day(closed_on);
    let version_date = |version: &KeptVersion| {
        let rejected = version.rejected_on.and_then(|day| periods.rejected.last_day(day));
        // Not before the day of closing, and not after the other documents of the request.
        let rejected = rejected.map(|day| day.max(closed_on));
        [rejected, documents].into_iter().flatten().min()
    };
    let records = periods.records.last_day(closed_on).zip(documents).map(|(record, documents)| record.max(documents));
    let versions = request.versions.iter().map(|version| (kind(version), version_date(version))).collect();
    Dates { versions, documents, records }
}

/// What may be destroyed on a day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Due {
    /// Versions as (document, version, kind).
    pub versions: Vec<(u32, u32, Kind)>,
    /// All other files of the request: those that were never submitted.
    pub documents: bool,
    /// Only after all documents are destroyed.
    pub records: bool,
}

/// What may be destroyed today. A hold keeps everything.
pub fn due(periods: &Periods, request: &KeptRequest, is_held: bool, today: Date) -> Due {
    if is_held || request.closed_on.is_none() {
        return Due::default();
    }
    let dates = dates(periods, request);
    let is_over = |last_day: Option<Date>| last_day.is_some_and(|day| day < today);
    let versions = request.versions.iter().zip(&dates.versions);
    let versions = versions.filter(|(version, (_, last_day))| !version.is_purged && is_over(*last_day));
    Due {
        versions: versions.map(|(version, (kind, _))| (version.document, version.version, *kind)).collect(),
        documents: is_over(dates.documents),
        records: is_over(dates.records) && request.versions.iter().all(|version| version.is_purged),
    }
}

/// Days of retention in a record of the Entity Master; 0 means for ever.
pub fn days_in(record: &Map<String, Value>, kind: Kind) -> u32 {
    let days =
        |name: &str| record.get(name).and_then(Value::as_u64).and_then(|days| u32::try_from(days).ok()).unwrap_or(0);
    match kind {
        Kind::Rejected => days("rejectDocumentsPurgeDays"),
        Kind::Documents => days("documentPurgingDays"),
        Kind::Records if record.get("recordPurgeRequired") == Some(&Value::Bool(true)) => days("recordPurgeDays"),
        Kind::Records => 0,
    }
}

/// The periods that a change of the Entity Master shortens, with the days before and after.
pub fn shortened(before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<(Kind, u32, u32)> {
    let changes = Kind::ALL.map(|kind| (kind, days_in(before, kind), days_in(after, kind)));
    changes.into_iter().filter(|(_, old, new)| *new != 0 && (*old == 0 || new < old)).collect()
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    const CLOSED: Date = Date::constant(2026, 3, 10);

    fn period(days: u32) -> Period {
        Period { days, earlier: Vec::new() }
    }

    fn periods(rejected: u32, documents: u32, records: u32) -> Periods {
        Periods { rejected: period(rejected), documents: period(documents), records: period(records) }
    }

    fn day(days: i64) -> Date {
        CLOSED.saturating_add(days.days())
    }

    fn version(version: u32, rejected_on: Option<Date>) -> KeptVersion {
        KeptVersion { document: 1, version, rejected_on, is_purged: false }
    }

    fn closed(versions: Vec<KeptVersion>) -> KeptRequest {
        KeptRequest { closed_on: Some(CLOSED), versions }
    }

    #[test]
    fn each_kind_has_its_own_period() {
        let request = closed(vec![version(1, Some(day(-5))), version(2, None)]);
        let dates = dates(&periods(30, 365, 2555), &request);
        assert_eq!(dates.versions, [(Kind::Rejected, Some(day(25))), (Kind::Documents, Some(day(365)))]);
        assert_eq!((dates.documents, dates.records), (Some(day(365)), Some(day(2555))));
    }

    #[test]
    fn the_last_day_is_a_day_of_keeping() {
        let request = closed(vec![version(1, None)]);
        let due_on = |today| due(&periods(0, 30, 0), &request, false, today);
        assert_eq!(due_on(day(30)), Due::default());
        assert_eq!(due_on(day(31)).versions, [(1, 1, Kind::Documents)]);
        assert_eq!(due(&periods(0, 30, 0), &request, true, day(31)), Due::default(), "held");
    }

    #[test]
    fn a_rejected_version_goes_with_the_documents_at_the_latest_and_with_the_closing_at_the_earliest() {
        let of = |rejected, documents, on| {
            dates(&periods(rejected, documents, 0), &closed(vec![version(1, Some(on))])).versions[0].1
        };
        assert_eq!(of(365, 30, day(-1)), Some(day(30)));
        assert_eq!(of(30, 365, day(-100)), Some(CLOSED));
        assert_eq!(of(0, 365, day(-1)), Some(day(365)));
        assert_eq!(of(30, 0, day(-1)), Some(day(29)));
        assert_eq!(of(0, 0, day(-1)), None);
    }

    #[test]
    fn a_record_outlives_its_documents() {
        let request = closed(vec![version(1, None)]);
        assert_eq!(dates(&periods(0, 100, 30), &request).records, Some(day(100)));
        assert_eq!(dates(&periods(0, 0, 30), &request).records, None);
        let purged = closed(vec![KeptVersion { is_purged: true, ..version(1, None) }]);
        assert!(!due(&periods(0, 30, 40), &request, false, day(50)).records);
        assert!(due(&periods(0, 30, 40), &purged, false, day(50)).records);
    }

    #[test]
    fn a_shortened_period_waits_a_week_and_a_longer_one_applies_at_once() {
        let until = day(107);
        let now = |days| Period { days: 30, earlier: vec![EarlierPeriod { days, until }] };
        assert_eq!(now(365).last_day(CLOSED), Some(until), "over by the new period, kept by the old one");
        assert_eq!(now(0).last_day(CLOSED), Some(until));
        assert_eq!(now(60).last_day(CLOSED), Some(day(60)), "it was due anyway");
        assert_eq!(now(365).last_day(day(100)), Some(day(130)), "closed lately");
        let longer = Period { days: 400, earlier: vec![EarlierPeriod { days: 365, until }] };
        assert_eq!(longer.last_day(CLOSED), Some(day(400)));
        assert_eq!(period(u32::MAX).last_day(CLOSED), None, "after the end of the calendar");
    }

    #[test]
    fn shortened_periods_are_found() {
        let entity = |documents: u32, is_required: bool, records: u32| {
            let record = json!({ "documentPurgingDays": documents, "rejectDocumentsPurgeDays": 365,
                "recordPurgeRequired": is_required, "recordPurgeDays": records });
            record.as_object().cloned().unwrap_or_default()
        };
        let before = entity(1825, true, 2555);
        assert_eq!(shortened(&before, &before), []);
        assert_eq!(shortened(&before, &entity(30, true, 2555)), [(Kind::Documents, 1825, 30)]);
        assert_eq!(shortened(&entity(0, true, 2555), &entity(9999, true, 2555)), [(Kind::Documents, 0, 9999)]);
        assert_eq!(shortened(&entity(0, false, 40), &entity(0, true, 40)), [(Kind::Records, 0, 40)]);
        assert_eq!(shortened(&before, &entity(0, false, 30)), []);
    }

    fn some_period() -> impl Strategy<Value = Period> {
        let days = || prop_oneof![Just(0u32), 1..4000u32];
        let earlier = (days(), -100..4000i64).prop_map(|(days, until)| EarlierPeriod { days, until: day(until) });
        (days(), prop::collection::vec(earlier, 0..3)).prop_map(|(days, earlier)| Period { days, earlier })
    }

    fn some_request() -> impl Strategy<Value = KeptRequest> {
        let version = (1..4u32, 1..4u32, prop::option::of(-900..900i64), any::<bool>());
        let version = version.prop_map(|(document, version, rejected, is_purged)| KeptVersion {
            document,
            version,
            rejected_on: rejected.map(day),
            is_purged,
        });
        (any::<bool>(), prop::collection::vec(version, 0..6))
            .prop_map(|(is_closed, versions)| KeptRequest { closed_on: is_closed.then_some(CLOSED), versions })
    }

    proptest! {
        #[test]
        fn nothing_is_due_early_twice_or_under_a_hold(
            rejected in some_period(), documents in some_period(), records in some_period(),
            request in some_request(), is_held: bool, today in -200..9000i64,
        ) {
            let periods = Periods { rejected, documents, records };
            let today = day(today);
            let found = due(&periods, &request, is_held, today);
            if is_held || request.closed_on.is_none() {
                prop_assert_eq!(&found, &Due::default());
            }
            for (document, number, kind) in &found.versions {
                let is_it = |version: &&KeptVersion| version.document == *document && version.version == *number;
                let is_over = request.versions.iter().filter(is_it).any(|version| {
                    let from = [Some(CLOSED), version.rejected_on.filter(|_| *kind == Kind::Rejected)];
                    let days = [periods.documents.days, periods.rejected.days];
                    let mut ends = from.into_iter().zip(days).filter_map(|(from, days)| days_after(from?, days));
                    !version.is_purged && ends.any(|end| end < today) && CLOSED < today
                });
                prop_assert!(is_over, "{} of {} on {}", number, document, today);
            }
            if found.records {
                prop_assert!(found.documents && request.versions.iter().all(|version| version.is_purged));
                prop_assert!(days_after(CLOSED, periods.records.days).is_some_and(|end| end < today));
            }
        }

        #[test]
        fn a_due_document_stays_due(
            rejected in some_period(), documents in some_period(), records in some_period(),
            request in some_request(), today in -200..9000i64, later in 0..900i64,
        ) {
            let periods = Periods { rejected, documents, records };
            let due_on = |at| due(&periods, &request, false, day(at));
            let (now, then) = (due_on(today), due_on(today + later));
            prop_assert!(now.versions.iter().all(|one| then.versions.contains(one)));
            prop_assert!(then.records || !now.records);
        }

        #[test]
        fn a_longer_period_never_shortens(
            request in some_request(), short in 1..4000u32, more in 1..4000u32, other in 0..4000u32,
        ) {
            let (before, after) = (periods(short, short, other), periods(short + more, short + more, other));
            let (before, after) = (dates(&before, &request), dates(&after, &request));
            for ((_, old), (_, new)) in before.versions.iter().zip(&after.versions) {
                prop_assert!(new.is_none() || old <= new);
            }
            prop_assert!(before.documents <= after.documents && before.records <= after.records);
        }
    }
}
