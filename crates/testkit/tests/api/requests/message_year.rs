//! A year of one bank, day by day: the messages that go out are those of a plain re-implementation of the rules.

use std::collections::BTreeSet;

use serde_json::json;
use testkit::{TestApp, on_both_databases};

use super::reminders::settings;
use super::{Desk, reference, request_input, with};

on_both_databases!(a_year_of_messages_is_as_the_rules_say);

const DAYS: i64 = 365;
const MOST: usize = 6;
const CUSTOMER: &str = "meena@example.com";
const BANKER: &str = "banker1@northgate.example";
/// Who may review at the first level in the branch of the requests.
const CHECKERS: [&str; 2] = ["checker1@northgate.example", "checker2@northgate.example"];

/// What happens to a request, on days counted from the start of the year.
#[derive(Default)]
struct Script {
    sent: i64,
    /// Recurring, before the expiry, on the expiry day.
    settings: (i64, i64, bool),
    days: i64,
    submitted: Option<i64>,
    rejected: Option<i64>,
    extended: Option<(i64, i64)>,
    cancelled: Option<i64>,
}

fn scripts() -> Vec<Script> {
    vec![
        Script { sent: 0, settings: (3, 3, true), days: 30, ..Script::default() },
        Script { sent: 5, settings: (0, 0, false), days: 20, ..Script::default() },
        Script {
            sent: 9,
            settings: (7, 5, true),
            days: 60,
            submitted: Some(25),
            rejected: Some(40),
            ..Script::default()
        },
        Script { sent: 31, settings: (1, 2, true), days: 12, ..Script::default() },
        Script { sent: 44, settings: (10, 0, false), days: 90, cancelled: Some(70), ..Script::default() },
        Script { sent: 80, settings: (4, 4, false), days: 8, extended: Some((95, 110)), ..Script::default() },
        Script { sent: 100, settings: (0, 30, true), days: 31, ..Script::default() },
        Script { sent: 120, settings: (30, 1, true), days: 200, ..Script::default() },
        Script { sent: 150, settings: (2, 9, true), days: 9, ..Script::default() },
        Script { sent: 200, settings: (5, 5, true), days: 25, extended: Some((210, 240)), ..Script::default() },
        Script {
            sent: 250,
            settings: (3, 0, true),
            days: 40,
            submitted: Some(252),
            rejected: Some(290),
            ..Script::default()
        },
        Script { sent: 300, settings: (6, 6, true), days: 60, submitted: Some(330), ..Script::default() },
    ]
}

/// The rules of the specification, decided day by day.
struct Model {
    script: Script,
    expires: i64,
    is_owed: bool,
    /// The last day on which something new was asked: nobody is reminded of it on the same day.
    asked: i64,
    reminded: Vec<i64>,
}

impl Model {
    fn new(script: Script) -> Model {
        let expires = script.sent + script.days;
        Model { expires, is_owed: true, asked: script.sent, reminded: Vec::new(), script }
    }

    /// What happens before the bank opens, and who is told of it.
    fn morning(&mut self, today: i64) -> Vec<(&'static str, &'static str)> {
        let mut told = Vec::new();
        if self.script.sent == today {
            told.push(("RequestCreated", CUSTOMER));
        }
        if self.script.submitted == Some(today) {
            self.is_owed = false;
            told.extend(CHECKERS.map(|checker| ("ReviewWaiting", checker)));
            told.extend([CUSTOMER, BANKER].map(|person| ("AllDocumentsUploaded", person)));
        }
        if self.script.cancelled == Some(today) {
            self.is_owed = false;
            told.push(("RequestCancelled", CUSTOMER));
        }
        if self.script.rejected == Some(today) {
            (self.is_owed, self.asked) = (true, today);
            told.push(("DocumentRejected", CUSTOMER));
        }
        if let Some((_, until)) = self.script.extended.filter(|(day, _)| *day == today) {
            if today > self.expires {
                self.asked = today;
            }
            self.expires = until;
            told.push(("RequestExtended", CUSTOMER));
        }
        if self.is_owed && today == self.expires + 1 {
            told.push(("RequestExpired", CUSTOMER));
        }
        told
    }

