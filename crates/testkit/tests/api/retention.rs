//! What is kept, until when, and how it is destroyed.

use std::sync::Arc;

use app::files::check_files;
use app::jobs::{Accepted, Pass, Run, Stop, find, run_trusting};
use app::retention::purge_due;
use domain::Refusal;
use domain::access::system;
use domain::retention::Kind;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use store::Error;
use store::retention::{Claim, DestroyedItem, InRun, destroy_versions};
use testkit::{Answer, Client, TestApp, ended_after, on_both_databases, on_sqlite};
use tokio::sync::watch;

use crate::api::requests::{Desk, document};

on_both_databases!(
    documents_are_destroyed_when_due_and_the_record_later,
    a_wrong_clock_destroys_nothing,
    the_first_run_compares_with_what_was_last_done,
    a_hold_keeps_everything_until_it_is_lifted,
    a_hold_that_comes_during_the_run_wins,
    a_purge_may_end_anywhere,
    the_owner_is_warned_once_per_day_of_destruction,
    a_shortened_retention_takes_a_second_administrator_and_a_week,
    a_replayed_journal_destroys_again,
);

on_sqlite!(
    a_document_store_that_fails_delays_only_the_bytes,
    one_unreadable_request_does_not_keep_others,
    an_open_request_is_never_touched,
    days_that_make_no_sense_are_refused,
);

pub const DAY: i64 = 86_400;

pub fn never() -> Stop {
    Stop::new(watch::channel(false).1)
}

/// Rejected documents for 30 days, documents for 60, records for 90.
pub async fn with_short_periods(app: &TestApp) {
    let set = "UPDATE entity_master SET reject_documents_purge_days = 30, document_purging_days = 60, \
               record_purge_required = true, record_purge_days = 90";
    app.run_sql_directly(set).await;
    assert!(purge(app).await.is_ok());
}

async fn purge(app: &TestApp) -> Run {
    app.run_job("purge").await
}

/// Days go by, with a run at the end of at most 20 of them.
pub async fn after_days(app: &TestApp, mut days: i64) -> Run {
    while days > 20 {
        app.clock.advance_seconds(20 * DAY);
        purge(app).await;
        days -= 20;
    }
    app.clock.advance_seconds(days * DAY);
    purge(app).await
}

