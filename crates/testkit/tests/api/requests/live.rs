//! Changes are told to those who look, at this node and at others, and to nobody else.

use app::App;
use app::requests::live::{Broadcast, relay};
use axum::body::BodyDataStream;
use futures_util::StreamExt;
use serde_json::{Value, json};
use testkit::{Database, TestApp, on_both_databases};

use super::{Desk, wish};

on_both_databases!(
    a_change_is_told_to_those_who_may_see_it,
    whoever_stands_in_hears_of_it,
    listeners_are_sent_away_when_the_server_stops,
    nodes_of_one_database_tell_each_other,
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

/// What the next event of this kind says.
async fn next_of(kind: &str, stream: &mut BodyDataStream) -> Value {
    loop {
        let piece = stream.next().await.unwrap().unwrap();
        let text = std::str::from_utf8(&piece).unwrap();
        let data = text.strip_prefix(&format!("event: {kind}\ndata: "));
        if let Some(data) = data {
            return serde_json::from_str(data.trim()).unwrap();
        }
    }
}

/// What the next notice says.
pub(super) async fn next_notice(stream: &mut BodyDataStream) -> Value {
    next_of("notification", stream).await
}

/// Is nothing said for a while?
pub(super) async fn is_silent(stream: &mut BodyDataStream) -> bool {
    tokio::time::timeout(std::time::Duration::from_millis(200), stream.next()).await.is_err()
}

/// What is said of the next request that changes.
pub(super) async fn next(stream: &mut BodyDataStream) -> Value {
    next_of("request", stream).await
}

async fn a_change_is_told_to_those_who_may_see_it(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let (mut at_desk, mut at_home) = (listen(&banker).await, listen(&meena).await);
    let mut elsewhere = listen(&Desk { client: app.log_in("KALVI", "BANKER1").await, service: "banker" }).await;
    let unsent = banker.save(&wish()).await.expect(200).record()["txnRefNo"].clone();
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

async fn whoever_stands_in_hears_of_it(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let other = Desk::staff(&app, "BANKER2").await;
    let txn = banker.sent().await;
    let from = app.day(0);
    app.behind_the_back(&format!("UPDATE request_forward SET to_user_id = 'BANKER2', start_date = '{from}', expiry_date = NULL WHERE from_user_id = 'BANKER1'")).await;
    let mut stand_in = listen(&other).await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.supply(&txn, 1).await.expect(200);
    assert_eq!(next(&mut stand_in).await["txnRefNo"], txn.as_str(), "a file came");
    assert_eq!(next(&mut stand_in).await["txnRefNo"], txn.as_str(), "and was handed in");
    meena.supply(&txn, 2).await.expect(200);
    let bell = other.get("notification", "").await.expect(200);
    assert!(bell.content().iter().any(|notice| notice["event"] == "AllDocumentsUploaded"), "{}", bell.json);
    let soon = format!("{}T09:30:00Z", app.day(3));
    let meeting = json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": soon });
    other.call("meeting", "S", &meeting).await.expect(200);
    let told = other.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let planned = told.content().iter().find(|entry| entry["action"] == "meetingplanned").unwrap();
    assert_eq!(planned["forUser"], "BANKER1");
    let unsent = banker.save(&wish()).await.expect(200).record()["txnRefNo"].clone();
    let mut at_desk = listen(&Desk::staff(&app, "BANKER1").await).await;
    banker.call("docrequest", "D", &json!({ "txnRefNo": unsent })).await.expect(200);
    assert_eq!(next(&mut at_desk).await["txnRefNo"], unsent, "what is thrown away leaves every list");
}

async fn listeners_are_sent_away_when_the_server_stops(app: TestApp) {
    let mut stream = listen(&Desk::staff(&app, "BANKER1").await).await;
    app.app().live.close();
    assert!(stream.next().await.is_none());
}

/// Waits until a node hears what others say.
async fn heard(node: &App) -> tokio::sync::broadcast::Receiver<Broadcast> {
    let mut words = node.live.subscribe();
    while !matches!(words.recv().await.unwrap(), Broadcast::Missed) {}
    words
}

async fn nodes_of_one_database_tell_each_other(app: TestApp) {
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
