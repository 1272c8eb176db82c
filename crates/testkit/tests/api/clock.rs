//! A wrong clock: nothing is expired, sent, given up or destroyed by it, and everything goes on when it is right again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use app::clock_guard::{ClockGuard, confirm};
use app::jobs::{Run, find, run_manually};
use domain::clock::{TimeUse, Verdict};
use integrations::clock::StillClock;
use ports::{Clock, DatabaseClock, DatabaseTimeFuture, Letter, MailServer, Messenger, NotSent, SendFuture};
use serde_json::{Value, json};
use testkit::{Database, TestApp, on_both_databases, on_sqlite};

use crate::api::requests::{Desk, reference, request_input, with};
use crate::api::retention::{DAY, never};

on_both_databases!(
    a_year_ahead_for_a_minute_changes_nothing,
    three_weeks_off_are_caught_up_slowly,
    a_step_backward_stops_jobs,
    an_operator_confirms_the_clock,
    what_a_wrong_clock_put_off_is_sent_when_it_is_right,
    no_message_is_given_up_by_a_wrong_clock,
    what_a_process_writes_with_a_wrong_clock_does_not_vouch_for_it,
    a_second_process_does_not_trust_a_clock_that_the_server_doubts,
    what_was_missed_is_caught_up_within_one_limit,
    a_confirmation_does_not_end_the_slow_pace,
);

on_sqlite!(a_pass_ends_when_the_clock_is_set, administrators_see_that_the_clock_is_not_trusted);

/// What acts on time by itself.
const WAITING: [&str; 7] = ["expire", "remind", "notify", "compliance", "purge", "sweep", "sweep-files"];

fn minutes(count: i64) -> i64 {
    count * 60
}

/// A request that is sent now, with reminders every three days.
async fn sent(app: &TestApp, expires_after: i64) -> String {
    let settings = json!({
        "recurringReminderDays": 3, "reminderDaysBeforeExpiry": 0, "reminderOnExpiryDate": false,
        "notifyAllParties": true, "notifyAuthorisedParties": false, "statusChangeTo": "customer",
    });
    let body = with(with(request_input(), "send", json!(true)), "expiryDays", json!(expires_after));
    let body = with(with(body, "documentDueDate", app.day(1).into()), "notification", settings);
    reference(&Desk::staff(app, "BANKER1").await.save(&body).await.expect(200))
}

fn refused_for(run: &Run, what: &str) -> bool {
    run.error.as_ref().is_some_and(|error| error.contains(what) && error.contains("docz jobs accept-clock"))
}

async fn run_on(app: &app::App, name: &str) -> Run {
    run_manually(app, find(name).unwrap(), &never()).await.unwrap()
}

/// What a job might change.
async fn state(app: &TestApp) -> Vec<i64> {
    let mut all = Vec::new();
    for table in ["docrequest WHERE is_expired", "outbox", "customer_link", "docrequest_draft", "session", "purge_item"]
    {
        all.push(app.count(&format!("SELECT count(*) FROM {table}")).await);
    }
    all
}

async fn a_year_ahead_for_a_minute_changes_nothing(app: TestApp) {
    sent(&app, 30).await;
    assert!(app.run_job("deliver").await.is_ok());
    let before = state(&app).await;
    assert!(before[1] > 0 && before[2] > 0, "messages and links: {before:?}");
    app.clock.set_wrong(365 * DAY);
    for name in WAITING {
        let run = app.run_job(name).await;
        assert!(!run.is_ok() && refused_for(&run, "2027-11-15T06:00:00Z"), "{name}: {run:?}");
        assert!(run.error.as_ref().unwrap().contains("2026-11-15T06:00:00Z"), "both times: {run:?}");
    }
    for name in ["deliver", "share", "webhooks", "verify", "scan", "encrypt", "checkpoints"] {
        assert!(app.run_job(name).await.is_ok(), "{name} goes on");
    }
    assert_eq!(state(&app).await, before);
    app.clock.set_wrong(0);
    app.clock.advance_seconds(minutes(1));
    for name in WAITING {
        let run = app.run_job(name).await;
        assert!(run.is_ok(), "{name}: {run:?}");
    }
    assert_eq!(state(&app).await[0], before[0], "nothing has expired");
    let recorded = app.app().store.recorded_time().await.unwrap().unwrap();
    assert_eq!(recorded.newest, app.clock.now(), "the wrong time was not recorded");
}

