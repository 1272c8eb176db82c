//! Who sees and does what: branches, parties, authorised parties, forwards.

use serde_json::json;
use testkit::{TestApp, on_both_databases};

use super::{Desk, document, party, png, status, wish, with};

on_both_databases!(
    a_banker_of_another_branch_does_not_find_it,
    a_party_sees_what_is_asked_of_him_and_nothing_else,
    a_number_that_a_customer_types_is_bound_to_no_request,
    an_address_that_an_administrator_sets_is_bound_after_a_login_with_it,
    an_authorised_party_acts_as_far_as_his_level_goes,
    a_forwarded_request_is_worked_on_for_its_owner,
    another_partys_document_does_not_exist,
    reading_needs_a_screen_and_acting_a_right,
    forwards_follow_the_master_and_never_go_in_circles,
);

async fn a_banker_of_another_branch_does_not_find_it(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let other = Desk::staff(&app, "BANKER2").await;
    let found = other.find(&txn).await.expect(404);
    let made_up = other.find("N2611150000017").await.expect(404);
    assert_eq!(found.bytes, made_up.bytes, "byte for byte as if it did not exist");
    assert_eq!(other.act(&txn, "approve", json!({})).await.status, 404);
    assert_eq!(other.get("docrequest/search", "q=meena").await.expect(200).total(), 0);
    assert_eq!(other.get("document", &format!("txnRefNo={txn}")).await.status, 404);
    let kalvi = app.log_in("KALVI", "BANKER1").await;
    let body = json!({ "txnRefNo": txn });
    assert_eq!(kalvi.post("banker", "transaction/docrequest", Some("F"), &body).await.status, 404);
}

fn two_parties() -> serde_json::Value {
    let parties = json!([
        party("Meena", "meena@example.com", "+919841030001", &["PAN"]),
        party("Arjun", "arjun@example.com", "+919841030002", &["AADHAAR"]),
    ]);
    with(with(wish(), "parties", parties), "send", json!(true))
}

async fn a_party_sees_what_is_asked_of_him_and_nothing_else(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.save(&two_parties()).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let meena = Desk::customer(&app, "meena@example.com").await;
    let found = meena.find(&txn).await.expect(200);
    assert_eq!(found.record()["parties"].as_array().unwrap().len(), 1);
    assert_eq!(found.record()["documentsRequested"], 1, "only hers are counted");
    let text = found.json.to_string();
    for hidden in ["arjun", "Aadhaar", "CIF-1001", "\"owner\""] {
        assert!(!text.contains(hidden), "{hidden} shows");
    }
    let lakshmi = Desk::customer(&app, "lakshmi@example.com").await;
    assert_eq!(lakshmi.find(&txn).await.status, 404);
    let unsent = banker.save(&wish()).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    assert_eq!(meena.find(&unsent).await.status, 404, "nothing is asked of her yet");
}

/// A request to somebody who is known by a number alone; the request's own number.
async fn asked_by_sms(banker: &Desk, mobile: &str) -> String {
    let mut by_sms = party("Somebody", "", mobile, &["PAN"]);
    by_sms["emailNotification"] = json!(false);
    by_sms["smsNotification"] = json!(true);
    let body = with(with(wish(), "send", json!(true)), "parties", json!([by_sms]));
    banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned()
}

async fn a_number_that_a_customer_types_is_bound_to_no_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (own, strangers) = ("+919841070001", "+919841070002");
    let first = asked_by_sms(&banker, own).await;
    let customer = Desk::customer(&app, own).await;
    customer.find(&first).await.expect(200);
    let customers = domain::master_data::find("customerusermaster").unwrap();
    let record = customer.client.operate(customers, "F", &json!({})).await.expect(200).record().clone();
    let typed = json!({ "mobileNumber": strangers, "versionNumber": record["versionNumber"] });
    customer.client.operate(customers, "U", &typed).await.expect(200);
    let next = asked_by_sms(&banker, strangers).await;
    assert_eq!(customer.find(&next).await.status, 404);
    let owner = Desk::customer(&app, strangers).await;
    owner.find(&next).await.expect(200);
    assert_eq!(owner.find(&first).await.status, 404);
}

