//! Where one thing meets another: a branch, a month, a channel that is off, a wall, an end.

use serde_json::{Value, json};
use testkit::{Answer, TestApp, on_both_databases, on_sqlite};

use super::aftermath::{LINE, SHEET};
use super::{Desk, document, party, png, wish, with};

on_both_databases!(
    figures_move_with_a_request_to_its_branch,
    a_month_is_the_entitys_own,
    nothing_goes_out_that_was_due_before,
    nothing_is_forwarded_behind_a_wall,
    a_clone_can_be_saved,
    a_customer_is_found_by_what_is_known_of_him_now,
    a_file_of_requests_is_for_the_branch_that_the_call_names,
    what_is_settled_waits_for_the_bank,
);

on_sqlite!(
    a_channel_that_the_entity_has_not_is_silent,
    who_has_nothing_to_send_is_not_asked,
    what_is_over_is_not_edited,
    a_party_is_not_told_who_works_at_the_bank,
    what_is_thrown_away_is_named_well,
    a_last_look_at_an_edit_shows_what_will_go_out,
);

const DAY: i64 = 86_400;

fn reference(answer: &Answer) -> String {
    answer.record()["txnRefNo"].as_str().unwrap().to_owned()
}

async fn told(app: &TestApp, txn: &str) -> Vec<String> {
    app.texts(&format!("SELECT recipient FROM outbox WHERE txn_ref_no = '{txn}' ORDER BY message_id")).await
}

fn sending(body: Value) -> Value {
    with(body, "send", json!(true))
}

async fn edit(desk: &Desk, txn: &str, change: impl FnOnce(&mut Value)) -> Answer {
    let mut body = desk.find(txn).await.expect(200).record().clone();
    change(&mut body);
    desk.call("docrequest", "U", &body).await
}

async fn figures_move_with_a_request_to_its_branch(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    edit(&banker, &txn, |body| body["branchCode"] = json!("BR104")).await.expect(200);
    let kept = async |branch: &str| {
        let sql = "SELECT CAST(coalesce(sum(abs(s.n)), 0) AS BIGINT) FROM (SELECT sum(n) AS n FROM docrequest_count";
        let place = format!("WHERE entity_code = 'NGB' AND tenant_code = 'RETAIL' AND branch_code = '{branch}'");
        app.count(&format!("{sql} {place} AND metric <> 'customers' GROUP BY metric, period) s")).await
    };
    assert_eq!(kept("BR101").await, 0, "nothing stays behind");
    // A status, two documents, a month, and two days.
    assert_eq!(kept("BR104").await, 6);
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    assert_eq!(kept("BR101").await, 0);
}