async fn three_weeks_off_are_caught_up_slowly(app: TestApp) {
    let txn = sent(&app, 60).await;
    let reminders = async |app: &TestApp| {
        app.count(&format!("SELECT count(*) FROM outbox WHERE txn_ref_no = '{txn}' AND event LIKE 'Reminder%'")).await
    };
    let parties = app.count(&format!("SELECT count(*) FROM docrequest_party WHERE txn_ref_no = '{txn}'")).await;
    let clock = app.clock.clone();
    clock.advance_seconds(21 * DAY);
    let app = app.restarted(clock.clone()).await;
    assert!(refused_for(&app.run_job("remind").await, "15 more minutes"));
    clock.advance_seconds(minutes(14));
    assert!(refused_for(&app.run_job("expire").await, "1 more minutes"));
    clock.advance_seconds(minutes(1));
    for _ in 0..3 {
        assert!(app.run_job("remind").await.is_ok());
        clock.advance_seconds(minutes(1));
    }
    assert_eq!(reminders(&app).await, parties, "one for all that were missed");
    assert!(refused_for(&app.run_job("purge").await, "second night"));
    // A restart does not shorten the wait.
    clock.advance_seconds(3600);
    let app = app.restarted(clock.clone()).await;
    assert!(refused_for(&app.run_job("sweep").await, "second night"));
    assert!(app.run_job("remind").await.is_ok());
    clock.advance_seconds(DAY - 3600);
    assert!(app.run_job("purge").await.is_ok());
    assert!(app.run_job("remind").await.is_ok());
    assert_eq!(reminders(&app).await, parties, "the next ones are due after three days");
    clock.advance_seconds(2 * DAY);
    assert!(app.run_job("remind").await.is_ok());
    assert_eq!(reminders(&app).await, 2 * parties);
}

async fn a_step_backward_stops_jobs(app: TestApp) {
    assert!(app.run_job("expire").await.is_ok());
    app.clock.set_wrong(-minutes(4));
    assert!(app.run_job("expire").await.is_ok(), "a usual correction");
    app.clock.set_wrong(-minutes(20));
    assert!(!app.run_job("expire").await.is_ok());
    let clock = app.clock.clone();
    let app = app.restarted(clock.clone()).await;
    let run = app.run_job("expire").await;
    assert!(!run.is_ok() && refused_for(&run, "2026-11-15T05:40:00Z"), "{run:?}");
    clock.set_wrong(0);
    assert!(app.run_job("expire").await.is_ok());
}

async fn an_operator_confirms_the_clock(app: TestApp) {
    assert!(app.run_job("expire").await.is_ok());
    app.clock.set_wrong(9 * DAY);
    assert!(!app.run_job("expire").await.is_ok());
    let confirmed = confirm(&app.app().clock_guard).await.unwrap();
    match app.database {
        Database::Postgres => {
            let error = confirmed.unwrap_err();
            assert!(error.contains("2026-11-24") && error.contains("2026-11-15"), "one of them is wrong: {error}");
            assert!(!app.run_job("expire").await.is_ok());
        }
        Database::Sqlite => {
            assert!(confirmed.is_ok());
            assert!(app.run_job("expire").await.is_ok() && app.run_job("purge").await.is_ok());
            assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'accept-clock'").await, 2);
            app.clock.set_wrong(0);
            assert!(!app.run_job("expire").await.is_ok(), "confirmed was the other time");
        }
    }
}

/// A year ahead, a message was claimed, and its node died.
async fn what_a_wrong_clock_put_off_is_sent_when_it_is_right(app: TestApp) {
    let app = app.with_parts(|parts| parts.settings.demo = false).await;
    sent(&app, 30).await;
    app.run_sql_directly("UPDATE outbox SET next_try_on = '2027-11-15T06:00:30.000Z', tries = 1").await;
    assert_eq!(app.run_job("deliver").await.report.done, 0);
    app.clock.set_wrong(DAY);
    app.run_job("clock").await;
    app.clock.set_wrong(0);
    assert_eq!(app.run_job("deliver").await.report.done, 0, "a wrong clock moves nothing");
    assert!(app.run_job("clock").await.is_ok());
    assert!(app.run_job("deliver").await.report.done > 0);
}

/// The database is on the same machine, so that its clock is wrong together with that of every process.
struct SameMachine(Arc<StillClock>, Database);

impl DatabaseClock for SameMachine {
    fn now(&self) -> DatabaseTimeFuture<'_> {
        Box::pin(std::future::ready(Ok((self.1 == Database::Postgres).then(|| self.0.now()))))
    }
}

