//! What is easily forgotten when something ends or changes hands.

use futures_util::StreamExt;
use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::aftermath::letters;
use super::live::{is_silent, listen, next, next_notice};
use super::{Desk, document, party, wish, with};

on_both_databases!(
    whoever_sees_no_requests_hears_of_none,
    a_stream_ends_with_its_session,
    a_role_that_is_taken_away_is_heard_no_more,
    a_notice_rings_at_once,
    whoever_loses_a_request_is_told,
    whoever_is_left_out_of_a_request_is_told,
);

on_sqlite!(
    whoever_never_heard_of_a_request_is_left_alone,
    no_meeting_is_planned_on_what_ran_out,
    a_remark_on_what_changed_meanwhile_is_refused,
    the_timeline_names_what_was_changed,
);

async fn whoever_sees_no_requests_hears_of_none(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let admin = Desk::staff(&app, "ADMIN").await;
    admin.get("docrequest/search", "").await.expect(403);
    let (mut at_desk, mut in_office) = (listen(&banker).await, listen(&admin).await);
    let txn = banker.sent().await;
    assert_eq!(next(&mut at_desk).await["txnRefNo"], txn.as_str());
    assert!(is_silent(&mut in_office).await);
}

async fn a_stream_ends_with_its_session(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    let elsewhere = Desk::staff(&app, "CHECKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let mut streams = [listen(&checker).await, listen(&meena).await];
    let mut other = listen(&elsewhere).await;
    for desk in [&checker, &meena] {
        desk.client.post("sms", "sms/usermasterlogout", None, &json!({})).await.expect(200);
    }
    for stream in &mut streams {
        assert!(stream.next().await.is_none(), "not even until the next event");
    }
    let mut refreshed = elsewhere.client.clone();
    let fresh = refreshed.post("sms", "sms/refreshtokenjwt", None, &json!({})).await.expect(200);
    refreshed.take_token(&fresh);
    banker.act(&txn, "extend", json!({ "expiresOn": app.day(60) })).await.expect(200);
    assert_eq!(next(&mut other).await["txnRefNo"], txn.as_str(), "a new token is the same session");
    let ended = json!({ "others": true });
    Desk::staff(&app, "CHECKER1").await.client.post("sms", "sms/session", Some("D"), &ended).await.expect(200);
    assert!(other.next().await.is_none(), "ended from another device");
}

async fn a_role_that_is_taken_away_is_heard_no_more(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut viewer = listen(&Desk::staff(&app, "VIEWER").await).await;
    let txn = banker.sent().await;
    assert_eq!(next(&mut viewer).await["txnRefNo"], txn.as_str());
    app.behind_the_back("UPDATE user_role_mapping SET role_code = 'ADMIN' WHERE user_id = 'VIEWER'").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let branch = domain::master_data::find("branchmaster").unwrap();
    let mut record = admin.list(branch, "").await.expect(200).content()[0].clone();
    record["branchName"] = json!("Elsewhere");
    admin.operate(branch, "U", &record).await.expect(200);
    banker.act(&txn, "extend", json!({ "expiresOn": app.day(60) })).await.expect(200);
    assert!(is_silent(&mut viewer).await);
}

async fn a_notice_rings_at_once(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    let txn = banker.sent().await;
    let (mut bell, mut not_his) = (listen(&banker).await, listen(&checker).await);
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.supply(&txn, 1).await.expect(200);
    let told = next_notice(&mut bell).await;
    let listed = banker.get("notification", "").await.expect(200);
    assert_eq!(told, listed.content()[0], "just as the list has it");
    assert_eq!((&told["event"], &told["txnRefNo"]), (&json!("ReviewWaiting"), &json!(txn)));
    for _ in ["staged", "submitted"] {
        assert_eq!(next(&mut not_his).await["txnRefNo"], txn.as_str());
    }
    assert!(is_silent(&mut not_his).await, "it is nobody else's");
}

async fn whoever_loses_a_request_is_told(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = with(with(wish(), "send", json!(true)), "branchCode", json!("BR101"));
    let made = banker.save(&made).await.expect(200).record().clone();
    let txn = made["txnRefNo"].as_str().unwrap();
    banker.act(txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    let second = Desk::staff(&app, "BANKER2").await;
    second.find(txn).await.expect(200);
    let mut had_it = listen(&second).await;
    second.act(txn, "forward", json!({ "toUserId": "CHECKER1" })).await.expect(200);
    assert_eq!(next(&mut had_it).await["txnRefNo"], txn);
    second.find(txn).await.expect(404);
}

async fn whoever_is_left_out_of_a_request_is_told(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut two = with(wish(), "send", json!(true));
    two["parties"].as_array_mut().unwrap().push(party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]));
    let txn = banker.save(&two).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let soon = format!("{}T09:30:00Z", app.day(3));
    let plan = async |parties: Value| {
        let body = json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": soon, "parties": parties });
        banker.call("meeting", "S", &body).await.expect(200).record()["meetingId"].clone()
    };
    let (both, his) = (plan(json!([1, 2])).await, plan(json!([2])).await);
    let mut ravi = listen(&Desk::customer(&app, "ravi@example.com").await).await;
    let mut edited = banker.find(&txn).await.expect(200).record().clone();
    edited["parties"].as_array_mut().unwrap().remove(1);
    banker.call("docrequest", "U", &edited).await.expect(200);
    let listed = banker.get("meeting", &format!("txnRefNo={txn}")).await.expect(200);
    let found = |id: &Value| listed.content().iter().find(|one| one["meetingId"] == *id).unwrap();
    assert_eq!((&found(&both)["parties"], &found(&both)["cancelled"]), (&json!([1]), &json!(false)));
    assert_eq!(found(&his)["cancelled"], true, "nobody is left to come");
    let mut as_found = found(&both).clone();
    as_found["subject"] = json!("Originals, please");
    banker.call("meeting", "U", &as_found).await.expect(200);
    assert_eq!(letters(&app, &txn, "meetingCancelled").await, ["ravi@example.com", "ravi@example.com"]);
    assert_eq!(letters(&app, &txn, "RequestCancelled").await, ["ravi@example.com"]);
    assert_eq!(next(&mut ravi).await["txnRefNo"], txn.as_str(), "his list renews");
}

