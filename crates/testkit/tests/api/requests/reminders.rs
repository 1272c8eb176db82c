//! Reminders: when they go out, to whom, and what staff do about them.

use app::jobs::{Pass, Stop};
use serde_json::{Value, json};
use testkit::{Database, TestApp, on_both_databases, on_sqlite};
use tokio::sync::watch;

use super::{Desk, edit, party, recipients, reference, request_input, with};

on_both_databases!(
    reminders_go_out_on_their_days_and_stop_when_everything_is_in,
    the_most_urgent_reminder_of_a_day_goes_out_alone,
    a_reminder_is_skipped_or_sent_now,
    an_inactive_user_is_not_reminded,
    one_unreadable_request_does_not_keep_others_from_being_reminded,
    reminders_sent_before_a_failure_are_in_the_report,
    two_nodes_send_one_reminder,
    due_requests_are_found_through_an_index,
    messages_say_who_what_and_until_when,
);

on_sqlite!(
    reminders_go_out_by_day_only,
    the_wizard_shows_the_reminders_of_a_request_that_is_not_saved,
    a_party_that_joins_later_has_its_own_days,
    a_new_document_causes_no_reminder_on_the_same_day,
);

const DAY: i64 = 24 * 3600;

pub(super) fn settings(every: i64, before: i64, on_expiry: bool) -> Value {
    json!({
        "recurringReminderDays": every, "reminderDaysBeforeExpiry": before, "reminderOnExpiryDate": on_expiry,
        "notifyAllParties": true, "notifyAuthorisedParties": false, "statusChangeTo": "customer",
    })
}

/// A request that is sent now and expires after some days.
async fn sent(app: &TestApp, days: i64, settings: Value) -> String {
    let body = with(with(request_input(), "send", json!(true)), "expiryDays", json!(days));
    let body = with(with(body, "documentDueDate", app.day(1).into()), "notification", settings);
    reference(&Desk::staff(app, "BANKER1").await.save(&body).await.expect(200))
}

async fn next_day(app: &TestApp, days: i64) {
    app.clock.advance_seconds(days * DAY);
    let run = app.run_job("remind").await;
    assert!(run.is_ok(), "{run:?}");
}

/// The reminders of a request that went out: party, event and day.
async fn reminded(app: &TestApp, txn: &str) -> Vec<String> {
    let sql = format!(
        "SELECT party_seq_no || ' ' || event || ' ' || substr(created_on, 1, 10) FROM outbox WHERE txn_ref_no = \
         '{txn}' AND event LIKE 'Reminder%' ORDER BY created_on, message_id"
    );
    app.texts(&sql).await
}

async fn planned(desk: &Desk, txn: &str) -> Vec<(i64, String, String)> {
    let found = desk.get("docrequest/reminders", &format!("txnRefNo={txn}")).await.expect(200);
    let text = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
    found
        .content()
        .iter()
        .map(|one| (one["partySeqNo"].as_i64().unwrap(), text(one, "kind"), text(one, "dueOn")))
        .collect()
}

async fn reminders_go_out_on_their_days_and_stop_when_everything_is_in(app: TestApp) {
    let txn = sent(&app, 30, settings(3, 3, true)).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let all: Vec<String> =
        planned(&banker, &txn).await.into_iter().map(|(_, kind, on)| format!("{kind} {on}")).collect();
    let days = [
        ("recurring", 3),
        ("recurring", 6),
        ("recurring", 9),
        ("recurring", 12),
        ("beforeExpiry", 27),
        ("onExpiry", 30),
    ];
    assert_eq!(all, days.map(|(kind, day)| format!("{kind} {}", app.day(day))));
    next_day(&app, 2).await;
    assert!(reminded(&app, &txn).await.is_empty());
    next_day(&app, 1).await;
    app.run_job("remind").await;
    assert_eq!(reminded(&app, &txn).await, [format!("1 Reminder {}", app.day(0))]);
    let id = format!("SELECT message_id FROM outbox WHERE txn_ref_no = '{txn}' AND event = 'Reminder'");
    assert_eq!(app.texts(&id).await, [format!("{txn}.reminder.1.{}.Email", app.day(0))]);
    let banker = Desk::staff(&app, "BANKER1").await;
    assert_eq!(planned(&banker, &txn).await[0].2, app.day(3));
    let timeline = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(
        (&timeline.content()[0]["action"], &timeline.content()[0]["bySide"]),
        (&json!("remind"), &json!("system"))
    );
    // The list names what is missing, and nothing else.
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    next_day(&app, 3).await;
    let text =
        format!("SELECT body FROM outbox WHERE txn_ref_no = '{txn}' AND event = 'Reminder' ORDER BY created_on DESC");
    let text = app.texts(&text).await.remove(0);
    assert!(text.contains("Aadhaar") && !text.contains("PAN card"), "{text}");
    // While the bank has to act, nobody is reminded; after a rejection, from the next day on.
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 2).await.expect(200);
    let count = reminded(&app, &txn).await.len();
    next_day(&app, 5).await;
    assert_eq!(reminded(&app, &txn).await.len(), count);
    let checker = Desk::staff(&app, "CHECKER1").await;
    checker.review(&txn, 2, "reject", json!({ "reasonCode": "UNREADABLE" })).await.expect(200);
    next_day(&app, 0).await;
    assert_eq!(reminded(&app, &txn).await.len(), count, "the rejection was told today");
    next_day(&app, 1).await;
    assert_eq!(reminded(&app, &txn).await.len(), count + 1);
    Desk::staff(&app, "BANKER1").await.act(&txn, "cancel", json!({ "reason": "No longer needed" })).await.expect(200);
    next_day(&app, 9).await;
    assert_eq!(reminded(&app, &txn).await.len(), count + 1);
}

