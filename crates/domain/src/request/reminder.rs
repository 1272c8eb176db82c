//! Which reminders a party gets, and on which days. Days are those of the entity's time zone.

use jiff::civil::Date;
use jiff::{ToSpan, Zoned};

use super::document::Document;
use super::event::ReminderKind;
use super::lifecycle::Request;
use super::notification::NotificationSettings;

/// The most reminders that a party is sent without being asked for by staff.
pub const MOST_REMINDERS: usize = 6;
/// Reminders go out from 09:00 to 19:00 of the entity's time zone.
const REMINDER_HOURS: std::ops::Range<i8> = 9..19;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reminder {
    pub on: Date,
    pub kind: ReminderKind,
}

/// What is known of a party for its reminders.
#[derive(Debug, Clone, Copy)]
pub struct ReminderHistory<'a> {
    /// The party that owes the documents: the party itself, or the one that authorised it.
    pub owner: u32,
    /// When the party was first asked for documents.
    pub asked_on: Date,
    pub reminded_on: &'a [Date],
    /// Reminders that staff left out.
    pub skipped_on: &'a [Date],
}

/// True when reminders may go out at this time of the entity.
pub fn is_reminder_time(now: &Zoned) -> bool {
    REMINDER_HOURS.contains(&now.hour())
}

/// The first day from which reminders are planned: today if one was planned for today or earlier and can still go out.
/// Otherwise tomorrow, so that no change causes a reminder on its own day.
pub fn first_reminder_day(now: &Zoned, planned: Option<Date>) -> Date {
    let today = now.date();
    let is_left = planned.is_some_and(|day| day <= today) && now.hour() < REMINDER_HOURS.end;
    if is_left { today } else { today.saturating_add(1.day()) }
}

/// The reminders of a party from a day on, in order, if nothing changes until then.
pub fn reminders(
    request: &Request,
    settings: &NotificationSettings,
    party: &ReminderHistory<'_>,
    from: Date,
) -> Vec<Reminder> {
    if !is_awaited(request, party.owner) {
        return Vec::new();
    }
    let mut past: Vec<Date> = party.reminded_on.iter().chain(party.skipped_on).copied().collect();
    let mut sent = party.reminded_on.len();
    let mut from = from;
    let mut plan = Vec::new();
    while sent < MOST_REMINDERS {
        let Some(next) = next(settings, request.expires_on, party.asked_on, &past, sent, from) else { break };
        plan.push(next);
        past.push(next.on);
        sent += 1;
        from = next.on.saturating_add(1.day());
    }
    plan
}

/// The party has to act: the request runs, not all required documents are in, and one of the party's documents is
/// missing that the bank has no claim or waiver to answer for. Optional documents are not chased, unless nothing else
/// was asked for.
fn is_awaited(request: &Request, owner: u32) -> bool {
    let is_any_required = request.documents.iter().any(|document| document.is_required);
    let is_missing = |document: &Document| {
        document.party == owner
            && (document.is_required || !is_any_required)
            && document.status.is_owed()
            && document.claim.is_none()
            && document.waiver.is_none()
    };
    request.decision.is_none()
        && request.check_open().is_ok()
        && !request.is_complete()
        && request.documents.iter().any(is_missing)
}

/// The next reminder; of several on one day the most urgent. Recurring reminders leave room for the two about the
/// expiry.
fn next(
    settings: &NotificationSettings,
    expires_on: Date,
    asked_on: Date,
    past: &[Date],
    sent: usize,
    from: Date,
) -> Option<Reminder> {
    let on_expiry = Some(expires_on)
        .filter(|day| settings.reminder_on_expiry_date && *day >= from && *day > asked_on && !past.contains(day));
    let before_expiry = some_days(settings.reminder_days_before_expiry)
        .map(|days| expires_on.saturating_sub(days))
        .filter(|day| *day > asked_on && past.iter().all(|past| past < day))
        // A missed reminder is sent late.
        .map(|day| day.max(from))
        .filter(|day| *day < expires_on);
    let reserved = usize::from(on_expiry.is_some()) + usize::from(before_expiry.is_some());
    let last = past.iter().copied().max().unwrap_or(asked_on).max(asked_on);
    let recurring = some_days(settings.recurring_reminder_days)
        .filter(|_| sent + reserved < MOST_REMINDERS)
        .map(|days| last.saturating_add(days).max(from))
        .filter(|day| *day <= expires_on);
    let by_urgency = [
        (on_expiry, ReminderKind::OnExpiry),
        (before_expiry, ReminderKind::BeforeExpiry),
        (recurring, ReminderKind::Recurring),
    ];
    let found = by_urgency.into_iter().filter_map(|(day, kind)| Some(Reminder { on: day?, kind }));
    found.min_by_key(|reminder| reminder.on)
}

