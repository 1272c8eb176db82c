//! Renewals: documents that fall due again, and the requests that renew them.

use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases};

use super::{Desk, party, reference, with};

on_both_databases!(
    a_renewal_asks_for_what_it_renews,
    a_renewal_that_asks_no_more_is_given_back,
    a_renewal_is_done_when_the_copy_is_accepted,
    a_document_is_due_again_when_its_renewal_is_cancelled,
    a_renewal_that_is_deleted_renews_nothing,
);

/// A request whose second document was accepted and is to be renewed, and the body of a renewal.
pub(super) async fn to_be_renewed(app: &TestApp, banker: &Desk) -> (String, Value) {
    let txn = banker.sent().await;
    Desk::customer(app, "meena@example.com").await.upload_and_submit(&txn, 2).await.expect(200);
    for checker in ["CHECKER1", "CHECKER2"] {
        Desk::staff(app, checker).await.review(&txn, 2, "accept", json!({})).await.expect(200);
    }
    app.run_sql_directly("UPDATE docrequest_renewal SET remind_on = '2000-01-01'").await;
    let body = banker.call("compliance", "S", &json!({ "txnRefNo": txn, "documentNo": 2 })).await.expect(200);
    let body = with(body.record().clone(), "send", json!(true));
    (txn, body)
}

async fn renewed_by(banker: &Desk, txn: &str) -> Value {
    let found = banker.get("compliance", "size=100").await.expect(200);
    found.content().iter().find(|one| one["txnRefNo"] == txn).unwrap()["renewedBy"].clone()
}

async fn a_renewal_asks_for_what_it_renews(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (txn, body) = to_be_renewed(&app, &banker).await;
    let mut other = body.clone();
    other["parties"][0]["documents"] = json!([{ "documentCode": "PAN" }]);
    assert_eq!(banker.save(&other).await.expect(422).fields(), ["renews"]);
    let mut of_another = body.clone();
    of_another["parties"] = json!([party("Ravi", "ravi@example.com", "+919841030099", &["AADHAAR"])]);
    of_another["parties"][0]["lastName"] = json!("Shankar");
    assert_eq!(banker.save(&of_another).await.expect(422).fields(), ["renews"]);
    assert_eq!(renewed_by(&banker, &txn).await, Value::Null);
    let mut moved = body;
    moved["parties"][0]["mobileNumber"] = json!("+919841030098");
    let renewal = banker.save(&moved).await.expect(200).record()["txnRefNo"].clone();
    assert_eq!(renewed_by(&banker, &txn).await, renewal, "a new telephone, and the same person");
}

async fn a_renewal_that_asks_no_more_is_given_back(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let (txn, mut body) = to_be_renewed(&app, &banker).await;
    body["parties"][0]["documents"].as_array_mut().unwrap().push(json!({ "documentCode": "PAN" }));
    let made = async || banker.save(&body).await.expect(200).record().clone();
    let number = |record: &Value| record["txnRefNo"].as_str().unwrap().to_owned();

    let first = number(&made().await);
    banker.act(&first, "notrequired", json!({ "documentNo": 2 })).await.expect(200);
    assert_eq!(renewed_by(&banker, &txn).await, first.as_str(), "another document");
    banker.act(&first, "notrequired", json!({ "documentNo": 1 })).await.expect(200);
    assert_eq!(renewed_by(&banker, &txn).await, Value::Null, "not required");

    let second = number(&made().await);
    banker.act(&second, "removedocument", json!({ "documentNo": 1 })).await.expect(200);
    assert_eq!(renewed_by(&banker, &txn).await, Value::Null, "removed");

    let mut edited = made().await;
    edited["parties"][0]["documents"].as_array_mut().unwrap().remove(0);
    banker.call("docrequest", "U", &edited).await.expect(200);
    assert_eq!(renewed_by(&banker, &txn).await, Value::Null, "left out by an edit");
}

