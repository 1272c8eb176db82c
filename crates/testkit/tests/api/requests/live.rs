//! Events of changes reach the users who may see them, at this node and at others.

use app::App;
use app::live::{Broadcast, relay};
use axum::body::BodyDataStream;
use futures_util::StreamExt;
use serde_json::{Value, json};
use testkit::{Database, PATIENCE, TestApp, on_both_databases};

use super::{Desk, reference, request_input, with};

on_both_databases!(
    a_change_is_sent_to_users_who_may_see_it,
    a_deputy_receives_events,
    streams_end_when_the_server_stops,
    nodes_of_one_database_share_events,
    a_user_without_access_to_requests_receives_no_events,
    a_stream_ends_with_its_session,
    a_user_who_loses_a_role_receives_no_more_events,
    a_notification_is_pushed_to_its_recipient_only,
    a_user_who_loses_a_request_receives_an_event,
    a_hold_is_told_to_staff_and_to_no_party,
);

pub(super) async fn listen(desk: &Desk) -> BodyDataStream {
    let header = desk.client.header_json(None);
    let path = format!("/api/{}/v1/docz/banking/transaction/notification/stream@{header}", desk.service);
    let answer = desk.client.open(&path).await;
    assert_eq!(answer.status(), 200);
    let mut stream = answer.into_body().into_data_stream();
    let first = stream.next().await.unwrap().unwrap();
    assert!(first.starts_with(b"retry:"));
    stream
}

/// The data of the next event of this kind.
pub(super) async fn next_of(kind: &str, stream: &mut BodyDataStream) -> Value {
    loop {
        let piece = tokio::time::timeout(PATIENCE, stream.next()).await.expect("an event").unwrap().unwrap();
        let text = std::str::from_utf8(&piece).unwrap();
        let data = text.strip_prefix(&format!("event: {kind}\ndata: "));
        if let Some(data) = data {
            return serde_json::from_str(data.trim()).unwrap();
        }
    }
}

/// The next notification.
pub(super) async fn next_notice(stream: &mut BodyDataStream) -> Value {
    next_of("notification", stream).await
}

/// True when no event arrives for a while.
pub(super) async fn is_silent(stream: &mut BodyDataStream) -> bool {
    tokio::time::timeout(std::time::Duration::from_millis(200), stream.next()).await.is_err()
}

/// The next event of a changed request.
pub(super) async fn next(stream: &mut BodyDataStream) -> Value {
    next_of("request", stream).await
}

async fn a_change_is_sent_to_users_who_may_see_it(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let (mut at_desk, mut at_home) = (listen(&banker).await, listen(&meena).await);
    let mut elsewhere = listen(&Desk { client: app.log_in("KALVI", "BANKER1").await, service: "banker" }).await;
    let unsent = banker.save(&request_input()).await.expect(200).record()["txnRefNo"].clone();
    let sent = banker.sent().await;
    assert_eq!(next(&mut at_desk).await["txnRefNo"], unsent);
    let told = next(&mut at_desk).await;
    assert_eq!((&told["txnRefNo"], &told["transactionStatus"]), (&json!(sent), &json!("Requested")));
    assert_eq!(
        next(&mut at_home).await["txnRefNo"],
        sent.as_str(),
        "a party hears of what was sent, and of nothing before"
    );
    assert!(is_silent(&mut elsewhere).await, "another entity hears nothing");
}

async fn a_deputy_receives_events(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let other = Desk::staff(&app, "BANKER2").await;
    let txn = banker.sent().await;
    let from = app.day(0);
    app.run_sql_directly(&format!(
        "UPDATE request_forward SET to_user_id = 'BANKER2', start_date = '{from}', \
                                   expiry_date = NULL WHERE from_user_id = 'BANKER1'"
    ))
    .await;
    let mut stand_in = listen(&other).await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    assert_eq!(next(&mut stand_in).await["txnRefNo"], txn.as_str(), "a file came");
    assert_eq!(next(&mut stand_in).await["txnRefNo"], txn.as_str(), "and was handed in");
    meena.upload_and_submit(&txn, 2).await.expect(200);
    let bell = other.get("notification", "").await.expect(200);
    assert!(bell.content().iter().any(|notice| notice["event"] == "AllDocumentsUploaded"), "{}", bell.json);
    let soon = format!("{}T09:30:00Z", app.day(3));
    let meeting = json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": soon });
    other.call("meeting", "S", &meeting).await.expect(200);
    let told = other.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let planned = told.content().iter().find(|entry| entry["action"] == "meetingplanned").unwrap();
    assert_eq!(planned["forUser"], "BANKER1");
    let unsent = banker.save(&request_input()).await.expect(200).record()["txnRefNo"].clone();
    let mut at_desk = listen(&Desk::staff(&app, "BANKER1").await).await;
    banker.call("docrequest", "D", &json!({ "txnRefNo": unsent })).await.expect(200);
    assert_eq!(next(&mut at_desk).await["txnRefNo"], unsent, "what is thrown away leaves every list");
}

async fn streams_end_when_the_server_stops(app: TestApp) {
    let mut stream = listen(&Desk::staff(&app, "BANKER1").await).await;
    app.app().live.close();
    assert!(stream.next().await.is_none());
}

/// Waits until a node receives the events of others.
async fn heard(node: &App) -> tokio::sync::broadcast::Receiver<Broadcast> {
    let mut words = node.live.subscribe();
    let missed = async { while !matches!(words.recv().await.unwrap(), Broadcast::Missed) {} };
    tokio::time::timeout(PATIENCE, missed).await.expect("the node listens");
    words
}