async fn a_month_is_the_entitys_own(app: TestApp) {
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

async fn a_channel_that_the_entity_has_not_is_silent(app: TestApp) {
    app.behind_the_back("UPDATE entity_master SET sms_notification = false WHERE entity_code = 'NGB'").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut both = sending(wish());
    both["parties"][0]["smsNotification"] = json!(true);
    let txn = reference(&banker.save(&both).await.expect(200));
    assert_eq!(told(&app, &txn).await, ["meena@example.com"]);
    let mut by_sms = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
    by_sms["emailNotification"] = json!(false);
    by_sms["smsNotification"] = json!(true);
    let refused = banker.act(&txn, "addparty", json!({ "party": by_sms })).await.expect(422);
    assert_eq!(refused.fields(), ["party.emailNotification"]);
    edit(&banker, &txn, |body| body["city"] = json!("Salem")).await.expect(200);
}

async fn nothing_goes_out_that_was_due_before(app: TestApp) {
    let txn = {
        let banker = Desk::staff(&app, "BANKER1").await;
        reference(&banker.save(&wish()).await.expect(200))
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
    assert_eq!(told(&app, &txn).await.len(), 1);
}

async fn nothing_is_forwarded_behind_a_wall(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    app.behind_the_back("DELETE FROM user_branch WHERE user_id = 'BANKER2' AND tenant_code = 'RETAIL'").await;
    let refused = banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(422);
    assert_eq!(refused.fields(), ["toUserId"]);
}

async fn a_clone_can_be_saved(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    banker.act(&txn, "notrequired", json!({ "documentNo": 1 })).await.expect(200);
    banker.act(&txn, "adddocument", json!({ "partySeqNo": 1, "documentCode": "PAN" })).await.expect(200);
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    for user in ["BANKER1", "BANKER2"] {
        let desk = Desk::staff(&app, user).await;
        let cloned = desk.call("docrequest/clone", "F", &json!({ "txnRefNo": txn })).await.expect(200);
        let asked = cloned.record()["parties"][0]["documents"].as_array().unwrap().len();
        assert_eq!(asked, 2, "each kind once");
        desk.save(cloned.record()).await.expect(200);
    }
}

async fn a_customer_is_found_by_what_is_known_of_him_now(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = sending(with(wish(), "customerName", json!("Zelda Zzel")));
    body["emailAddress"] = json!("zelda@exmaple.com");
    let txn = reference(&banker.save(&body).await.expect(200));
    edit(&banker, &txn, |body| body["emailAddress"] = json!("zelda@example.com")).await.expect(200);
    let found = banker.get("docrequest/customer", "q=zelda").await.expect(200);
    let mails: Vec<&Value> = found.content().iter().map(|one| &one["emailAddress"]).collect();
    assert!(mails.contains(&&json!("zelda@example.com")), "{mails:?}");
}

async fn who_has_nothing_to_send_is_not_asked(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = wish();
    let ravi = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
    body["parties"].as_array_mut().unwrap().push(ravi);
    let txn = reference(&banker.save(&body).await.expect(200));
    for number in [1, 2] {
        banker.act(&txn, "notrequired", json!({ "documentNo": number })).await.expect(200);
    }
    banker.act(&txn, "send", json!({})).await.expect(200);
    assert_eq!(told(&app, &txn).await, ["ravi@example.com"]);
}

async fn what_is_over_is_not_edited(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    edit(&banker, &txn, |_| {}).await.expect(200);
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    edit(&banker, &txn, |_| {}).await.expect(409);
}

async fn a_party_is_not_told_who_works_at_the_bank(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    banker.upload(&txn, 1, "a.png", png()).await.expect(200);
    banker.submit(&txn, json!({ "documents": [1] })).await.expect(200);
    assert_eq!(document(&banker.find(&txn).await.expect(200), 1)["versions"][0]["uploadedBy"], "BANKER1");
    let seen = Desk::customer(&app, "meena@example.com").await.find(&txn).await.expect(200);
    let version = &document(&seen, 1)["versions"][0];
    assert_eq!((&version["onBehalf"], &version["uploadedBy"]), (&json!(true), &Value::Null));
}

async fn a_file_of_requests_is_for_the_branch_that_the_call_names(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let elsewhere = banker.client.header_json(Some("S")).replacen("%7B", "%7B%22branchCode%22%3A%22BR103%22%2C", 1);
    let sheet = format!("{SHEET}\n{LINE}\n");
    let path = format!("/api/banker/v1/docz/banking/transaction/docrequest/import@{elsewhere}");
    banker.client.send("POST", &path, &[], sheet.into()).await.expect(200);
    assert_eq!(app.texts("SELECT branch_code FROM docrequest").await, ["BR103"]);
}

async fn what_is_thrown_away_is_named_well(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = reference(&banker.save(&wish()).await.expect(200));
    let refused = banker.call("docrequest", "D", &json!({ "records": [{ "txnRefNo": txn }, "bad", 5] })).await;
    assert_eq!(refused.expect(422).fields(), ["records"]);
    banker.find(&txn).await.expect(200);
}

async fn what_is_settled_waits_for_the_bank(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    for number in [1, 2] {
        banker.act(&txn, "notrequired", json!({ "documentNo": number })).await.expect(200);
    }
    edit(&banker, &txn, |body| body["city"] = json!("Salem")).await.expect(200);
    let found = banker.find(&txn).await.expect(200);
    assert_eq!(
        (&found.record()["transactionStatus"], &found.record()["nextAction"]),
        (&json!("Modified"), &json!("decide"))
    );
    let listed = banker.get("docrequest/search", "").await.expect(200);
    assert_eq!(listed.content()[0]["nextAction"], "decide");
}

async fn a_last_look_at_an_edit_shows_what_will_go_out(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let mut body = banker.find(&txn).await.expect(200).record().clone();
    body["documentDueDate"] = json!(app.day(3));
    let before = app.dump().await;
    let shown = banker.call("docrequest/messages", "F", &body).await.expect(200);
    assert_eq!(app.dump().await, before, "a look changes nothing");
    banker.call("docrequest", "U", &body).await.expect(200);
    banker.act(&txn, "notify", json!({})).await.expect(200);
    let sql = format!("SELECT subject FROM outbox WHERE txn_ref_no = '{txn}' AND event = 'RequestModified'");
    assert_eq!(app.texts(&sql).await, [shown.content()[0]["subject"].as_str().unwrap()]);
}