async fn the_most_urgent_reminder_of_a_day_goes_out_alone(app: TestApp) {
    let txn = sent(&app, 4, settings(2, 2, true)).await;
    for _ in 0..6 {
        next_day(&app, 1).await;
        app.run_job("expire").await;
    }
    let days = [("ReminderBeforeExpiry", -4), ("ReminderOnExpiry", -2)];
    assert_eq!(reminded(&app, &txn).await, days.map(|(event, day)| format!("1 {event} {}", app.day(day))));
    let subject = format!("SELECT subject FROM outbox WHERE txn_ref_no = '{txn}' AND event = 'ReminderBeforeExpiry'");
    assert!(app.texts(&subject).await[0].contains("closes in 2 days"));
    assert_eq!(recipients(&app, &txn, "RequestExpired").await, ["meena@example.com"]);
}

async fn a_reminder_is_skipped_or_sent_now(app: TestApp) {
    let txn = sent(&app, 30, settings(3, 0, false)).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let change = |party: i64, action: &str| json!({ "txnRefNo": txn, "partySeqNo": party, "action": action });
    let skipped = banker.call("docrequest/reminders", "U", &change(1, "skip")).await.expect(200);
    assert_eq!(skipped.content()[0]["dueOn"], app.day(6));
    next_day(&app, 3).await;
    assert!(reminded(&app, &txn).await.is_empty());
    let banker = Desk::staff(&app, "BANKER1").await;
    let now = banker.call("docrequest/reminders", "U", &change(1, "now")).await.expect(200);
    assert_eq!(now.content()[0]["dueOn"], app.day(3), "counted from the reminder by hand");
    banker.call("docrequest/reminders", "U", &change(1, "now")).await.expect(409);
    assert_eq!(recipients(&app, &txn, "Reminder").await, ["meena@example.com"]);
    next_day(&app, 0).await;
    assert_eq!(recipients(&app, &txn, "Reminder").await.len(), 1, "one a day");
    let timeline = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let did: Vec<&str> = timeline.content().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert_eq!(did[..2], ["remind", "skipreminder"]);
    for (body, status) in [
        (change(9, "skip"), 404),
        (change(1, "later"), 422),
        (change(0, "skip"), 422),
        (json!({ "txnRefNo": txn, "action": "skip" }), 422),
        (json!({ "txnRefNo": txn, "partySeqNo": 1 }), 422),
        (json!({ "txnRefNo": "N000000000000", "partySeqNo": 1, "action": "skip" }), 404),
    ] {
        banker.call("docrequest/reminders", "U", &body).await.expect(status);
    }
    let viewer = Desk::staff(&app, "VIEWER").await;
    viewer.get("docrequest/reminders", &format!("txnRefNo={txn}")).await.expect(200);
    viewer.call("docrequest/reminders", "U", &change(1, "skip")).await.expect(403);
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.get("docrequest/reminders", &format!("txnRefNo={txn}")).await.expect(403);
    meena.upload_and_submit(&txn, 1).await.expect(200);
    meena.upload_and_submit(&txn, 2).await.expect(200);
    assert!(planned(&banker, &txn).await.is_empty());
    banker.call("docrequest/reminders", "U", &change(1, "skip")).await.expect(409);
}

async fn an_inactive_user_is_not_reminded(app: TestApp) {
    let txn = sent(&app, 30, settings(3, 0, false)).await;
    let status =
        |status: &str| format!("UPDATE customer_user SET status = '{status}' WHERE user_id = 'meena@example.com'");
    app.run_sql_directly(&status("Inactive")).await;
    next_day(&app, 3).await;
    next_day(&app, 1).await;
    assert!(reminded(&app, &txn).await.is_empty());
    let postponed = format!("SELECT remind_on FROM docrequest_reminder WHERE txn_ref_no = '{txn}'");
    assert_eq!(app.texts(&postponed).await, [app.day(1)], "looked at once a day");
    app.run_sql_directly(&status("Active")).await;
    next_day(&app, 1).await;
    assert_eq!(reminded(&app, &txn).await.len(), 1);
}

