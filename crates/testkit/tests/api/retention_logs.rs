//! How long the logs of an entity are kept.

use app::jobs::{Accepted, find, run_trusting};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use testkit::{TestApp, on_both_databases, on_sqlite};

use crate::api::retention::{DAY, change, check_audit, closed, hold, lift, never};

on_both_databases!(the_action_log_keeps_its_entries_and_loses_old_details, logs_are_kept_as_long_as_the_entity_says);
on_sqlite!(a_wrong_clock_shortens_no_log);

/// Runs the purge as an operator does who knows that the clock is right.
async fn purge_trusting(app: &TestApp) {
    let run = run_trusting(app.app(), find("purge").unwrap(), &never(), Accepted { clock: true, amount: false })
        .await
        .unwrap();
    assert!(run.is_ok(), "{run:?}");
}

async fn logs_are_kept_as_long_as_the_entity_says(app: TestApp) {
    let (txn, other) = (closed(&app).await, closed(&app).await);
    app.run_sql_directly("UPDATE outbox SET state = 'sent'").await;
    app.clock.advance_seconds(100 * DAY);
    purge_trusting(&app).await;
    let of = |txn: &str| format!("SELECT count(*) FROM outbox WHERE txn_ref_no = '{txn}'");
    let (messages, others) = (of(&txn), of(&other));
    assert!(app.count(&messages).await > 0 && app.count("SELECT count(*) FROM session").await > 0);
    let entries = app.count("SELECT count(*) FROM audit_log").await;
    app.run_sql_directly("UPDATE entity_master SET login_log_days = 90, message_log_days = 90").await;
    hold(&app, "H1", "txn_ref_no", &txn).await;
    assert!(app.count(&others).await > 0);
    purge_trusting(&app).await;
    assert!(app.count(&messages).await > 0, "a hold keeps the messages of its request");
    assert_eq!(app.count(&others).await, 0);
    lift(&app).await;
    purge_trusting(&app).await;
    assert_eq!((app.count(&messages).await, app.count("SELECT count(*) FROM session").await), (0, 0));
    assert_eq!(app.count("SELECT count(*) FROM audit_log").await, entries, "the audit log stays");
    let admin = app.log_in("NGB", "ADMIN").await;
    let too_short = [("loginLogDays", 89), ("debugLogDays", 91), ("messageLogDays", 7), ("actionLogDays", 364)];
    for (name, value) in too_short {
        assert_eq!(change(&admin, json!({ name: value })).await.expect(422).fields(), [name]);
    }
    // Documents are kept for 1825 days and records for 2555.
    let refused = change(&admin, json!({ "actionLogDays": 2554 })).await.expect(422);
    assert_eq!(refused.fields(), ["actionLogDays"]);
}

async fn a_wrong_clock_shortens_no_log(app: TestApp) {
    closed(&app).await;
    app.run_sql_directly("UPDATE entity_master SET login_log_days = 90, action_log_days = 365").await;
    assert!(app.run_job("purge").await.is_ok());
    let sessions = app.count("SELECT count(*) FROM session").await;
    app.clock.set_wrong(400 * DAY);
    assert!(!app.run_job("purge").await.is_ok());
    assert_eq!(app.count("SELECT count(*) FROM session").await, sessions);
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE detail = ''").await, 0);
}

/// Entries have the time of the machine, so the clock of the test starts there.
async fn the_action_log_keeps_its_entries_and_loses_old_details(app: TestApp) {
    let start = Timestamp::now() - SignedDuration::from_mins(1);
    app.clock.advance_seconds(start.duration_since(app.app().clock.now()).as_secs());
    let txn = closed(&app).await;
    app.run_sql_directly("UPDATE entity_master SET action_log_days = 365 WHERE entity_code = 'NGB'").await;
    app.clock.advance_seconds(364 * DAY);
    purge_trusting(&app).await;
    let erased = "SELECT count(*) FROM audit_log WHERE detail = ''";
    assert_eq!(app.count(erased).await, 0, "a day is left");
    app.clock.advance_seconds(3 * DAY);
    hold(&app, "H1", "txn_ref_no", &txn).await;
    purge_trusting(&app).await;
    let of_request = "SELECT count(*) FROM audit_log WHERE resource = 'docrequest' AND entity_code = 'NGB' AND action \
                      <> 'purge' AND detail <> ''";
    let kept = app.count(of_request).await;
    assert!(kept > 5, "a hold keeps the details since its request was created: {kept}");
    lift(&app).await;
    let entries = app.count("SELECT count(*) FROM audit_log").await;
    purge_trusting(&app).await;
    assert_eq!(app.count(of_request).await, 0);
    assert!(app.count(erased).await >= kept);
    assert!(app.count("SELECT count(*) FROM audit_log").await > entries, "no entry is lost");
    let told = "SELECT count(*) FROM audit_log WHERE action = 'erase' AND detail <> ''";
    let times = app.count(told).await;
    assert!(times >= 1);
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE entity_code <> 'NGB' AND detail = ''").await, 0);
    check_audit(&app).await;
    // Another pass has nothing to do.
    purge_trusting(&app).await;
    assert_eq!(app.count(told).await, times);
    let admin = app.log_in("NGB", "ADMIN").await;
    let shown = admin.get("sms", "sms/useractionlog", "resource=docrequest").await.expect(200);
    assert!(shown.total() > 0 && shown.content()[0]["userId"] != json!(null), "who did it is still shown");
    assert_eq!(shown.content()[0]["txnRefNo"], json!(null));
}
