//! Periodic maintenance: what one bad record, a full disk or a stop does to a job, and who runs it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use app::clock_guard::{ClockGuard, confirm};
use app::jobs::{Job, Run, Scheduler, Stop, TimeUse, find, run_manually};
use integrations::clock::SystemClock;
use ports::{Letter, MailServer, Messenger, SendFuture};
use serde_json::json;
use store::jobs::{JobLease, JobRun};
use testkit::{Database, PATIENCE, TestApp, on_both_databases, on_sqlite, until};
use tokio::sync::watch;

use crate::api::migrations::columns;
use crate::api::requests::{Desk, request_input, status, with};

on_both_databases!(
    one_unreadable_request_does_not_keep_others_from_expiring,
    requests_that_cannot_expire_do_not_hold_the_job_for_ever,
    messages_that_cannot_be_claimed_end_the_pass_and_go_out_later,
    messages_that_cannot_be_read_are_reported_and_others_go_out,
    a_stopped_server_leaves_no_message_leased,
    one_node_at_a_time_runs_a_job,
    a_due_time_or_lease_in_the_future_does_not_stop_a_job,
);

on_sqlite!(
    a_job_stops_between_two_records,
    a_message_of_an_unknown_channel_is_reported_and_others_go_out,
    a_job_that_panics_or_fails_leaves_the_others_running,
    a_scheduled_job_is_slow_while_missed_work_is_caught_up,
);

/// A request that expires after this number of days.
async fn ending(app: &TestApp, days: i64) -> String {
    let body = with(with(request_input(), "send", json!(true)), "expiryDays", json!(days));
    let body = with(body, "documentDueDate", app.day(1).into());
    let made = Desk::staff(app, "BANKER1").await.save(&body).await.expect(200);
    made.record()["txnRefNo"].as_str().unwrap().to_owned()
}

/// A pass that does not end is a failure, not a test that hangs.
async fn run_in_time(app: &TestApp, name: &str) -> Run {
    tokio::time::timeout(Duration::from_secs(120), app.run_job(name)).await.expect("the pass ends")
}

async fn one_unreadable_request_does_not_keep_others_from_expiring(app: TestApp) {
    let bad = ending(&app, 5).await;
    let good = ending(&app, 6).await;
    app.run_sql_directly(&format!("UPDATE docrequest SET details = '{{' WHERE txn_ref_no = '{bad}'")).await;
    app.clock.advance_seconds(8 * 86_400);
    let run = run_in_time(&app, "expire").await;
    assert_eq!((run.report.done, run.report.failures, run.is_ok()), (1, 1, false), "{run:?}");
    assert_eq!(run.report.failed[0].key, format!("IN/NGB/{bad}"));
    assert!(run.report.failed[0].error.contains("cannot be read"), "{run:?}");
    let banker = Desk::staff(&app, "BANKER1").await;
    assert_eq!(status(&banker.find(&good).await.expect(200)), "Expired");
    let row = app.app().store.job_rows().await.unwrap().into_iter().find(|row| row.name == "expire").unwrap();
    assert_eq!((row.done, row.failed, row.outcome.as_deref()), (1, 1, Some("failures")));
    assert!(row.detail.unwrap().contains(&bad), "an operator sees which one it is");
}