async fn a_renewal_is_done_when_the_copy_is_accepted(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (txn, mut body) = to_be_renewed(&app, &banker).await;
    body["parties"][0]["documents"][0]["mandatory"] = json!(false);
    body["parties"][0]["documents"].as_array_mut().unwrap().push(json!({ "documentCode": "PAN" }));
    for is_brought in [false, true] {
        let renewal = banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
        let meena = Desk::customer(&app, "meena@example.com").await;
        for document in if is_brought { vec![1, 2] } else { vec![2] } {
            meena.upload_and_submit(&renewal, document).await.expect(200);
            for checker in ["CHECKER1", "CHECKER2"] {
                let checker = Desk::staff(&app, checker).await;
                checker.review(&renewal, document, "accept", json!({})).await.expect(200);
            }
        }
        banker.act(&renewal, "approve", json!({})).await.expect(200);
        let now = renewed_by(&banker, &txn).await;
        assert_eq!(now, if is_brought { json!(renewal) } else { Value::Null }, "approved with it: {is_brought}");
    }
}

/// The demo has renewals in its list.
pub(super) async fn check_demo(app: &TestApp) {
    for (entity, user, tenant) in [
        ("NGB", "BANKER1", "RETAIL"),
        ("NGB", "BANKER2", "RETAIL"),
        ("NGB", "BANKER2", "SME"),
        ("NGB", "CHECKER1", "RETAIL"),
        ("KALVI", "BANKER1", "MAIN"),
        ("KALVI", "BANKER2", "MAIN"),
        ("KALVI", "CHECKER2", "MAIN"),
    ] {
        let mut client = app.log_in(entity, user).await;
        client.claims.insert("tenantCode".into(), tenant.into());
        let found = client.get("banker", "transaction/compliance", "").await.expect(200);
        assert!(!found.content().is_empty(), "{entity} {tenant} {user}");
        assert!(found.content().iter().all(|one| one["renewedBy"].is_null()));
    }
}

async fn a_document_is_due_again_when_its_renewal_is_cancelled(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 2).await.expect(200);
    for checker in ["CHECKER1", "CHECKER2"] {
        Desk::staff(&app, checker).await.review(&txn, 2, "accept", json!({})).await.expect(200);
    }
    app.run_sql_directly("UPDATE docrequest_renewal SET remind_on = '2000-01-01'").await;
    let renewed_by = async || banker.get("compliance", "").await.expect(200).content()[0]["renewedBy"].clone();
    let key = json!({ "txnRefNo": txn, "documentNo": 2 });
    let mut body = banker.call("compliance", "S", &key).await.expect(200).record().clone();
    body["send"] = json!(true);
    for (action, more) in [("cancel", json!({ "reason": "wrong one" })), ("decline", json!({ "reason": "too late" }))] {
        let renewal = reference(&banker.save(&body).await.expect(200));
        assert_eq!(renewed_by().await, renewal.as_str());
        banker.save(&body).await.expect(409);
        banker.act(&renewal, action, more).await.expect(200);
        assert_eq!(renewed_by().await, Value::Null, "{action}: it is still to be renewed");
    }
}

async fn a_renewal_that_is_deleted_renews_nothing(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let checkers = [Desk::staff(&app, "CHECKER1").await, Desk::staff(&app, "CHECKER2").await];
    Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 2).await.expect(200);
    for checker in &checkers {
        checker.review(&txn, 2, "accept", json!({})).await.expect(200);
    }
    app.run_sql_directly("UPDATE docrequest_renewal SET remind_on = '2000-01-01'").await;
    let due = async || banker.get("compliance", "").await.expect(200).content().clone();
    assert_eq!(due().await.len(), 1);
    let body = banker.call("compliance", "S", &json!({ "txnRefNo": txn, "documentNo": 2 })).await.expect(200);
    let mut body = body.record().clone();
    let mut wrong = body.clone();
    wrong["renews"]["documentNo"] = json!(1);
    banker.save(&wrong).await.expect(422);
    body["send"] = json!(false);
    let renewal = banker.save(&body).await.expect(200).record()["txnRefNo"].clone();
    assert_eq!(due().await[0]["renewedBy"], renewal);
    banker.call("docrequest", "D", &json!({ "txnRefNo": renewal })).await.expect(200);
    assert_eq!(due().await[0]["renewedBy"], Value::Null, "thrown away, it renews nothing");
    checkers[1].review(&txn, 2, "undo", json!({ "remark": "look again" })).await.expect(200);
    assert_eq!(due().await.len(), 0, "what is looked at again does not fall due");
}