async fn a_second_process_does_not_trust_a_clock_that_the_server_doubts(app: TestApp) {
    let clock = app.clock.clone();
    let process = || {
        let database = Arc::new(SameMachine(clock.clone(), app.database));
        ClockGuard::with_database(app.app().store.clone(), clock.clone(), database)
    };
    let doubt = |verdict: &Verdict| verdict.doubt.as_ref().map(ToString::to_string).unwrap_or_default();
    let newest = async || app.app().store.recorded_time().await.unwrap().unwrap().newest;
    let server = process();
    assert_eq!(doubt(&server.note().await.unwrap()), "");
    let before = newest().await;
    clock.set_wrong(10 * 3600);
    // Before the server has noticed: a report records nothing.
    assert_eq!(doubt(&process().look().await.unwrap()), "");
    assert_eq!(newest().await, before);
    assert!(doubt(&server.note().await.unwrap()).contains("set while the server ran"));
    let second = process();
    let told = doubt(&second.judge().await.unwrap());
    assert!(told.contains("does not trust its own") && told.contains("2026-11-15T16:00:00Z"), "{told}");
    assert!(doubt(&second.note().await.unwrap()).contains("does not trust its own"));
    assert_eq!(newest().await, before, "nothing was recorded");
    clock.set_wrong(0);
    clock.advance_seconds(minutes(1));
    assert_eq!(doubt(&server.note().await.unwrap()), "", "it goes on, and nobody tells its doubt back");
    assert_eq!(doubt(&second.judge().await.unwrap()), "");
    assert_eq!(newest().await, clock.now());
    // A step backward.
    clock.set_wrong(-minutes(20));
    assert!(doubt(&server.note().await.unwrap()).contains("set while the server ran"));
    assert!(doubt(&process().judge().await.unwrap()).contains("before the newest recorded time"));
    // What an operator confirms is right for all.
    confirm(&server).await.unwrap().unwrap();
    assert_eq!(doubt(&process().judge().await.unwrap()), "");
}

async fn what_was_missed_is_caught_up_within_one_limit(app: TestApp) {
    for _ in 0..5 {
        sent(&app, 30).await;
    }
    assert!(app.run_job("remind").await.is_ok());
    app.clock.advance_seconds(3 * DAY);
    let remind = async |most: u64| {
        let mut pass = app::jobs::Pass::new(never());
        pass.most = Some(most);
        app::requests::send_reminders(app.app(), &mut pass).await.unwrap();
        pass.report.done
    };
    let reminders =
        async || app.count("SELECT count(DISTINCT txn_ref_no) FROM outbox WHERE event LIKE 'Reminder%'").await;
    assert_eq!((remind(3).await, reminders().await), (3, 3));
    assert_eq!((remind(1).await, reminders().await), (1, 4));
    assert_eq!((remind(200).await, reminders().await), (1, 5));
}

async fn a_confirmation_does_not_end_the_slow_pace(app: TestApp) {
    let clock = app.clock.clone();
    clock.advance_seconds(21 * DAY);
    let app = app.restarted(clock.clone()).await;
    let guard = app.app().clock_guard.clone();
    assert!(guard.judge().await.unwrap().doubt.is_some());
    confirm(&guard).await.unwrap().unwrap();
    for is_slow in [true, false] {
        let verdict = guard.judge().await.unwrap();
        assert_eq!((verdict.wait(TimeUse::Destroys), verdict.is_catching_up()), (None, is_slow));
        clock.advance_seconds(DAY);
    }
}

struct Busy;

impl Messenger for Busy {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, _: &'a Letter) -> SendFuture<'a> {
        Box::pin(std::future::ready(Err(NotSent::Later("451 try again".to_owned()))))
    }
}

async fn no_message_is_given_up_by_a_wrong_clock(app: TestApp) {
    let app = app.with_parts(|parts| parts.messenger = Arc::new(Busy)).await;
    sent(&app, 30).await;
    assert!(!app.run_job("deliver").await.is_ok());
    app.clock.set_wrong(365 * DAY);
    let due = "UPDATE outbox SET next_try_on = '2026-11-15T06:00:00.000Z' WHERE state = 'waiting'";
    app.run_sql_directly(due).await;
    assert!(!app.run_job("deliver").await.is_ok());
    let failed = "SELECT count(*) FROM outbox WHERE state = 'failed'";
    assert_eq!(app.count(failed).await, 0);
    app.clock.set_wrong(0);
    app.clock.advance_seconds(4 * DAY);
    app.run_sql_directly(due).await;
    assert!(!app.run_job("deliver").await.is_ok());
    assert!(app.count(failed).await > 0, "after three days of a right clock it is");
}