async fn whoever_never_heard_of_a_request_is_left_alone(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let ravi = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
    let mut edited = banker.act(&txn, "addparty", json!({ "party": ravi })).await.expect(200).record().clone();
    edited["parties"].as_array_mut().unwrap().remove(1);
    banker.call("docrequest", "U", &edited).await.expect(200);
    assert!(letters(&app, &txn, "RequestCancelled").await.is_empty());
}

async fn no_meeting_is_planned_on_what_ran_out(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    app.clock.advance_seconds(40 * 24 * 3600);
    app.run_job("expire").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let soon = format!("{}T09:30:00Z", app.day(3));
    let body = json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": soon });
    banker.call("meeting", "S", &body).await.expect(409);
}

async fn a_remark_on_what_changed_meanwhile_is_refused(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let seen = banker.find(&txn).await.expect(200).record()["versionNumber"].clone();
    let remark = json!({ "txnRefNo": txn, "text": "Please hurry." });
    banker.call("document/remark", "S", &remark).await.expect(200);
    let stale = with(remark.clone(), "versionNumber", seen);
    banker.call("document/remark", "S", &stale).await.expect(409);
    let odd = with(remark, "versionNumber", json!("1"));
    assert_eq!(banker.call("document/remark", "S", &odd).await.expect(422).fields(), ["versionNumber"]);
    let thread = banker.get("document/remark", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(thread.content().len(), 1);
}

async fn the_timeline_names_what_was_changed(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let title = document(&banker.find(&txn).await.expect(200), 1)["documentTitle"].clone();
    let mut edited = banker.act(&txn, "removedocument", json!({ "documentNo": 1 })).await.expect(200).record().clone();
    let second = edited["parties"][0]["documents"][0]["documentTitle"].clone();
    edited["customerName"] = json!("Meena K");
    edited["notification"]["recurringReminderDays"] = json!(11);
    edited["parties"][0]["lastName"] = json!("K");
    edited["parties"][0]["documents"] = json!([{ "documentCode": "PASSPORT" }]);
    let ravi = party("Ravi", "ravi@example.com", "+919841030099", &[]);
    edited["parties"].as_array_mut().unwrap().push(ravi);
    let after = banker.call("docrequest", "U", &edited).await.expect(200);
    banker.call("docrequest", "U", after.record()).await.expect(200);
    let told = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let [same, edit, removed, ..] = told.content().as_slice() else { panic!("{}", told.json) };
    assert_eq!((&removed["action"], &removed["documentTitle"]), (&json!("removedocument"), &title));
    let more = json!({
        "fields": ["customerName", "lastName", "recurringReminderDays"], "removed": [second],
        "added": [document(&after, 1)["documentTitle"]], "partiesAdded": ["Ravi Krishnan"],
    });
    assert_eq!(edit["detail"]["more"], more);
    assert_eq!(same["detail"]["more"], Value::Null);
}
