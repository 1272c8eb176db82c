//! What each side and each party sees of a request.

use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::{Desk, document, party, png, reference, request_input, with};

on_both_databases!(
    a_party_cannot_read_or_search_internal_remarks,
    staged_files_are_visible_to_their_own_side_only,
    a_deputy_sees_open_requests_only,
    a_party_sees_nothing_of_another_party,
);

on_sqlite!(a_party_does_not_see_which_employee_uploaded_a_file,);

async fn a_party_cannot_read_or_search_internal_remarks(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(with(request_input(), "send", json!(true)), "userReference", json!("blacklist9"));
    let ravi = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
    body["parties"].as_array_mut().unwrap().push(ravi);
    let txn = reference(&banker.save(&body).await.expect(200));
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let (first, second) = (Desk::staff(&app, "CHECKER1").await, Desk::staff(&app, "CHECKER2").await);
    first.review(&txn, 1, "accept", json!({ "remark": "fine, though thin" })).await.expect(200);
    second.review(&txn, 1, "sendback", json!({ "remark": "on the fraud list?" })).await.expect(200);
    let seen = meena.find(&txn).await.expect(200).json.to_string();
    assert!(!seen.contains("CHECKER") && !seen.contains("thin") && !seen.contains("fraud"), "{seen}");
    first
        .review(&txn, 1, "reject", json!({ "reasonCode": "WRONG", "remark": "the back is missing" }))
        .await
        .expect(200);
    let seen = meena.find(&txn).await.expect(200);
    assert_eq!(document(&seen, 1)["reasonRemark"], "the back is missing", "that is said to him");
    for (query, total) in [
        ("q=meena", 1),
        ("q=krish", 1),
        (&*format!("q={}", txn.to_lowercase()), 1),
        ("q=meena%20krishnan", 1),
        ("q=eena", 0),
        ("q=%25", 0),
        ("q=_eena", 0),
        ("q=blacklist9", 0),
        ("q=ravi", 0),
        ("q=ravi@example.com", 0),
    ] {
        assert_eq!(meena.get("docrequest/search", query).await.expect(200).total(), total, "{query}");
    }
    assert_eq!(meena.get("docrequest/search", "owner=BANKER1").await.expect(422).fields(), ["owner"]);
}

async fn staged_files_are_visible_to_their_own_side_only(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let file = meena.upload(&txn, 1, "secret.png", png()).await.expect(200).record()["fileId"].clone();
    let key = format!("txnRefNo={txn}&documentNo=1&fileId={}", file.as_str().unwrap());
    let seen = banker.find(&txn).await.expect(200);
    assert!(!seen.json.to_string().contains("secret"), "{}", seen.json);
    banker.get("document/content", &key).await.expect(404);
    banker.get("document/preview", &key).await.expect(404);
    let gone = json!({ "txnRefNo": txn, "documentNo": 1, "fileId": file });
    banker.call("document/upload", "D", &gone).await.expect(404);
    assert_eq!(banker.submit(&txn, json!({ "documents": [1] })).await.expect(422).fields(), ["documents"]);
    let told = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    assert!(!told.json.to_string().contains("secret"), "{}", told.json);
    // Each side stages and submits its own files.
    let own = banker.upload(&txn, 1, "scan.png", png()).await.expect(200).record()["fileId"].clone();
    let (at_home, at_desk) = (meena.find(&txn).await.expect(200), banker.find(&txn).await.expect(200));
    assert_eq!(document(&at_home, 1)["staged"].as_array().unwrap().len(), 1);
    assert_eq!(document(&at_desk, 1)["staged"][0]["fileId"], own);
    let done = banker.submit(&txn, json!({ "documents": [1] })).await.expect(200);
    let files = document(&done, 1)["versions"][0]["files"].as_array().unwrap();
    assert_eq!(files.iter().map(|file| file["fileName"].as_str().unwrap()).collect::<Vec<_>>(), ["scan.png"]);
}

async fn a_party_does_not_see_which_employee_uploaded_a_file(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    banker.upload(&txn, 1, "a.png", png()).await.expect(200);
    banker.submit(&txn, json!({ "documents": [1] })).await.expect(200);
    assert_eq!(document(&banker.find(&txn).await.expect(200), 1)["versions"][0]["uploadedBy"], "BANKER1");
    let seen = Desk::customer(&app, "meena@example.com").await.find(&txn).await.expect(200);
    let version = &document(&seen, 1)["versions"][0];
    assert_eq!((&version["onBehalf"], &version["uploadedBy"]), (&json!(true), &Value::Null));
}

async fn a_deputy_sees_open_requests_only(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let other = Desk::staff(&app, "BANKER2").await;
    let (open, closed) = (banker.sent().await, banker.sent().await);
    banker.act(&closed, "cancel", json!({ "reason": "enough" })).await.expect(200);
    let customers = async || other.get("docrequest/customer", "q=meena").await.expect(200).content().len();
    assert_eq!(customers().await, 0, "he has no request of hers");
    let admin = app.log_in("NGB", "ADMIN").await;
    let forward = domain::master_data::find("adminEntityRequestForward").unwrap();
    let entry = admin.operate(forward, "F", &json!({ "fromUserId": "BANKER1" })).await.expect(200).record().clone();
    let entry = with(with(entry, "startDate", json!(app.day(0))), "expiryDate", json!(app.day(9)));
    admin.operate(forward, "U", &with(entry, "toUserId", json!("BANKER2"))).await.expect(200);
    other.find(&open).await.expect(200);
    other.find(&closed).await.expect(404);
    for query in
        ["", "q=krishnan", "q=krishnan&sort=customerName", "sort=-updatedOn", "q=kri&status=Requested,Rejected"]
    {
        let found = other.get("docrequest/search", query).await.expect(200);
        let refs: Vec<&Value> = found.content().iter().map(|row| &row["txnRefNo"]).collect();
        assert_eq!(refs, [&json!(open)], "{query}");
    }
    assert_eq!(customers().await, 1);
    banker.act(&open, "forward", json!({ "toUserId": "ADMIN" })).await.expect(422);
}

async fn a_party_sees_nothing_of_another_party(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(request_input(), "send", json!(true));
    let second = party("Arjun", "arjun@example.com", "+919841030088", &["PASSPORT"]);
    body["parties"].as_array_mut().unwrap().push(second);
    let txn = banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let arjun = Desk::customer(&app, "arjun@example.com").await;
    let seen = arjun.find(&txn).await.expect(200);
    let listed = arjun.get("docrequest/search", "").await.expect(200);
    for text in [seen.record().to_string(), listed.content()[0].to_string()] {
        for secret in ["meena@example.com", "+919841030001", "12 Temple Street", "600004", "BANKER1"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        assert!(text.contains("Meena Krishnan"), "he may know what it is about");
    }
    let meena = Desk::customer(&app, "meena@example.com").await;
    assert_eq!(meena.find(&txn).await.expect(200).record()["emailAddress"], "meena@example.com");
}
