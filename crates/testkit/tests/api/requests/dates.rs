//! Due dates and expiry, in the time zone of the entity.

use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::{Desk, all_recipients, document, edit, reference, request_input, with};

const DAY: i64 = 86_400;

on_both_databases!(
    document_dates_stay_within_the_request,
    months_follow_the_time_zone_of_the_entity,
    a_request_that_is_overdue_cannot_be_sent,
);

on_sqlite!(days_follow_the_time_zone_of_the_entity,);

async fn document_dates_stay_within_the_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(with(request_input(), "send", json!(true)), "expiryDays", json!(5));
    body["documentDueDate"] = json!(app.day(4));
    body["parties"][0]["documents"][0]["documentDueDate"] = json!(app.day(2));
    let txn = reference(&banker.save(&body).await.expect(200));
    let found = banker.find(&txn).await.expect(200);
    for wrong in ["2019-05-05", "2090-01-01"] {
        let mut edited = found.record().clone();
        edited["parties"][0]["documents"][0]["documentDueDate"] = json!(wrong);
        let refused = banker.call("docrequest", "U", &edited).await.expect(422);
        assert_eq!(refused.fields(), ["parties[0].documents[0].documentDueDate"], "{wrong}");
    }
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.act(&txn, "claim", json!({ "documentNo": 2, "reason": "sold" })).await.expect(200);
    app.clock.advance_seconds(6 * 24 * 3600);
    app.run_job("expire").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let until = app.day(20);
    let extended = banker.act(&txn, "extend", json!({ "expiresOn": until })).await.expect(200);
    assert_eq!(document(&extended, 1)["documentDueDate"], Value::Null, "as the whole request is due");
    assert_eq!(document(&extended, 2)["claim"]["reason"], "sold", "he still waits for an answer");
}

async fn months_follow_the_time_zone_of_the_entity(app: TestApp) {
    // Half past one at night on the first of December in India.
    app.clock.advance_seconds(15 * DAY + 14 * 3600);
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    assert!(txn.starts_with("N261201"), "{txn}");
    let last = async || banker.get("dashboard", "").await.expect(200).record()["monthly"][11].clone();
    assert_eq!((&last().await["month"], &last().await["requests"]), (&json!("2026-12"), &json!(1)));
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    assert_eq!(last().await["rejected"], 1);
    assert_eq!(banker.get("docrequest/search", "from=2026-12-01&to=2026-12-31").await.expect(200).total(), 1);
}

async fn a_request_that_is_overdue_cannot_be_sent(app: TestApp) {
    let txn = {
        let banker = Desk::staff(&app, "BANKER1").await;
        reference(&banker.save(&request_input()).await.expect(200))
    };
    app.clock.advance_seconds(8 * DAY);
    let banker = Desk::staff(&app, "BANKER1").await;
    assert_eq!(banker.act(&txn, "send", json!({})).await.expect(422).fields(), ["documentDueDate"]);
    let refused = edit(&banker, &txn, |body| body["send"] = json!(true)).await.expect(422);
    assert_eq!(refused.fields(), ["documentDueDate"]);
    let sent = edit(&banker, &txn, |body| {
        body["send"] = json!(true);
        body["documentDueDate"] = json!(app.day(2));
    });
    sent.await.expect(200);
    assert_eq!(all_recipients(&app, &txn).await.len(), 1);
}

async fn days_follow_the_time_zone_of_the_entity(app: TestApp) {
    // Half past eight in the evening, and in Chennai two o'clock in the morning of the day after.
    let now = ports::Clock::now(app.clock.as_ref());
    let evening = now.to_zoned(jiff::tz::TimeZone::UTC).date().tomorrow().unwrap().at(20, 30, 0, 0);
    let evening = evening.to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp();
    app.clock.advance_seconds(evening.as_second() - now.as_second());
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = banker.save(&request_input()).await.expect(200);
    assert_eq!(made.record()["expiresOn"], json!(app.day(30)));
    let same = banker.call("docrequest", "U", made.record()).await.expect(200);
    assert_eq!(same.record()["expiresOn"], json!(app.day(30)));
    let total = async |query: String| banker.get("docrequest/search", &query).await.expect(200).total();
    let txn = made.record()["txnRefNo"].as_str().unwrap();
    let (today, yesterday) = (app.day(0), app.day(-1));
    assert_eq!(total(format!("txnRefNo={txn}&from={today}&to={today}")).await, 1);
    assert_eq!(total(format!("txnRefNo={txn}&to={yesterday}")).await, 0);
}