/// A database from before times were recorded: the audit log tells the newest one.
async fn what_a_process_writes_with_a_wrong_clock_does_not_vouch_for_it(app: TestApp) {
    app.run_sql_directly("DELETE FROM clock_record").await;
    let newest = app.app().store.newest_written().await.unwrap().unwrap();
    for start in 0..2 {
        let clock = Arc::new(StillClock::at(newest));
        clock.advance_seconds(400 * DAY);
        let node = app.node(&clock).await;
        assert!(refused_for(&run_on(&node, "purge").await, "long after the newest recorded time"));
        let late = jiff::Timestamp::to_string(&clock.now());
        app.run_sql_directly(&format!("UPDATE job SET ended_on = '{late}'")).await;
        app.run_sql_directly(&format!(
            "INSERT INTO job (country_code, entity_code, name, started_on) VALUES ('*', '*', 'late {start}', '{late}')"
        ))
        .await;
    }
}

async fn a_pass_ends_when_the_clock_is_set(app: TestApp) {
    let mut pass = app::jobs::Pass::new(never());
    pass.clock = Some((app.clock.clone(), app.clock.moment()));
    app.clock.advance_seconds(DAY);
    assert!(!pass.is_stopping());
    app.clock.set_wrong(minutes(6));
    assert!(pass.is_stopping() && pass.part().is_stopping());
    app.clock.set_wrong(0);
    pass.most = Some(2);
    pass.report.done = 2;
    assert!(pass.is_stopping(), "what was missed is caught up slowly");
}

async fn administrators_see_that_the_clock_is_not_trusted(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let shown = async || {
        let gaps = admin.get("app", "app/setup", "").await.expect(200).content().clone();
        gaps.into_iter().find(|gap| gap["gap"] == "clock").unwrap_or(Value::Null)
    };
    assert!(app.run_job("expire").await.is_ok());
    assert_eq!(shown().await, Value::Null);
    app.clock.set_wrong(minutes(10));
    assert!(!app.run_job("expire").await.is_ok());
    let notice = shown().await;
    assert_eq!((&notice["cause"], &notice["clock"]), (&json!("jump"), &json!("2026-11-15T06:10:00Z")));
    assert_eq!(notice["known"], "2026-11-15T06:00:00Z");
    app.clock.set_wrong(0);
    assert!(app.run_job("expire").await.is_ok());
    assert_eq!(shown().await, Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_whose_clocks_differ_do_not_act() {
    TestApp::run(Database::Postgres, |app| async move {
        let other = Arc::new(StillClock::at(app.clock.now()));
        let node = app.node(&other).await;
        let noted = async |node: &app::App| drop(node.clock_guard.note().await.unwrap());
        noted(&node).await;
        noted(app.app()).await;
        assert!(app.run_job("expire").await.is_ok() && run_on(&node, "expire").await.is_ok());
        // Each is near the database's clock, but they are far from each other.
        app.clock.set_wrong(minutes(3));
        other.set_wrong(-minutes(3));
        noted(&node).await;
        noted(app.app()).await;
        assert!(refused_for(&app.run_job("expire").await, "that of node"));
        assert!(refused_for(&run_on(&node, "expire").await, "that of node"));
        // A node that is gone does not count.
        app.clock.set_wrong(0);
        app.clock.advance_seconds(minutes(4));
        assert!(app.run_job("expire").await.is_ok());
        other.set_wrong(minutes(10));
        assert!(refused_for(&run_on(&node, "expire").await, "the database's"));
    })
    .await;
}

/// What another node has claimed stays its own, although it looks expired by a clock that is ahead.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_whose_clock_is_ahead_takes_no_claimed_message() {
    TestApp::run(Database::Postgres, |app| async move {
        sent(&app, 30).await;
        let claimed = "UPDATE outbox SET next_try_on = '2026-11-15T06:00:15.000Z', tries = 1";
        app.run_sql_directly(claimed).await;
        let other = Arc::new(StillClock::at(app.clock.now()));
        other.set_wrong(minutes(10));
        let node = app.node(&other).await;
        assert_eq!(run_on(&node, "deliver").await.report.done, 0);
        assert!(refused_for(&run_on(&node, "expire").await, "the database's"));
        other.advance_seconds(16);
        assert!(run_on(&node, "deliver").await.report.done > 0, "its claim has ended");
    })
    .await;
}

/// Prints how long the guard takes: `cargo test -p testkit --test product guard_takes -- --ignored --nocapture`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn the_guard_takes() {
    for database in [Database::Sqlite, Database::Postgres] {
        TestApp::run(database, |app| async move {
            let guard = &app.app().clock_guard;
            guard.judge().await.unwrap();
            let (started, count) = (Instant::now(), 1000);
            for _ in 0..count {
                assert!(guard.wait(TimeUse::Destroys).await.unwrap().is_none());
            }
            let each: Duration = started.elapsed() / count;
            println!("{database:?}: {each:?} for one look of the guard");
        })
        .await;
    }
}