    fn due(&mut self, today: i64) -> Option<&'static str> {
        let (every, before, on_expiry) = self.script.settings;
        if !self.is_owed || today <= self.asked || today > self.expires || self.reminded.len() >= MOST {
            return None;
        }
        let warning = self.expires - before;
        let is_warned = self.reminded.iter().any(|day| *day >= warning);
        let warns = before > 0 && warning > self.script.sent && !is_warned;
        let ahead = usize::from(on_expiry) + usize::from(warns && today < self.expires);
        let last = self.reminded.last().copied().unwrap_or(self.script.sent);
        let kind = if on_expiry && today == self.expires {
            "ReminderOnExpiry"
        } else if warns && today >= warning && today < self.expires {
            "ReminderBeforeExpiry"
        } else if every > 0 && today >= last + every && self.reminded.len() + ahead < MOST {
            "Reminder"
        } else {
            return None;
        };
        self.reminded.push(today);
        Some(kind)
    }
}

async fn a_year_of_messages_is_as_the_rules_say(app: TestApp) {
    // The demo's own requests are not part of this.
    app.run_sql_directly("DELETE FROM docrequest_reminder").await;
    app.run_sql_directly("UPDATE docrequest SET open_until = NULL").await;
    // The next day at 08:30 in India.
    app.clock.advance_seconds(21 * 3600);
    let mut models: Vec<Model> = scripts().into_iter().map(Model::new).collect();
    let mut numbers: Vec<String> = vec![String::new(); models.len()];
    let mut expected = BTreeSet::new();
    for today in 0..DAYS {
        for (at, model) in models.iter_mut().enumerate() {
            if model.script.sent == today {
                numbers[at] = send(&app, &model.script).await;
            }
            act(&app, &numbers[at], &model.script, today).await;
            let day = app.day(0);
            let told = model.morning(today).into_iter();
            expected.extend(told.map(|(event, person)| format!("{at} {event} {person} {day}")));
        }
        app.clock.advance_seconds(2 * 3600);
        for job in ["clock", "expire", "remind", "remind"] {
            let run = app.run_job(job).await;
            assert!(run.is_ok(), "{run:?}");
        }
        let day = app.day(0);
        for (at, model) in models.iter_mut().enumerate().filter(|(at, _)| !numbers[*at].is_empty()) {
            expected.extend(model.due(today).map(|kind| format!("{at} {kind} {CUSTOMER} {day}")));
        }
        // The next day at 08:30.
        app.clock.advance_seconds(22 * 3600);
    }
    let mut found = BTreeSet::new();
    for (at, txn) in numbers.iter().enumerate() {
        let sql = format!(
            "SELECT event || ' ' || recipient || ' ' || substr(created_on, 1, 10) FROM outbox WHERE txn_ref_no \
             = '{txn}'"
        );
        let went_out = app.texts(&sql).await;
        let reminders = went_out.iter().filter(|one| one.starts_with("Reminder")).count();
        assert!(reminders <= MOST, "{txn}: {went_out:?}");
        let before = found.len();
        found.extend(went_out.iter().map(|one| format!("{at} {one}")));
        assert_eq!(found.len() - before, went_out.len(), "none twice on a day: {went_out:?}");
    }
    let missing: Vec<&String> = expected.difference(&found).collect();
    let surplus: Vec<&String> = found.difference(&expected).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing {missing:#?}, surplus {surplus:#?}");
    assert!(found.len() > 75, "{}", found.len());
}

async fn send(app: &TestApp, script: &Script) -> String {
    let (every, before, on_expiry) = script.settings;
    let body = with(with(request_input(), "send", json!(true)), "expiryDays", json!(script.days));
    let body =
        with(with(body, "documentDueDate", app.day(1).into()), "notification", settings(every, before, on_expiry));
    reference(&Desk::staff(app, "BANKER1").await.save(&body).await.expect(200))
}

async fn act(app: &TestApp, txn: &str, script: &Script, today: i64) {
    if script.submitted == Some(today) {
        let meena = Desk::customer(app, "meena@example.com").await;
        meena.upload_and_submit(txn, 1).await.expect(200);
        meena.upload_and_submit(txn, 2).await.expect(200);
    }
    if script.rejected == Some(today) {
        let checker = Desk::staff(app, "CHECKER1").await;
        checker.review(txn, 1, "reject", json!({ "reasonCode": "UNREADABLE" })).await.expect(200);
    }
    if let Some((_, until)) = script.extended.filter(|(day, _)| *day == today) {
        let until = json!({ "expiresOn": app.day(until - today), "documentDueDate": app.day(1) });
        Desk::staff(app, "BANKER1").await.act(txn, "extend", until).await.expect(200);
    }
    if script.cancelled == Some(today) {
        Desk::staff(app, "BANKER1").await.act(txn, "cancel", json!({ "reason": "Withdrawn" })).await.expect(200);
    }
}