/// 0 days switch a reminder off.
fn some_days(days: i64) -> Option<jiff::Span> {
    (days > 0).then(|| days.min(36_500).days())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::super::status::DocumentStatus;
    use super::*;

    const SENT: Date = date(2026, 11, 2);

    fn settings(every: i64, before: i64, on_expiry: bool) -> NotificationSettings {
        NotificationSettings {
            recurring_reminder_days: every,
            reminder_days_before_expiry: before,
            reminder_on_expiry_date: on_expiry,
            ..NotificationSettings::default()
        }
    }

    /// A request that was sent, with one missing document of party 1 and one of party 2.
    fn request(expires_on: Date) -> Request {
        let mut documents = vec![Document::new(1, 1, true), Document::new(2, 2, true)];
        documents.iter_mut().for_each(|document| document.status = DocumentStatus::Requested);
        Request { is_sent: true, ..Request::new(1, expires_on, documents) }
    }

    fn after(days: i64) -> Date {
        SENT.saturating_add(days.days())
    }

    /// Days after sending, and kinds.
    fn plan(
        settings: &NotificationSettings,
        days: i64,
        reminded: &[i64],
        skipped: &[i64],
        from: i64,
    ) -> Vec<(i64, &'static str)> {
        let reminded: Vec<Date> = reminded.iter().map(|day| after(*day)).collect();
        let skipped: Vec<Date> = skipped.iter().map(|day| after(*day)).collect();
        let party = ReminderHistory { owner: 1, asked_on: SENT, reminded_on: &reminded, skipped_on: &skipped };
        let found = reminders(&request(after(days)), settings, &party, after(from));
        found.iter().map(|one| (i64::from((one.on - SENT).get_days()), one.kind.name())).collect()
    }

    #[test]
    fn the_usual_settings_leave_room_for_the_reminders_about_the_expiry() {
        let usual = [
            (3, "recurring"),
            (6, "recurring"),
            (9, "recurring"),
            (12, "recurring"),
            (27, "beforeExpiry"),
            (30, "onExpiry"),
        ];
        assert_eq!(plan(&NotificationSettings::default(), 30, &[], &[], 1), usual);
        assert_eq!(plan(&settings(3, 0, false), 30, &[], &[], 1).len(), MOST_REMINDERS);
    }

    #[test]
    fn zero_days_switch_a_reminder_off() {
        assert_eq!(plan(&settings(0, 0, false), 30, &[], &[], 1), []);
        assert_eq!(plan(&settings(0, 2, false), 30, &[], &[], 1), [(28, "beforeExpiry")]);
        assert_eq!(plan(&settings(0, 0, true), 30, &[], &[], 1), [(30, "onExpiry")]);
        assert_eq!(
            plan(&settings(10, 0, false), 30, &[], &[], 1),
            [(10, "recurring"), (20, "recurring"), (30, "recurring")]
        );
    }

    #[test]
    fn one_reminder_a_day_of_the_most_urgent_kind() {
        let all = [(2, "recurring"), (4, "beforeExpiry"), (6, "onExpiry")];
        assert_eq!(plan(&settings(2, 2, true), 6, &[], &[], 1), all);
        // Today's is sent already.
        assert_eq!(plan(&settings(2, 2, true), 6, &[2], &[], 2), all[1..]);
    }

    #[test]
    fn recurring_reminders_count_from_the_last_one_even_if_it_was_sent_by_hand_or_skipped() {
        assert_eq!(plan(&settings(3, 0, false), 10, &[4], &[], 5), [(7, "recurring"), (10, "recurring")]);
        assert_eq!(plan(&settings(3, 0, false), 10, &[], &[3], 2), [(6, "recurring"), (9, "recurring")]);
        assert_eq!(plan(&settings(0, 3, true), 10, &[], &[7], 2), [(10, "onExpiry")]);
        assert_eq!(plan(&settings(0, 0, true), 10, &[], &[10], 2), []);
    }

    #[test]
    fn a_missed_reminder_is_made_up_for_once() {
        assert_eq!(
            plan(&settings(3, 0, false), 12, &[], &[], 5),
            [(5, "recurring"), (8, "recurring"), (11, "recurring")]
        );
        assert_eq!(plan(&settings(0, 3, true), 10, &[], &[], 9), [(9, "beforeExpiry"), (10, "onExpiry")]);
        assert_eq!(plan(&settings(0, 3, true), 10, &[8], &[], 9), [(10, "onExpiry")]);
        // Never due: the request was sent after that day.
        assert_eq!(plan(&settings(0, 3, false), 2, &[], &[], 1), []);
    }

    #[test]
    fn nobody_is_reminded_while_the_bank_has_to_act_or_after_the_end() {
        let party = ReminderHistory { owner: 1, asked_on: SENT, reminded_on: &[], skipped_on: &[] };
        let planned = |request: &Request| reminders(request, &NotificationSettings::default(), &party, after(1)).len();
        let open = request(after(30));
        assert_eq!(planned(&open), MOST_REMINDERS);
        let with = |change: fn(&mut Request)| {
            let mut request = open.clone();
            change(&mut request);
            planned(&request)
        };
        assert_eq!(with(|request| request.is_sent = false), 0);
        assert_eq!(with(|request| request.is_expired = true), 0);
        assert_eq!(with(|request| request.decision = Some(crate::request::Decision::Approved)), 0);
        assert_eq!(with(|request| request.documents[0].status = DocumentStatus::Uploaded), 0);
        assert_eq!(with(|request| request.documents[0].claim = Some(crate::request::Person::System)), 0);
        assert_eq!(with(|request| request.documents[0].waiver = Some(crate::request::Person::System)), 0);
        assert_eq!(with(|request| request.documents[0].status = DocumentStatus::Rejected), MOST_REMINDERS);
        // Optional documents alone do not keep the request waiting.
        assert_eq!(
            with(|request| {
                request.documents[0].is_required = false;
                request.documents[1].status = DocumentStatus::Uploaded;
            }),
            0
        );
    }

    #[test]
    fn a_reminder_goes_out_on_its_day_in_every_time_zone() {
        // With daylight saving, half an hour of it, a day that does not exist, and odd offsets.
        let zones = [
            "Asia/Kolkata",
            "Europe/London",
            "America/New_York",
            "Australia/Lord_Howe",
            "Pacific/Apia",
            "Asia/Kathmandu",
        ];
        for name in zones {
            let zone = jiff::tz::TimeZone::get(name).unwrap();
            for year in [2011, 2028] {
                let mut now = date(year, 1, 1).to_zoned(zone.clone()).unwrap();
                let mut quarters = std::collections::BTreeMap::new();
                while now.year() == year {
                    assert!(!is_reminder_time(&now) || (9..19).contains(&now.hour()));
                    *quarters.entry(now.date()).or_insert(0) += i32::from(is_reminder_time(&now));
                    let (today, tomorrow) = (now.date(), now.date().saturating_add(1.day()));
                    assert_eq!(first_reminder_day(&now, None), tomorrow);
                    assert_eq!(first_reminder_day(&now, Some(tomorrow)), tomorrow);
                    let is_over = now.hour() >= 19;
                    assert_eq!(first_reminder_day(&now, Some(today)), if is_over { tomorrow } else { today });
                    now = now.saturating_add(15.minutes());
                }
                assert!(quarters.len() >= 364 && quarters.values().all(|quarters| *quarters == 40), "{name} {year}");
            }
        }
    }

    /// Any settings, dates and histories, with leap days and the ends of years.
    #[test]
    fn every_plan_keeps_the_rules() {
        let mut seed = 20_261_117_u64;
        let mut random = |below: i64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from((seed >> 33) % u64::try_from(below).unwrap()).unwrap()
        };
        for _ in 0..2_000 {
            let asked_on = date(2027, 12, 1).saturating_add(random(500).days());
            let expires_on = asked_on.saturating_add(random(90).days());
            let settings = settings(random(12), random(12), random(2) == 1);
            let days = |count: i64, random: &mut dyn FnMut(i64) -> i64| -> Vec<Date> {
                (0..count).map(|_| asked_on.saturating_add((1 + random(60)).days())).collect()
            };
            let (many, few) = (random(8), random(3));
            let (reminded, skipped) = (days(many, &mut random), days(few, &mut random));
            let from = asked_on.saturating_add((1 + random(95)).days());
            let party = ReminderHistory { owner: 1, asked_on, reminded_on: &reminded, skipped_on: &skipped };
            let request = request(expires_on);
            let plan = reminders(&request, &settings, &party, from);
            assert!(plan.is_empty() || plan.len() + reminded.len() <= MOST_REMINDERS);
            assert!(plan.windows(2).all(|two| two[0].on < two[1].on), "one a day, in order: {plan:?}");
            for one in &plan {
                assert!(one.on >= from && one.on > asked_on && one.on <= expires_on, "{plan:?}");
                assert_eq!(
                    one.kind == ReminderKind::OnExpiry,
                    one.on == expires_on && settings.reminder_on_expiry_date
                );
            }
            // Decided day by day, the same reminders go out.
            let (mut sent, mut day) = (reminded.clone(), from);
            let mut went_out = Vec::new();
            while day <= expires_on {
                let party = ReminderHistory { reminded_on: &sent, ..party };
                let due = reminders(&request, &settings, &party, day).first().copied().filter(|one| one.on == day);
                if let Some(due) = due {
                    went_out.push(due);
                    sent.push(day);
                }
                day = day.saturating_add(1.day());
            }
            assert_eq!(went_out, plan, "{settings:?} {asked_on} {expires_on} {reminded:?} {skipped:?} {from}");
            // A clock that jumps back and forth sends none of them again.
            let party = ReminderHistory { reminded_on: &sent, ..party };
            let again = reminders(&request, &settings, &party, from);
            assert!(again.iter().all(|one| !sent.contains(&one.on)), "{again:?}");
        }
    }
}