async fn one_unreadable_request_does_not_keep_others_from_being_reminded(app: TestApp) {
    let bad = sent(&app, 30, settings(2, 0, false)).await;
    let good = sent(&app, 30, settings(3, 0, false)).await;
    app.run_sql_directly(&format!("UPDATE docrequest SET details = '{{' WHERE txn_ref_no = '{bad}'")).await;
    app.clock.advance_seconds(3 * DAY);
    let run = app.run_job("remind").await;
    assert_eq!((run.report.failures, run.report.failed[0].key.clone()), (1, format!("IN/NGB/{bad}")), "{run:?}");
    assert_eq!(reminded(&app, &good).await.len(), 1);
    assert!(reminded(&app, &bad).await.is_empty());
}

async fn reminders_sent_before_a_failure_are_in_the_report(app: TestApp) {
    // The one with the earlier day is in the first half, the other in the second.
    let bad = sent(&app, 30, settings(2, 0, false)).await;
    let good = sent(&app, 30, settings(3, 0, false)).await;
    let fails = match app.database {
        Database::Sqlite => format!(
            "CREATE TRIGGER full_disk BEFORE INSERT ON outbox WHEN NEW.txn_ref_no = '{bad}' BEGIN SELECT RAISE(ABORT, \
             'no room'); END"
        ),
        Database::Postgres => format!(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room' USING \
             ERRCODE = '53100'; END $$; CREATE TRIGGER full_disk BEFORE INSERT ON outbox FOR EACH ROW WHEN \
             (NEW.txn_ref_no = '{bad}') EXECUTE FUNCTION full_disk()"
        ),
    };
    app.run_sql_directly(&fails).await;
    app.clock.advance_seconds(3 * DAY);
    let run = app.run_job("remind").await;
    assert_eq!(run.report.done, 1, "{run:?}");
    match app.database {
        // A trigger's error concerns the record.
        Database::Sqlite => assert_eq!((run.report.failures, &run.error), (1, &None), "{run:?}"),
        // An error of the database ends the pass.
        Database::Postgres => assert!(run.error.as_ref().unwrap().contains("no room"), "{run:?}"),
    }
    assert_eq!(reminded(&app, &good).await.len(), 1);
    assert!(reminded(&app, &bad).await.is_empty());
}

async fn two_nodes_send_one_reminder(app: TestApp) {
    let mut all = Vec::new();
    for _ in 0..8 {
        all.push(sent(&app, 30, settings(3, 0, false)).await);
    }
    app.clock.advance_seconds(3 * DAY);
    let mut other = app.app().clone();
    other.store = app.second_store().await;
    let run = async |app: &app::App| {
        let mut pass = Pass::new(Stop::new(watch::channel(false).1));
        app::requests::send_reminders(app, &mut pass).await.unwrap();
        assert_eq!(pass.report.failures, 0, "{:?}", pass.report);
    };
    tokio::join!(run(app.app()), run(&other));
    let banker = Desk::staff(&app, "BANKER1").await;
    for txn in all {
        assert_eq!(reminded(&app, &txn).await.len(), 1);
        let timeline = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
        let entries = timeline.content().iter().filter(|one| one["action"] == "remind");
        assert_eq!(entries.count(), 1);
    }
}

async fn due_requests_are_found_through_an_index(app: TestApp) {
    let all = [
        ("docrequest_reminder", "remind_on", "docrequest_reminder_by_day"),
        ("docrequest", "notify_on", "docrequest_by_notify"),
    ];
    for (table, column, index) in all {
        let sql = format!(
            "SELECT txn_ref_no FROM {table} WHERE country_code = 'IN' AND entity_code = 'NGB' AND {column} <= \
             '2026-11-15' ORDER BY {column}"
        );
        let plan = app.plan(&sql).await.join("\n");
        assert!(plan.contains(index), "{plan}");
    }
}

async fn reminders_go_out_by_day_only(app: TestApp) {
    let txn = sent(&app, 30, settings(3, 0, false)).await;
    // 11:30 in India; then 08:59, 19:00 and 18:59 of the third day.
    for (minutes, expected) in [(3 * 24 * 60 - 151, 0), (10 * 60 + 1, 0), (-1, 1)] {
        app.clock.advance_seconds(minutes * 60);
        app.run_job("remind").await;
        assert_eq!(reminded(&app, &txn).await.len(), expected, "{minutes}");
    }
}