async fn requests_that_cannot_expire_do_not_hold_the_job_for_ever(app: TestApp) {
    let template = ending(&app, 5).await;
    let good = ending(&app, 6).await;
    let columns: Vec<String> = columns(&app, "docrequest").await.into_iter().filter(|name| name != "row_no").collect();
    let values: Vec<String> = columns
        .iter()
        .map(|column| match column.as_str() {
            "txn_ref_no" | "txn_id" => format!("t.{column} || v.column1"),
            // Decided already, but marked open by mistake.
            "decision" => "'approve'".to_owned(),
            _ => format!("t.{column}"),
        })
        .collect();
    let numbers = (100..220).map(|number| format!("('{number}')")).collect::<Vec<_>>().join(", ");
    let (columns, values) = (columns.join(", "), values.join(", "));
    app.run_sql_directly(&format!(
        "INSERT INTO docrequest ({columns}) SELECT {values} FROM docrequest t, (VALUES \
                                   {numbers}) v WHERE t.txn_ref_no = '{template}'"
    ))
    .await;
    app.clock.advance_seconds(8 * 86_400);
    let run = run_in_time(&app, "expire").await;
    assert_eq!((run.report.done, run.report.skipped, run.report.failures), (2, 120, 0), "{run:?}");
    assert_eq!(status(&Desk::staff(&app, "BANKER1").await.find(&good).await.expect(200)), "Expired");
}

async fn a_job_stops_between_two_records(app: TestApp) {
    ending(&app, 5).await;
    app.clock.advance_seconds(8 * 86_400);
    let stop = Stop::new(watch::channel(true).1);
    for name in ["expire", "deliver"] {
        let run = run_manually(app.app(), find(name).unwrap(), &stop).await.unwrap();
        assert!(run.report.is_empty() && run.is_ok(), "{run:?}");
    }
    assert_eq!(app.run_job("expire").await.report.done, 1);
}

/// Copies the waiting message until there is more than one page.
async fn copy_messages(app: &TestApp, copies: usize) {
    let columns: Vec<String> = columns(app, "outbox").await.into_iter().collect();
    let value = |column: &String| match column.as_str() {
        "message_id" => "t.message_id || v.column1".to_owned(),
        _ => format!("t.{column}"),
    };
    let values: Vec<String> = columns.iter().map(value).collect();
    let numbers = (0..copies).map(|number| format!("('.{number}')")).collect::<Vec<_>>().join(", ");
    let (columns, values) = (columns.join(", "), values.join(", "));
    app.run_sql_directly(&format!(
        "INSERT INTO outbox ({columns}) SELECT {values} FROM outbox t, (VALUES {numbers}) v"
    ))
    .await;
}

async fn messages_that_cannot_be_claimed_end_the_pass_and_go_out_later(app: TestApp) {
    Desk::staff(&app, "BANKER1").await.sent().await;
    copy_messages(&app, 70).await;
    let waiting = app.count("SELECT count(*) FROM outbox WHERE state = 'waiting'").await;
    let full = match app.database {
        Database::Sqlite => {
            "CREATE TRIGGER full_disk BEFORE UPDATE ON outbox BEGIN SELECT RAISE(ABORT, 'no room'); END"
        }
        Database::Postgres => {
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room' USING \
             ERRCODE = '53100'; END $$; CREATE TRIGGER full_disk BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE \
             FUNCTION full_disk()"
        }
    };
    app.run_sql_directly(full).await;
    let run = run_in_time(&app, "deliver").await;
    assert_eq!((run.report.done, run.is_ok()), (0, false), "{run:?}");
    match app.database {
        // A record's own error is counted; a database that is out of room ends the pass.
        Database::Sqlite => assert_eq!(run.report.failures, waiting as u64, "{run:?}"),
        Database::Postgres => assert!(run.error.as_ref().unwrap().contains("no room"), "{run:?}"),
    }
    let gone = match app.database {
        Database::Sqlite => "DROP TRIGGER full_disk",
        Database::Postgres => "DROP TRIGGER full_disk ON outbox",
    };
    app.run_sql_directly(gone).await;
    assert_eq!(run_in_time(&app, "deliver").await.report.done, waiting as u64);
}

async fn a_message_of_an_unknown_channel_is_reported_and_others_go_out(app: TestApp) {
    Desk::staff(&app, "BANKER1").await.sent().await;
    copy_messages(&app, 1).await;
    app.run_sql_directly("UPDATE outbox SET channel = 'Pigeon' WHERE message_id LIKE '%.0'").await;
    let run = app.run_job("deliver").await;
    // The other message, and the mail that tells the staff.
    assert_eq!((run.report.done, run.report.failures), (2, 1), "{run:?}");
    assert!(run.report.failed[0].key.ends_with(".0"), "{run:?}");
}