async fn an_address_that_an_administrator_sets_is_bound_after_a_login_with_it(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let admin = app.log_in("NGB", "ADMIN").await;
    let (own, set) = ("+919841070003", "+919841070004");
    asked_by_sms(&banker, own).await;
    let customers = domain::master_data::find("customerusermaster").unwrap();
    let mut record = admin.operate(customers, "F", &json!({ "userId": own })).await.expect(200).record().clone();
    record["mobileNumber"] = json!(set);
    admin.operate(customers, "U", &record).await.expect(200);
    let by_set_number = Desk::customer(&app, set).await;
    assert_eq!(by_set_number.client.auth["userId"], own, "the code went to the number that was set");
    let next = asked_by_sms(&banker, set).await;
    by_set_number.find(&next).await.expect(200);
    // Another one that is set, and never used, binds nobody.
    let mut record = admin.operate(customers, "F", &json!({ "userId": own })).await.expect(200).record().clone();
    record["mobileNumber"] = json!("+919841070005");
    admin.operate(customers, "U", &record).await.expect(200);
    let other = asked_by_sms(&banker, "+919841070005").await;
    assert_eq!(by_set_number.find(&other).await.status, 404);
}

async fn another_partys_document_does_not_exist(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.save(&two_parties()).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.supply(&txn, 1).await.expect(200);
    let whole = banker.find(&txn).await.expect(200);
    let file = document(&whole, 1)["versions"][0]["files"][0]["fileId"].as_str().unwrap().to_owned();
    let arjun = Desk::customer(&app, "arjun@example.com").await;
    assert_eq!(arjun.upload(&txn, 1, "a.png", png()).await.status, 404);
    assert_eq!(arjun.submit(&txn, json!({ "documents": [1] })).await.status, 404);
    assert_eq!(arjun.act(&txn, "claim", json!({ "documentNo": 1, "reason": "x" })).await.status, 404);
    let place = format!("txnRefNo={txn}&documentNo=1&fileId={file}");
    assert_eq!(arjun.get("document/content", &place).await.status, 404);
    let content = meena.get("document/content", &place).await.expect(200);
    assert_eq!(content.bytes, png());
    assert!(content.headers["content-disposition"].to_str().unwrap().starts_with("attachment"));
    assert_eq!(content.headers["x-content-type-options"], "nosniff");
    let picture = banker.get("document/preview", &place).await.expect(200);
    assert!(picture.headers["content-type"].to_str().unwrap().starts_with("image/"));
    assert_eq!(picture.headers["x-pages"], "1");
    let elsewhere = place.replace("documentNo=1", "documentNo=2");
    assert_eq!(meena.get("document/content", &elsewhere).await.status, 404);
}

async fn an_authorised_party_acts_as_far_as_his_level_goes(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    for (level, may_upload, may_submit) in [(1, false, false), (2, true, false), (3, true, true)] {
        let mut owner = party("Meena", "meena@example.com", "+919841030001", &["PAN"]);
        owner["authorizeOtherPty"] = json!(true);
        let mut helper = party("Arjun", "arjun@example.com", "+919841030002", &[]);
        helper["authPartySeqNo"] = json!(1);
        helper["authLevel"] = json!(level);
        helper["relationship"] = json!("SPOUSE");
        let body = with(with(wish(), "parties", json!([owner, helper])), "send", json!(true));
        let txn = banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
        let arjun = Desk::customer(&app, "arjun@example.com").await;
        let seen = arjun.find(&txn).await.expect(200);
        let allowed = document(&seen, 1)["allowed"].as_array().unwrap().clone();
        assert_eq!((allowed.contains(&json!("upload")), allowed.contains(&json!("submit"))), (may_upload, may_submit));
        let uploaded = arjun.upload(&txn, 1, "pan.png", png()).await.status.as_u16();
        assert_eq!(uploaded, if may_upload { 200 } else { 403 }, "level {level}");
        if may_upload {
            let submitted = arjun.submit(&txn, json!({ "documents": [1] })).await.status.as_u16();
            assert_eq!(submitted, if may_submit { 200 } else { 403 }, "level {level}");
        }
    }
}

