//! Submitting documents, reviewing them, and answering claims.

use serde_json::json;
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::{Desk, document, edit, png};

on_both_databases!(
    submitting_twice_creates_one_version,
    a_request_without_open_documents_waits_for_a_decision,
    nobody_reviews_a_file_that_they_uploaded,
    nobody_reviews_a_version_at_two_levels,
);

on_sqlite!(the_answer_to_a_claim_is_in_the_timeline,);

async fn submitting_twice_creates_one_version(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload(&txn, 1, "card.png", png()).await.expect(200);
    for odd in [json!("zzz"), json!(["1"]), json!([1.5]), json!([-1]), json!({})] {
        let body = json!({ "documents": odd, "remark": "here it is" });
        assert_eq!(meena.submit(&txn, body).await.expect(422).fields(), ["documents"], "{odd}");
    }
    let done = meena.submit(&txn, json!({ "documents": [1, 1] })).await.expect(200);
    assert_eq!(document(&done, 1)["versions"].as_array().unwrap().len(), 1);
}

async fn the_answer_to_a_claim_is_in_the_timeline(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.act(&txn, "claim", json!({ "documentNo": 1, "reason": "never had one" })).await.expect(200);
    let refused = banker.act(&txn, "answerclaim", json!({ "documentNo": 1 })).await.expect(422);
    assert_eq!(refused.fields(), ["granted"]);
    banker.act(&txn, "answerclaim", json!({ "documentNo": 1, "granted": false })).await.expect(200);
    let told = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let answer = told.content().iter().find(|entry| entry["action"] == "answerclaim").unwrap();
    assert_eq!(answer["detail"]["more"]["granted"], false);
}

async fn a_request_without_open_documents_waits_for_a_decision(app: TestApp) {
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

async fn nobody_reviews_a_file_that_they_uploaded(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    let txn = banker.sent().await;
    checker.upload(&txn, 1, "card.png", png()).await.expect(200);
    banker.submit(&txn, json!({ "documents": [1] })).await.expect(200);
    let seen = checker.find(&txn).await.expect(200);
    let allowed = document(&seen, 1)["allowed"].to_string();
    assert!(!allowed.contains("accept") && !allowed.contains("reject"), "{allowed}");
    checker.review(&txn, 1, "accept", json!({})).await.expect(403);
}

async fn nobody_reviews_a_version_at_two_levels(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
    let first = Desk::staff(&app, "CHECKER1").await;
    let second = Desk::staff(&app, "CHECKER2").await;
    first.review(&txn, 1, "accept", json!({})).await.expect(200);
    second.review(&txn, 1, "sendback", json!({ "reasonCode": "WRONG", "remark": "look again" })).await.expect(200);
    second.review(&txn, 1, "accept", json!({})).await.expect(403);
    first.review(&txn, 1, "accept", json!({})).await.expect(200);
    let done = second.review(&txn, 1, "accept", json!({})).await.expect(200);
    assert_eq!(document(&done, 1)["status"], "Accepted");
}