async fn messages_that_cannot_be_read_are_reported_and_others_go_out(app: TestApp) {
    Desk::staff(&app, "BANKER1").await.sent().await;
    let good = app.texts("SELECT message_id FROM outbox ORDER BY message_id").await.remove(0);
    app.run_sql_directly(&format!("DELETE FROM outbox WHERE message_id <> '{good}'")).await;
    copy_messages(&app, 70).await;
    // More than a page of them, and first in the queue.
    let damage = "UPDATE outbox SET party_seq_no = -1, next_try_on = '2000' WHERE message_id <>";
    app.run_sql_directly(&format!("{damage} '{good}'")).await;
    let run = run_in_time(&app, "deliver").await;
    assert_eq!((run.report.done, run.report.failures, run.is_ok()), (1, 70, false), "{run:?}");
    let failed = &run.report.failed[0];
    assert!(failed.key.starts_with(&format!("IN/NGB/{good}.")), "{run:?}");
    assert!(failed.error.contains("outbox") && failed.error.contains("party_seq_no"), "{run:?}");
    assert_eq!(app.count("SELECT count(*) FROM outbox WHERE state = 'waiting'").await, 70, "they wait to be repaired");
    app.run_sql_directly("UPDATE outbox SET party_seq_no = 1").await;
    assert_eq!(run_in_time(&app, "deliver").await.report.done, 70);
}

/// A messenger that never finishes sending.
struct Hanging(Arc<AtomicBool>);

impl Messenger for Hanging {
    fn send<'a>(&'a self, _: Option<&'a MailServer>, _: &'a Letter) -> SendFuture<'a> {
        self.0.store(true, Ordering::SeqCst);
        Box::pin(std::future::pending())
    }
}

async fn a_stopped_server_leaves_no_message_leased(app: TestApp) {
    let began = Arc::new(AtomicBool::new(false));
    let hanging = Arc::new(Hanging(began.clone()));
    Desk::staff(&app, "BANKER1").await.sent().await;
    let mailbox = app.mailbox.clone();
    let app = app.with_parts(|parts| parts.messenger = hanging).await;
    let scheduler = Scheduler::start(app.app());
    until("a message is being sent", PATIENCE, async || began.load(Ordering::SeqCst)).await;
    scheduler.stop().await;
    assert_eq!(app.count("SELECT count(*) FROM job WHERE lease_holder IS NOT NULL").await, 0);
    // The clock stands still: a remaining lease would hold the message back.
    let next = app.with_parts(|parts| parts.messenger = mailbox).await;
    assert_eq!(next.run_job("deliver").await.report.done, 1, "the next start delivers at once");
    assert_eq!(next.mailbox.letters().iter().filter(|(_, letter)| letter.to == "meena@example.com").count(), 1);
}