/// A closed request: a rejected and a newer version of document 1, a version of document 2, and a file of document 2
/// that was never submitted.
pub async fn closed(app: &TestApp) -> String {
    let banker = Desk::staff(app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    meena.upload_and_submit(&txn, 2).await.expect(200);
    let checker = Desk::staff(app, "CHECKER1").await;
    checker.review(&txn, 1, "reject", json!({ "reasonCode": "UNREADABLE" })).await.expect(200);
    meena.upload_and_submit(&txn, 1).await.expect(200);
    meena.upload(&txn, 2, "better.png", crate::api::requests::png()).await.expect(200);
    banker.act(&txn, "cancel", json!({ "reason": "Withdrawn" })).await.expect(200);
    txn
}

/// The status of the content of each version of document 1.
async fn contents(app: &TestApp, txn: &str) -> Vec<u16> {
    let banker = Desk::staff(app, "BANKER1").await;
    let found = banker.find(txn).await.expect(200);
    let mut all = Vec::new();
    for version in document(&found, 1)["versions"].as_array().unwrap() {
        let query = format!("txnRefNo={txn}&documentNo=1&fileId={}", version["files"][0]["fileId"].as_str().unwrap());
        all.push(banker.get("document/content", &query).await.status.as_u16());
    }
    all
}

async fn purged(app: &TestApp) -> i64 {
    app.count("SELECT count(*) FROM purge_item").await
}

pub async fn check_audit(app: &TestApp) {
    assert!(app.app().store.verify_audit(&system::audit_reader()).await.unwrap().faults.is_empty());
}

async fn documents_are_destroyed_when_due_and_the_record_later(app: TestApp) {
    with_short_periods(&app).await;
    let txn = closed(&app).await;
    let stored = app.texts("SELECT storage_id FROM docrequest_file ORDER BY storage_id").await;
    assert_eq!((stored.len(), app.files_kept()), (4, 4));
    assert!(after_days(&app, 29).await.is_ok());
    assert_eq!((purged(&app).await, contents(&app, &txn).await), (0, vec![200, 200]));

    // The rejected version first.
    let run = after_days(&app, 2).await;
    assert!(run.is_ok(), "{run:?}");
    assert_eq!(contents(&app, &txn).await, [410, 200]);
    assert!(purge(&app).await.is_ok());
    assert_eq!(purged(&app).await, 1, "once");

    // Then everything else, and what was never submitted.
    assert!(after_days(&app, 30).await.is_ok());
    assert_eq!(contents(&app, &txn).await, [410, 410]);
    let banker = Desk::staff(&app, "BANKER1").await;
    let found = banker.find(&txn).await.expect(200);
    let version = &document(&found, 1)["versions"][1];
    let file = &version["files"][0];
    assert!(file["purgedOn"].is_string() && file["fileName"] == "" && file["sha256"].as_str().unwrap().len() == 64);
    let query = format!("txnRefNo={txn}&documentNo=1&fileId={}&page=1", file["fileId"].as_str().unwrap());
    assert_eq!(banker.get("document/preview", &query).await.expect(410).code(), "documentPurged");
    assert_eq!(banker.get("document/archive", &format!("txnRefNo={txn}")).await.expect(410).code(), "documentPurged");
    let keys =
        "SELECT count(*) FROM docrequest_file WHERE sealed_key IS NOT NULL OR storage_id <> '' OR file_name <> ''";
    assert_eq!(app.count(keys).await, 0);
    let left = std::fs::read_dir(app.folder.path().join("files")).unwrap().flatten();
    let left = left.map(|entry| entry.path()).filter(|path| path.is_dir());
    let is_journal = |path: &std::path::Path| path.file_name().unwrap().to_str().unwrap().starts_with("pu");
    for folder in left.filter(|path| !is_journal(path)) {
        assert!(std::fs::read_dir(&folder).unwrap().next().is_none(), "{}", folder.display());
    }
    let damaged = |damage: app::files::FileDamage| panic!("{}", damage.what);
    assert_eq!(check_files(&app.app().store, app.app().files.as_ref(), "2999", damaged).await.unwrap(), 0);
    for job in ["encrypt", "scan", "sweep-files", "verify", "share"] {
        assert!(app.run_job(job).await.is_ok(), "{job}");
    }
    let timeline = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(timeline.content().iter().filter(|entry| entry["action"] == "purge").count(), 2);

    // Then the record; the audit log stays.
    assert!(after_days(&app, 30).await.is_ok());
    Desk::staff(&app, "BANKER1").await.find(&txn).await.expect(404);
    for table in [
        "docrequest",
        "docrequest_party",
        "docrequest_document",
        "docrequest_version",
        "docrequest_file",
        "docrequest_review",
        "docrequest_remark",
        "docrequest_activity",
        "outbox",
        "notification",
        "docrequest_customer",
    ] {
        assert_eq!(app.count(&format!("SELECT count(*) FROM {table}")).await, 0, "{table}");
    }
    let figures = "SELECT count(*) FROM (SELECT metric, period, sum(n) AS n FROM docrequest_count GROUP BY metric, \
                   period) f WHERE f.n <> 0";
    assert_eq!(app.count(figures).await, 0);
    let kinds = app
        .texts(
            "SELECT kind || ' ' || coalesce(CAST(document_no AS TEXT), '-') || ' ' || \
                           coalesce(CAST(version_no AS TEXT), '-') FROM purge_item ORDER BY purged_on, item_no",
        )
        .await;
    assert_eq!(kinds, ["rejected 1 1", "documents 1 2", "documents 2 1", "documents 2 0", "records - -"]);
    assert!(app.count("SELECT count(*) FROM audit_log WHERE action = 'purge'").await == 3);
    check_audit(&app).await;
}

async fn a_wrong_clock_destroys_nothing(app: TestApp) {
    with_short_periods(&app).await;
    let txn = closed(&app).await;
    for jump in [400, -400, 31, -1] {
        app.clock.set_wrong(jump * DAY);
        let run = purge(&app).await;
        assert!(!run.is_ok() && run.error.as_ref().unwrap().contains("accept-clock"), "{jump}: {run:?}");
        assert!(!purge(&app).await.is_ok(), "the refused run does not vouch for the clock");
        assert_eq!(purged(&app).await, 0, "{jump}");
        app.clock.set_wrong(0);
    }
    assert!(purge(&app).await.is_ok());
    // A time zone that is wrong for a while moves the dates with it.
    for zone in ["Pacific/Kiritimati", "Etc/GMT+12", "Nowhere/AtAll"] {
        app.run_sql_directly(&format!(
            "UPDATE entity_master SET utc_time_zone = '{zone}', version_number = version_number + 1"
        ))
        .await;
        app.clock.advance_seconds(2);
        purge(&app).await;
        assert_eq!(purged(&app).await, 0);
    }
    app.clock.advance_seconds(400 * DAY);
    let job = find("purge").unwrap();
    let run = run_trusting(app.app(), job, &never(), Accepted { clock: true, amount: false }).await.unwrap();
    assert!(run.is_ok(), "{run:?}");
    Desk::staff(&app, "BANKER1").await.find(&txn).await.expect(404);
}

async fn the_first_run_compares_with_what_was_last_done(app: TestApp) {
    let set = "UPDATE entity_master SET reject_documents_purge_days = 3, document_purging_days = 3";
    app.run_sql_directly(set).await;
    closed(&app).await;
    // A process that starts with a wrong clock, and writes its wrong time itself.
    let clock = app.clock.clone();
    clock.set_wrong(400 * DAY);
    let app = app.restarted(clock.clone()).await;
    app.log_in("NGB", "ADMIN").await;
    assert!(!purge(&app).await.is_ok());
    assert_eq!(purged(&app).await, 0);
    clock.set_wrong(0);
    assert!(purge(&app).await.is_ok());
    clock.advance_seconds(5 * DAY);
    assert!(purge(&app).await.is_ok());
    assert_ne!(purged(&app).await, 0);
}

pub async fn hold(app: &TestApp, id: &str, column: &str, value: &str) {
    app.run_sql_directly(&format!(
        "INSERT INTO legal_hold (country_code, entity_code, tenant_code, hold_id, {column}, \
                                   reason, set_by, set_on) VALUES ('IN', 'NGB', 'RETAIL', '{id}', '{value}', 'Court', \
                                   'ADMIN', '2026-01-01')"
    ))
    .await;
}

pub async fn lift(app: &TestApp) {
    app.run_sql_directly("UPDATE legal_hold SET lifted_by = 'ADMIN', lifted_on = '2026-02-02'").await;
}

async fn a_hold_keeps_everything_until_it_is_lifted(app: TestApp) {
    with_short_periods(&app).await;
    let txn = closed(&app).await;
    hold(&app, "H1", "txn_ref_no", &txn).await;
    let run = after_days(&app, 100).await;
    assert_eq!((run.is_ok(), purged(&app).await), (true, 0), "{run:?}");
    lift(&app).await;
    hold(&app, "H2", "customer_reference", "CIF-1001").await;
    assert!(purge(&app).await.is_ok());
    assert_eq!((purged(&app).await, contents(&app, &txn).await), (0, vec![200, 200]));
    let kept = app.app().store.purge_runs(&system::requests("IN", "NGB")).await.unwrap();
    assert_eq!((kept[0].destroyed, kept[0].kept), (0, 3), "{kept:?}");
    lift(&app).await;
    assert!(purge(&app).await.is_ok());
    assert_eq!(purged(&app).await, 5);
    check_audit(&app).await;
}

/// The hold is set after the job has read the request.
async fn a_hold_that_comes_during_the_run_wins(app: TestApp) {
    with_short_periods(&app).await;
    let txn = closed(&app).await;
    let permit = system::requests("IN", "NGB");
    let store = &app.app().store;
    let zone = TimeZone::get("Asia/Kolkata").unwrap();
    let row = store.kept_request(&permit, &txn, &zone).await.unwrap().unwrap();
    let entity_version = store.retention_settings(&permit).await.unwrap().unwrap().entity_version;
    store.start_purge_run(&permit, "R", "2027-01-01", None).await.unwrap();
    let item = DestroyedItem {
        kind: Kind::Documents,
        document: Some(1),
        version: Some(2),
        title: "PAN".into(),
        sha256: "0".into(),
    };
    let destroy = |entity_version| {
        let run = InRun { run_id: "R", next_item: 1, now: "2027-01-01" };
        destroy_versions(&permit, Claim::Due { entity_version }, &row, std::slice::from_ref(&item), false, run)
    };
    hold(&app, "H1", "txn_ref_no", &txn).await;
    let refused = store.commit(&permit, destroy(entity_version)).await;
    assert!(matches!(refused, Err(Error::Refused(Refusal::Stale))), "{refused:?}");
    lift(&app).await;
    let refused = store.commit(&permit, destroy(entity_version + 1)).await;
    assert!(matches!(refused, Err(Error::Refused(Refusal::Stale))), "the settings changed: {refused:?}");
    assert_eq!((purged(&app).await, contents(&app, &txn).await), (0, vec![200, 200]));
    store.commit(&permit, destroy(entity_version)).await.unwrap();
    assert_eq!(contents(&app, &txn).await, [200, 410]);
}

/// Ends the job after one step, after two steps and so on, as a killed process does, until it comes to its end.
async fn a_purge_may_end_anywhere(app: TestApp) {
    with_short_periods(&app).await;
    let (first, second) = (closed(&app).await, closed(&app).await);
    app.clock.advance_seconds(100 * DAY);
    let yesterday = store::audit::days_before(&store::audit::stamp(ports::Clock::now(app.clock.as_ref())), 1);
    app.run_sql_directly(&format!("UPDATE purge_run SET started_on = '{yesterday}'")).await;
    let mut steps = 0;
    loop {
        steps += 1;
        let mut pass = Pass::new(never());
        let has_ended = ended_after(steps, purge_due(app.app(), &mut pass)).await;
        // A version that is not purged has its key and its bytes.
        let damaged = |damage: app::files::FileDamage| panic!("{}", damage.what);
        check_files(&app.app().store, app.app().files.as_ref(), "2999", damaged).await.unwrap();
        if let Some(ended) = has_ended {
            ended.unwrap();
            assert!(pass.report.failed.is_empty(), "{:?}", pass.report);
            break;
        }
    }
    assert!(steps > 1, "the job was ended at least once");
    let desk = Desk::staff(&app, "BANKER1").await;
    for txn in [first, second] {
        desk.find(&txn).await.expect(404);
    }
    assert_eq!(purged(&app).await, 10, "each once");
    assert_eq!(app.count("SELECT count(*) FROM purge_item WHERE journaled_on IS NULL").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM purge_run WHERE ended_on IS NULL").await, 0);
    check_audit(&app).await;
}

async fn the_owner_is_warned_once_per_day_of_destruction(app: TestApp) {
    with_short_periods(&app).await;
    let txn = closed(&app).await;
    let other = closed(&app).await;
    let warned = "SELECT count(*) FROM outbox WHERE event = 'PurgeAhead'";
    let mut days = Vec::new();
    for day in 0..91 {
        purge(&app).await;
        let before = days.len() as i64;
        let now = app.count(warned).await;
        days.extend(std::iter::repeat_n(day, usize::try_from(now - before).unwrap_or(0)));
        app.clock.advance_seconds(DAY);
        if app.count("SELECT count(*) FROM docrequest").await == 0 {
            break;
        }
    }
    // The rejected version is kept for 30 days, the documents for 60 and the record for 90. On day 60 two nights are
    // near.
    assert_eq!(days, [23, 29, 30, 53, 59, 60, 83, 89]);
    let mail =
        app.texts("SELECT subject || ' | ' || body FROM outbox WHERE event = 'PurgeAhead' ORDER BY created_on").await;
    assert!(mail[0].contains(&txn) && mail[0].contains(&other) && mail[0].contains("(+1)"), "{}", mail[0]);
    let bell = Desk::staff(&app, "BANKER1").await.get("notification", "").await.expect(200);
    assert_eq!(bell.content().iter().filter(|one| one["event"] == "PurgeAhead").count(), 8);
}

async fn a_document_store_that_fails_delays_only_the_bytes(app: TestApp) {
    with_short_periods(&app).await;
    let txn = closed(&app).await;
    let app = app.with_parts(|parts| parts.files = Arc::new(ports::NoFiles)).await;
    let run = after_days(&app, 61).await;
    assert!(!run.is_ok(), "{run:?}");
    assert_eq!(
        app.count("SELECT count(*) FROM docrequest_file WHERE sealed_key IS NOT NULL").await,
        0,
        "keys are gone"
    );
    assert_eq!(app.count("SELECT count(*) FROM docrequest_file WHERE storage_id <> ''").await, 4, "bytes are not");
    assert_eq!(contents(&app, &txn).await, [410, 410]);
    assert!(!after_days(&app, 30).await.is_ok());
    Desk::staff(&app, "BANKER1").await.find(&txn).await.expect(200);
    let app = app.with_parts(|_| {}).await;
    assert!(purge(&app).await.is_ok());
    Desk::staff(&app, "BANKER1").await.find(&txn).await.expect(404);
    assert_eq!(purged(&app).await, 5);
}

async fn one_unreadable_request_does_not_keep_others(app: TestApp) {
    with_short_periods(&app).await;
    let (bad, good) = (closed(&app).await, closed(&app).await);
    app.run_sql_directly(&format!("UPDATE docrequest SET closed_on = 'never' WHERE txn_ref_no = '{bad}'")).await;
    let run = after_days(&app, 100).await;
    assert!(run.report.failures > 0 && run.report.failed[0].key.contains(&bad), "{run:?}");
    let desk = Desk::staff(&app, "BANKER1").await;
    desk.find(&good).await.expect(404);
}

async fn an_open_request_is_never_touched(app: TestApp) {
    with_short_periods(&app).await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let checker = Desk::staff(&app, "CHECKER1").await;
    checker.review(&txn, 1, "reject", json!({ "reasonCode": "UNREADABLE" })).await.expect(200);
    assert!(after_days(&app, 200).await.is_ok());
    app.run_job("expire").await;
    assert!(after_days(&app, 200).await.is_ok());
    assert_eq!((purged(&app).await, contents(&app, &txn).await), (0, vec![200]));
    // The clock starts with the decision.
    let banker = Desk::staff(&app, "BANKER1").await;
    banker.act(&txn, "cancel", json!({ "reason": "No answer" })).await.expect(200);
    assert!(after_days(&app, 1).await.is_ok());
    assert_eq!(purged(&app).await, 1, "rejected long ago");
    assert!(after_days(&app, 100).await.is_ok());
    assert_eq!(purged(&app).await, 2);
}

fn resource(name: &str) -> &'static domain::master_data::Definition {
    domain::master_data::find(name).unwrap()
}

pub async fn change(admin: &Client, values: Value) -> Answer {
    let mut body = admin.operate(resource("master"), "F", &json!({})).await.expect(200).record().clone();
    body.as_object_mut().unwrap().extend(values.as_object().cloned().unwrap());
    admin.operate(resource("master"), "U", &body).await
}

async fn a_shortened_retention_takes_a_second_administrator_and_a_week(app: TestApp) {
    app.without_four_eyes().await;
    app.run_sql_directly(
        "UPDATE entity_master SET document_purging_days = 1000, reject_documents_purge_days = 0, \
                          record_purge_required = false",
    )
    .await;
    assert!(purge(&app).await.is_ok());
    let txn = closed(&app).await;
    assert!(after_days(&app, 100).await.is_ok());
    let admin = app.log_in("NGB", "ADMIN").await;
    let second = app.log_in("NGB", "ADMIN2").await;
    let answer = change(&admin, json!({ "documentPurgingDays": 60 })).await.expect(200);
    assert_eq!((&answer.json["status"], answer.fields()), (&json!("W"), vec!["documentPurgingDays"]));
    assert!(purge(&app).await.is_ok());
    assert_eq!(app.texts("SELECT purge_after FROM docrequest").await, [app.day(900)], "nothing changes yet");
    let proposals = second.get("admin", "admin/master/proposal", "").await.expect(200);
    let body = json!({ "proposalId": proposals.content()[0]["proposalId"], "action": "approve" });
    assert_eq!(
        admin.post("admin", "admin/master/proposal", Some("U"), &body).await.status.as_u16(),
        403,
        "not the same person"
    );
    second.post("admin", "admin/master/proposal", Some("U"), &body).await.expect(200);
    assert!(purge(&app).await.is_ok());
    assert_eq!((app.texts("SELECT purge_after FROM docrequest").await, purged(&app).await), (vec![app.day(7)], 0));
    assert!(after_days(&app, 7).await.is_ok());
    assert_eq!(purged(&app).await, 0);
    // A longer period applies at once and to everything.
    let admin = app.log_in("NGB", "ADMIN").await;
    assert_eq!(change(&admin, json!({ "documentPurgingDays": 110 })).await.expect(200).json["status"], "S");
    assert!(after_days(&app, 3).await.is_ok());
    assert_eq!((purged(&app).await, contents(&app, &txn).await), (0, vec![200, 200]));
    assert!(after_days(&app, 1).await.is_ok());
    assert_eq!(contents(&app, &txn).await, [410, 410]);
}

async fn days_that_make_no_sense_are_refused(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    for name in ["documentPurgingDays", "rejectDocumentsPurgeDays", "recordPurgeDays"] {
        for value in [json!(-1), json!(30.5), json!(1_000_000_000), json!(29), json!("many")] {
            let answer = change(&admin, json!({ name: value })).await.expect(422);
            assert_eq!(answer.fields(), [name], "{value}");
        }
    }
}

/// A restore brings the rows back; the journal beside the documents knows that they were destroyed.
async fn a_replayed_journal_destroys_again(app: TestApp) {
    with_short_periods(&app).await;
    let (txn, later) = (closed(&app).await, closed(&app).await);
    assert!(after_days(&app, 31).await.is_ok());
    assert_eq!(purged(&app).await, 2);
    // The rows as an older backup has them: not purged, held, and the request still open.
    app.run_sql_directly("UPDATE docrequest_version SET purged_on = NULL").await;
    app.run_sql_directly("UPDATE docrequest_file SET purged_on = NULL, file_name = 'old.png'").await;
    app.run_sql_directly("DELETE FROM purge_item").await;
    app.run_sql_directly("DELETE FROM purge_run").await;
    app.run_sql_directly("UPDATE docrequest SET closed_on = NULL").await;
    hold(&app, "H1", "txn_ref_no", &txn).await;
    let journal = app.app().journal.clone().unwrap();
    assert_eq!(app::retention::replay(app.app(), &[journal.as_ref()]).await.unwrap(), 2);
    assert_eq!((contents(&app, &txn).await, contents(&app, &later).await), (vec![410, 200], vec![410, 200]));
    assert_eq!(app::retention::replay(app.app(), &[journal.as_ref()]).await.unwrap(), 0, "once");
    assert_eq!(purged(&app).await, 2);
    check_audit(&app).await;
}