async fn a_forwarded_request_is_worked_on_for_its_owner(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    assert_eq!(
        banker.act(&txn, "forward", json!({ "toUserId": "BANKER1" })).await.expect(422).error(),
        "Can't Forward To Same UserId"
    );
    assert_eq!(banker.act(&txn, "forward", json!({ "toUserId": "NOBODY" })).await.status, 422);
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    let other = Desk::staff(&app, "BANKER2").await;
    let seen = other.find(&txn).await.expect(200);
    assert_eq!(status(&seen), "Requested");
    assert_eq!(other.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.status, 422, "he has it already");
    other.act(&txn, "forward", json!({ "toUserId": "BANKER1" })).await.expect(200);
    assert_eq!(other.find(&txn).await.status, 404, "it went back");
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER1" })).await.expect(200);
    assert_eq!(other.find(&txn).await.status, 404, "its owner took it back");
    banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    other.act(&txn, "decline", json!({ "reason": "for him" })).await.expect(200);
    let line = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(
        (line.content()[0]["actor"].as_str(), line.content()[0]["forUser"].as_str()),
        (Some("BANKER2"), Some("BANKER1"))
    );
}

async fn reading_needs_a_screen_and_acting_a_right(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let viewer = Desk::staff(&app, "VIEWER").await;
    viewer.find(&txn).await.expect(200);
    assert_eq!(viewer.save(&wish()).await.status, 403);
    for action in ["send", "approve", "decline", "extend", "cancel", "forward", "notify", "notrequired", "adddocument"]
    {
        assert_eq!(viewer.act(&txn, action, json!({ "reason": "x" })).await.status, 403, "{action}");
    }
    assert_eq!(viewer.review(&txn, 1, "accept", json!({})).await.status, 403);
    assert_eq!(viewer.upload(&txn, 1, "a.png", png()).await.status, 403);
    let checker = Desk::staff(&app, "CHECKER1").await;
    assert_eq!(checker.act(&txn, "approve", json!({})).await.status, 403, "a checker does not decide");
    let meena = Desk::customer(&app, "meena@example.com").await;
    for (resource, operation) in [
        ("docrequest", "S"),
        ("docrequest", "D"),
        ("docrequest/draft", "S"),
        ("document/review", "U"),
        ("meeting", "S"),
    ] {
        assert_eq!(
            meena.call(resource, operation, &json!({ "txnRefNo": txn })).await.status,
            403,
            "{resource} {operation}"
        );
    }
    assert_eq!(meena.get("dashboard", "").await.status, 403);
    assert_eq!(meena.act(&txn, "approve", json!({})).await.status, 403);
}

async fn forwards_follow_the_master_and_never_go_in_circles(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let other = Desk::staff(&app, "BANKER2").await;
    assert_eq!(other.find(&txn).await.status, 404);
    app.behind_the_back("DELETE FROM request_forward").await;
    let master = domain::master_data::find("adminEntityRequestForward").unwrap();
    let forward = |from: &str, to: &str| json!({ "fromUserId": from, "toUserId": to });
    admin.operate(master, "S", &forward("BANKER1", "BANKER2")).await.expect(200);
    other.find(&txn).await.expect(200);
    admin.operate(master, "S", &forward("BANKER2", "CHECKER1")).await.expect(200);
    let circle = admin.operate(master, "S", &forward("CHECKER1", "BANKER1")).await.expect(422);
    assert_eq!(circle.error(), "Can't Forward To Same UserId");
    let mut late = forward("BANKER1", "BANKER2");
    late["versionNumber"] = json!(1);
    late["startDate"] = app.day(3).into();
    admin.operate(master, "U", &late).await.expect(200);
    assert_eq!(other.find(&txn).await.status, 404, "not yet in force");
}