async fn one_node_at_a_time_runs_a_job(app: TestApp) {
    let (one, two) = (&app.app().store, app.second_store().await);
    let at = |minute: u32| format!("2026-11-15T06:{minute:02}:00.000Z");
    let take = async |store: &store::Store, holder: &str, minute: u32, is_scheduled: bool| {
        let (now, until, latest) = (at(minute), at(minute + 2), at(minute + 20));
        let latest_due = is_scheduled.then_some(&*latest);
        let lease = JobLease { holder, now: &now, until: &until, latest_end: &latest, latest_due };
        store.take_job("x", &lease).await.unwrap()
    };
    assert!(take(one, "A", 0, true).await);
    assert!(!take(&two, "B", 1, true).await && !take(&two, "B", 1, false).await, "A has it");
    assert!(take(&two, "B", 3, true).await, "A died and its lease ended");
    let run = JobRun {
        started_on: at(3),
        ended_on: at(4),
        outcome: "ok",
        done: 1,
        skipped: 0,
        failed: 0,
        detail: None,
        next_due: Some(at(10)),
    };
    one.end_job("x", Some("A"), &run).await.unwrap();
    assert!(!take(one, "A", 4, false).await, "A cannot end what B has");
    two.end_job("x", Some("B"), &run).await.unwrap();
    assert!(!take(one, "A", 9, true).await, "not due");
    assert!(take(one, "A", 9, false).await, "by hand at any time");
    one.release_jobs("A").await.unwrap();
    assert!(take(&two, "B", 10, true).await, "released, and due");
    // A wrong clock wrote times far ahead.
    app.run_sql_directly(
        "UPDATE job SET lease_until = '2027-11-15T06:00:00.000Z', next_due = '2027-11-15T06:00:00.000Z'",
    )
    .await;
    assert!(take(one, "A", 11, true).await, "neither lease nor due time counts");
    assert!(one.renew_job("x", "A", &at(20)).await.unwrap() && !two.renew_job("x", "B", &at(20)).await.unwrap());
}

const fn job(name: &'static str, run: app::jobs::RunPass) -> Job {
    let every = Duration::from_secs(3600);
    let time_use = TimeUse::Independent;
    Job {
        name,
        about: "",
        every,
        every_in_demo: None,
        time_use,
        refused: None,
        is_exclusive: true,
        wake_signal: None,
        run,
    }
}

static TEST_JOBS: &[Job] = &[
    job("panics", |_, _| Box::pin(async { panic!("on purpose") })),
    job("fails", |_, _| Box::pin(async { Err(store::Error::internal("on purpose")) })),
    job("works", |_, pass| {
        Box::pin(async {
            pass.report.done = 7;
            Ok(())
        })
    }),
];

async fn a_job_that_panics_or_fails_leaves_the_others_running(app: TestApp) {
    let scheduler = Scheduler::start_these(app.app(), TEST_JOBS);
    let mut ended = Vec::new();
    until("every job has run", PATIENCE, async || {
        ended = app.app().store.job_rows().await.unwrap();
        ended.iter().filter(|row| row.ended_on.is_some()).count() == TEST_JOBS.len()
    })
    .await;
    scheduler.stop().await;
    let shown: Vec<_> = ended.iter().map(|row| (row.name.as_str(), row.outcome.as_deref(), row.done)).collect();
    assert_eq!(shown, [("fails", Some("error"), 0), ("panics", Some("error"), 0), ("works", Some("ok"), 7)]);
    let next_due = |name: &str| ended.iter().find(|row| row.name == name).unwrap().next_due.clone();
    assert!(next_due("works").is_some() && next_due("fails").is_none(), "what failed is tried again soon");
}

static LATE_JOB: &[Job] = &[job("late", |_, pass| {
    Box::pin(async {
        pass.report.done = 7;
        Ok(())
    })
})];

/// What a clock that was a year ahead leaves behind.
async fn a_due_time_or_lease_in_the_future_does_not_stop_a_job(app: TestApp) {
    let far = "'2999-01-01T00:00:00.000Z'";
    app.run_sql_directly(&format!(
        "INSERT INTO job (country_code, entity_code, name, started_on, next_due, \
                                   lease_holder, lease_until) VALUES ('*', '*', 'late', {far}, {far}, \
                                   'gone', {far})"
    ))
    .await;
    let scheduler = Scheduler::start_these(app.app(), LATE_JOB);
    let ran = "SELECT count(*) FROM job WHERE name = 'late' AND done = 7";
    until("the job runs", PATIENCE, async || app.count(ran).await > 0).await;
    scheduler.stop().await;
    assert_eq!(app.count(&format!("SELECT count(*) FROM job WHERE next_due = {far}")).await, 0);
}