async fn the_wizard_shows_the_reminders_of_a_request_that_is_not_saved(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let body = with(with(request_input(), "expiryDays", json!(8)), "documentDueDate", app.day(5).into());
    let body = with(body, "notification", settings(5, 2, true));
    let before = app.dump().await;
    let shown = banker.call("docrequest/reminders", "F", &body).await.expect(200);
    assert_eq!(app.dump().await, before, "a look changes nothing");
    let expected = [("recurring", 5), ("beforeExpiry", 6), ("onExpiry", 8)];
    let expected = expected.map(
        |(kind, day)| json!({ "partySeqNo": 1, "partyName": "Meena Krishnan", "kind": kind, "dueOn": app.day(day) }),
    );
    assert_eq!(json!(shown.content()), json!(expected));
    banker.call("docrequest/reminders", "F", &json!({ "customerName": "" })).await.expect(422);
    let txn = reference(&banker.save(&body).await.expect(200));
    assert!(planned(&banker, &txn).await.is_empty(), "it is not sent");
    let mut stored = banker.find(&txn).await.expect(200).record().clone();
    stored["notification"]["reminderOnExpiryDate"] = json!(false);
    let shown = banker.call("docrequest/reminders", "F", &stored).await.expect(200);
    assert_eq!(shown.content().len(), 2);
}

async fn a_party_that_joins_later_has_its_own_days(app: TestApp) {
    let txn = sent(&app, 30, settings(3, 0, false)).await;
    next_day(&app, 10).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let ravi = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
    banker.act(&txn, "addparty", json!({ "party": ravi })).await.expect(200);
    let next = planned(&banker, &txn).await.into_iter().find(|(party, ..)| *party == 2).unwrap();
    assert_eq!(next.2, app.day(3));
}

async fn a_new_document_causes_no_reminder_on_the_same_day(app: TestApp) {
    let txn = sent(&app, 30, settings(3, 0, false)).await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    meena.upload_and_submit(&txn, 2).await.expect(200);
    next_day(&app, 6).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    banker
        .act(&txn, "adddocument", json!({ "documentCode": "PASSPORT", "partySeqNo": 1, "mandatory": true }))
        .await
        .expect(200);
    assert_eq!(planned(&banker, &txn).await[0].2, app.day(1));
    next_day(&app, 0).await;
    assert!(reminded(&app, &txn).await.is_empty());
    edit(&banker, &txn, |body| body["notification"]["recurringReminderDays"] = json!(0)).await.expect(200);
    assert!(planned(&banker, &txn).await.is_empty());
}

/// The newest mail of an event to somebody: subject and text.
async fn mail(app: &TestApp, txn: &str, event: &str, to: &str) -> String {
    let sql = format!(
        "SELECT subject || ' // ' || body FROM outbox
         WHERE txn_ref_no = '{txn}' AND event = '{event}' AND recipient = '{to}'
         ORDER BY created_on DESC LIMIT 1"
    );
    app.texts(&sql).await.pop().unwrap_or_default()
}

async fn messages_say_who_what_and_until_when(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let body = with(with(request_input(), "send", json!(true)), "expiryDays", json!(9));
    let mut body = with(with(body, "documentDueDate", app.day(1).into()), "notification", settings(3, 0, false));
    body["parties"][0]["authorizeOtherPty"] = json!(true);
    body["parties"][0]["documents"][1]["mandatory"] = json!(false);
    let txn = reference(&banker.save(&body).await.expect(200));
    let meena = Desk::customer(&app, "meena@example.com").await;
    let mut ravi = party("Ravi", "ravi@example.com", "+919841030099", &[]);
    ravi["relationship"] = json!("SPOUSE");
    ravi["authLevel"] = json!(3);
    meena.act(&txn, "addparty", json!({ "party": ravi })).await.expect(200);
    let own = mail(&app, &txn, "RequestCreated", "meena@example.com").await;
    assert!(own.contains("documents needed from you") && own.contains("(Optional)"), "{own}");
    let for_her = mail(&app, &txn, "RequestCreated", "ravi@example.com").await;
    assert!(for_her.contains("documents needed for Meena Krishnan"), "{for_her}");
    // Reminders after the due date chase what is mandatory, and ask for no day that is over.
    next_day(&app, 3).await;
    let reminder = mail(&app, &txn, "Reminder", "meena@example.com").await;
    assert!(reminder.contains("- PAN") && !reminder.contains("Aadhaar"), "{reminder}");
    assert!(reminder.contains("The due date was") && !reminder.contains("Due by"), "{reminder}");
    // Once the mandatory document is there, nobody is chased for the optional one.
    let rest = mail(&app, &txn, "Reminder", "ravi@example.com").await;
    assert!(rest.contains("still needed for Meena Krishnan"), "{rest}");
    next_day(&app, 7).await;
    app.run_job("expire").await;
    let expired = mail(&app, &txn, "RequestExpired", "meena@example.com").await;
    assert!(expired.contains("- PAN") && !expired.contains("Aadhaar"), "{expired}");
}