async fn nodes_of_one_database_share_events(app: TestApp) {
    let own = app.app();
    let other = App::new(app.second_store().await, app.clock.clone(), app.mailbox.clone(), own.settings.clone());
    if app.database == Database::Sqlite {
        relay(own).await; // Ends at once: there is no other node.
        return;
    }
    let banker = Desk::staff(&app, "BANKER1").await;
    let walk = async {
        let (_, mut there) = tokio::join!(heard(own), heard(&other));
        let mut at_desk = listen(&banker).await;
        let sent = banker.sent().await;
        let Broadcast::Event(news) = there.recv().await.unwrap() else { panic!("something was missed") };
        assert_eq!(serde_json::to_value(&*news).unwrap()["RequestChanged"]["body"]["txnRefNo"], sent.as_str());
        assert_eq!(next(&mut at_desk).await["txnRefNo"], sent.as_str());
        banker.act(&sent, "cancel", json!({ "reason": "Not needed." })).await.expect(200);
        let second = next(&mut at_desk).await;
        assert_eq!(second["transactionStatus"], "Rejected", "a node does not hear itself twice");
        let _cancelled = there.recv().await.unwrap();
        banker.client.post("sms", "sms/usermasterlogout", None, &json!({})).await.expect(200);
        assert!(at_desk.next().await.is_none(), "here");
        let Broadcast::Event(news) = there.recv().await.unwrap() else { panic!("something was missed") };
        assert_eq!(serde_json::to_value(&*news).unwrap()["AccessInvalidated"]["user_id"], "BANKER1", "and there");
    };
    tokio::select! {
        () = relay(own) => panic!("our node went deaf"),
        () = relay(&other) => panic!("the other node went deaf"),
        () = walk => {}
    }
}

async fn a_user_without_access_to_requests_receives_no_events(app: TestApp) {
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

async fn a_user_who_loses_a_role_receives_no_more_events(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut viewer = listen(&Desk::staff(&app, "VIEWER").await).await;
    let txn = banker.sent().await;
    assert_eq!(next(&mut viewer).await["txnRefNo"], txn.as_str());
    app.run_sql_directly("UPDATE user_role_mapping SET role_code = 'ADMIN' WHERE user_id = 'VIEWER'").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let branch = domain::master_data::find("branchmaster").unwrap();
    let mut record = admin.list(branch, "").await.expect(200).content()[0].clone();
    record["branchName"] = json!("Elsewhere");
    admin.operate(branch, "U", &record).await.expect(200);
    banker.act(&txn, "extend", json!({ "expiresOn": app.day(60) })).await.expect(200);
    assert!(is_silent(&mut viewer).await);
}

async fn a_notification_is_pushed_to_its_recipient_only(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (checker, viewer) = (Desk::staff(&app, "CHECKER1").await, Desk::staff(&app, "VIEWER").await);
    let txn = banker.sent().await;
    let (mut bell, mut reviewer, mut other) = (listen(&banker).await, listen(&checker).await, listen(&viewer).await);
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let told = next_notice(&mut bell).await;
    let listed = banker.get("notification", "").await.expect(200);
    assert_eq!(told, listed.content()[0], "just as the list has it");
    assert_eq!((&told["event"], &told["txnRefNo"]), (&json!("ReviewWaiting"), &json!(txn)));
    let told = next_notice(&mut reviewer).await;
    assert_eq!(told, checker.get("notification", "").await.expect(200).content()[0]);
    for _ in ["staged", "submitted"] {
        assert_eq!(next(&mut other).await["txnRefNo"], txn.as_str());
    }
    assert!(is_silent(&mut other).await, "it is nobody else's");
    assert_eq!(viewer.get("notification", "").await.expect(200).total(), 0);
}

async fn a_user_who_loses_a_request_receives_an_event(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = with(with(request_input(), "send", json!(true)), "branchCode", json!("BR101"));
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

async fn a_hold_is_told_to_staff_and_to_no_party(app: TestApp) {
    let (banker, checker) = (Desk::staff(&app, "BANKER1").await, Desk::staff(&app, "CHECKER2").await);
    let meena = Desk::customer(&app, "meena@example.com").await;
    let body = with(with(request_input(), "customerReference", json!("CIF-7777")), "send", json!(true));
    let saved = banker.save(&body).await.expect(200);
    let txn = reference(&saved);
    let (mut at_desk, mut at_home) = (listen(&banker).await, listen(&meena).await);
    let mut elsewhere = listen(&Desk { client: app.log_in("KALVI", "BANKER1").await, service: "banker" }).await;
    for target in [json!({ "txnRefNo": txn }), json!({ "customerReference": "CIF-7777" })] {
        for operation in ["S", "D"] {
            checker.call("hold", operation, &with(target.clone(), "reason", json!("Court order"))).await.expect(200);
            assert_eq!(next(&mut at_desk).await, target, "without a version, so that every open page reloads");
        }
    }
    assert!(is_silent(&mut at_home).await, "a hold is internal");
    assert!(is_silent(&mut elsewhere).await, "another entity hears nothing");
    let found = banker.find(&txn).await.expect(200);
    assert_eq!(found.record()["versionNumber"], saved.record()["versionNumber"], "an edit under way stays valid");
}