/// Reports what it may do at most.
static PACED_JOB: &[Job] = &[Job {
    time_use: TimeUse::Acts,
    ..job("paced", |_, pass| {
        Box::pin(async {
            pass.report.done = pass.most.unwrap_or(7);
            Ok(())
        })
    })
}];

async fn a_scheduled_job_is_slow_while_missed_work_is_caught_up(app: TestApp) {
    const DAY: i64 = 24 * 60 * 60;
    let clock = app.clock.clone();
    clock.advance_seconds(21 * DAY);
    let mut app = app.restarted(clock.clone()).await;
    confirm(&app.app().clock_guard).await.unwrap().unwrap();
    for most in [200, 7] {
        app = app.restarted(clock.clone()).await;
        let scheduler = Scheduler::start_these(app.app(), PACED_JOB);
        let ran = format!("SELECT count(*) FROM job WHERE name = 'paced' AND done = {most}");
        until("the job runs at this pace", PATIENCE, async || app.count(&ran).await > 0).await;
        scheduler.stop().await;
        app.run_sql_directly("DELETE FROM job WHERE name = 'paced'").await;
        clock.advance_seconds(DAY);
    }
}

static HANGING_JOB: &[Job] = &[job("takeover", |_, _| Box::pin(std::future::pending()))];
static NEXT_JOB: &[Job] = &[job("takeover", |_, pass| {
    Box::pin(async {
        pass.report.done = 7;
        Ok(())
    })
})];

/// Prints how long the work of a killed node waits:
/// `cargo test -p testkit --test product work_of_a_killed_node -- --ignored --nocapture`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement of half a minute"]
async fn the_work_of_a_killed_node_is_taken_over() {
    TestApp::run(Database::Postgres, |app| async move {
        let real_clock = |parts: &mut app::App| {
            parts.clock = Arc::new(SystemClock);
            parts.clock_guard = Arc::new(ClockGuard::new(parts.store.clone(), parts.clock.clone()));
        };
        let (began, mailbox) = (Arc::new(AtomicBool::new(false)), app.mailbox.clone());
        let hanging = Arc::new(Hanging(began.clone()));
        Desk::staff(&app, "BANKER1").await.sent().await;
        app.run_sql_directly("UPDATE outbox SET next_try_on = '2026-01-01T00:00:00.000Z'").await;
        let dying = app.with_parts(|parts| {
            real_clock(parts);
            parts.messenger = hanging;
        });
        let dying = dying.await;
        let nodes = [HANGING_JOB, app::jobs::ALL].map(|jobs| Scheduler::start_these(dying.app(), jobs));
        let is_held = "SELECT count(*) FROM job WHERE name = 'takeover' AND lease_holder IS NOT NULL";
        let is_working = async || began.load(Ordering::SeqCst) && dying.count(is_held).await > 0;
        until("both jobs hang", PATIENCE, is_working).await;
        // Time is the subject: a lease that has just been renewed lasts longest.
        tokio::time::sleep(Duration::from_secs(6)).await;
        // Dropped, not stopped: nothing is released.
        drop(nodes);
        let killed = std::time::Instant::now();
        let next = dying.with_parts(|parts| {
            real_clock(parts);
            parts.messenger = mailbox;
        });
        let next = next.await;
        let nodes = [NEXT_JOB, app::jobs::ALL].map(|jobs| Scheduler::start_these(next.app(), jobs));
        let (mut job, mut message) = (None, None);
        until("the job and the message are taken over", Duration::from_secs(30), async || {
            if job.is_none() && next.count("SELECT count(*) FROM job WHERE name = 'takeover' AND done = 7").await > 0 {
                job = Some(killed.elapsed());
            }
            if message.is_none() && next.count("SELECT count(*) FROM outbox WHERE state = 'waiting'").await == 0 {
                message = Some(killed.elapsed());
            }
            job.is_some() && message.is_some()
        })
        .await;
        println!("taken over: job after {job:?}, message after {message:?}");
        for node in nodes {
            node.stop().await;
        }
    })
    .await;
}
