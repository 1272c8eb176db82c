//! Who sees and does what: branches, parties, authorised parties, forwards.

use serde_json::{Value, json};
use testkit::{Client, TestApp, on_both_databases, on_sqlite};

use super::live::{is_silent, listen};
use super::{Desk, document, party, png, status, wish, with};

on_both_databases!(
    a_banker_of_another_branch_does_not_find_it,
    a_party_sees_what_is_asked_of_him_and_nothing_else,
    a_number_that_a_customer_types_is_bound_to_no_request,
    an_address_that_an_administrator_sets_is_bound_after_a_login_with_it,
    an_authorised_party_acts_as_far_as_his_level_goes,
    a_forwarded_request_is_worked_on_for_its_owner,
    another_partys_document_does_not_exist,
    forwards_follow_the_master_and_never_go_in_circles,
    a_revoked_branch_takes_own_requests_along,
    a_customer_names_a_few_people_a_day,
);

on_sqlite!(
    reading_needs_a_screen_and_acting_a_right,
    a_business_action_needs_edit_on_the_screen_and_deciding_needs_close,
    copying_a_request_needs_the_copy_action,
    a_party_name_carries_no_link_and_no_markup,
    a_customer_writes_no_remark_into_the_banks_mail,
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

async fn operate(admin: &Client, resource: &str, operation: &str, record: Value) {
    admin.operate(domain::master_data::find(resource).unwrap(), operation, &record).await.expect(200);
}

async fn a_revoked_branch_takes_own_requests_along(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let (own, handed_on) = (banker.sent().await, banker.sent().await);
    let mut at_desk = listen(&banker).await;
    let branches = domain::master_data::find("userbranchaccess").unwrap();
    let key = json!({ "userId": "BANKER1", "tenantCode": "RETAIL", "branchCode": "BR101" });
    let mut grant = admin.operate(branches, "F", &key).await.expect(200).record().clone();
    grant["accessAllowed"] = json!(false);
    operate(&admin, "userbranchaccess", "U", grant).await;
    assert_eq!(banker.find(&own).await.status, 404);
    assert_eq!(banker.act(&own, "cancel", json!({ "reason": "x" })).await.status, 404);
    assert_eq!(banker.get("docrequest/timeline", &format!("txnRefNo={own}")).await.status, 404);
    for query in ["", "q=meena", "owner=BANKER1", "status=Requested&sort=-documentDueDate"] {
        assert_eq!(banker.get("docrequest/search", query).await.expect(200).total(), 0, "{query}");
    }
    // Neither the stream nor the bell tells of it.
    let meena = Desk::customer(&app, "meena@example.com").await;
    for number in [1, 2] {
        meena.supply(&own, number).await.expect(200);
    }
    assert!(is_silent(&mut at_desk).await);
    let bell = banker.get("notification", "").await.expect(200);
    assert!(bell.content().iter().all(|notice| notice["txnRefNo"] != own.as_str()), "{}", bell.json);
    // Others of the branch go on with it, and hand it to somebody who may.
    let role = json!({ "roleCode": "CHECKER2", "actionCode": "forward" });
    operate(&admin, "roleactionmapping", "S", role).await;
    let checker = Desk::staff(&app, "CHECKER2").await;
    checker.act(&handed_on, "forward", json!({ "toUserId": "BANKER2" })).await.expect(200);
    Desk::staff(&app, "BANKER2").await.find(&handed_on).await.expect(200);
    assert_eq!(banker.find(&handed_on).await.status, 404);
    let mut grant = admin.operate(branches, "F", &key).await.expect(200).record().clone();
    grant["accessAllowed"] = json!(true);
    operate(&admin, "userbranchaccess", "U", grant).await;
    banker.find(&own).await.expect(200);
}

async fn a_business_action_needs_edit_on_the_screen_and_deciding_needs_close(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    for role in ["VIEWER", "CHECKER1"] {
        for action in ["send", "extend", "forward", "cancel", "decline", "approve"] {
            operate(&admin, "roleactionmapping", "S", json!({ "roleCode": role, "actionCode": action })).await;
        }
    }
    operate(&admin, "roleactionmapping", "S", json!({ "roleCode": "VIEWER", "actionCode": "review" })).await;
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    let allowed = |answer: &testkit::Answer| -> Vec<String> {
        let all = answer.record()["allowed"].as_array().unwrap();
        all.iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    let viewer = Desk::staff(&app, "VIEWER").await;
    let more = json!({ "reason": "x", "expiresOn": app.day(60), "toUserId": "BANKER2" });
    for action in ["extend", "forward", "cancel", "decline", "approve", "notify"] {
        assert_eq!(viewer.act(&txn, action, more.clone()).await.status, 403, "{action} with view alone");
    }
    assert_eq!(viewer.review(&txn, 1, "accept", json!({})).await.status, 403);
    assert_eq!(allowed(&viewer.find(&txn).await.expect(200)), Vec::<String>::new());
    // A checker of level 1 has `edit`, and no `close`.
    let checker = Desk::staff(&app, "CHECKER1").await;
    for action in ["cancel", "decline", "approve"] {
        assert_eq!(checker.act(&txn, action, more.clone()).await.status, 403, "{action} without close");
    }
    assert_eq!(allowed(&checker.find(&txn).await.expect(200)), ["extend", "forward"]);
    checker.act(&txn, "extend", json!({ "expiresOn": app.day(60) })).await.expect(200);
    // On another screen it does not count.
    let close = |screen: &str| json!({ "roleCode": "CHECKER1", "screenCode": screen, "actionCode": "close" });
    operate(&admin, "rolescreenmapping", "S", close("SD-BNK-003")).await;
    assert_eq!(checker.act(&txn, "cancel", json!({ "reason": "x" })).await.status, 403);
    operate(&admin, "rolescreenmapping", "S", close("SD-BNK-004")).await;
    assert!(allowed(&checker.find(&txn).await.expect(200)).contains(&"cancel".to_owned()));
    checker.act(&txn, "cancel", json!({ "reason": "x" })).await.expect(200);
}

async fn copying_a_request_needs_the_copy_action(app: TestApp) {
    let admin = app.log_in("NGB", "ADMIN").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let key = json!({ "txnRefNo": txn });
    banker.call("docrequest/clone", "F", &key).await.expect(200);
    for screen in ["001", "002", "004", "005", "006", "007"] {
        let row = json!({ "roleCode": "BANKER", "screenCode": format!("SD-BNK-{screen}"), "actionCode": "copy" });
        operate(&admin, "rolescreenmapping", "D", row).await;
    }
    assert_eq!(banker.call("docrequest/clone", "F", &key).await.status, 403);
    let found = banker.find(&txn).await.expect(200);
    assert!(!found.record()["allowed"].as_array().unwrap().contains(&json!("clone")));
}

/// A request whose party may authorise others.
async fn authorising(banker: &Desk) -> String {
    let mut body = with(wish(), "send", json!(true));
    body["parties"][0]["authorizeOtherPty"] = json!(true);
    banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned()
}

fn helper(number: usize) -> Value {
    let mut helper = party("Ravi", &format!("ravi{number}@example.com"), &format!("+9198410399{number:02}"), &[]);
    helper["relationship"] = json!("SPOUSE");
    helper
}

async fn a_party_name_carries_no_link_and_no_markup(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = authorising(&banker).await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let before = app.count("SELECT count(*) FROM outbox").await;
    for name in ["Win at evil.example", "https://evil", "<a href=x>", "www.evil.in", "a@evil.in"] {
        for field in ["firstName", "secondName", "lastName"] {
            let party = with(helper(1), field, json!(name));
            let refused = meena.act(&txn, "addparty", json!({ "party": party })).await.expect(422);
            assert_eq!(refused.fields(), [format!("party.{field}")], "{name}");
        }
        let mut body = wish();
        body["parties"][0]["lastName"] = json!(name);
        assert_eq!(banker.save(&body).await.expect(422).fields(), ["parties[0].lastName"], "{name}");
    }
    assert_eq!(app.count("SELECT count(*) FROM outbox").await, before);
    let ravi = with(helper(1), "firstName", json!("K.R.Ravi S/O Raman"));
    meena.act(&txn, "addparty", json!({ "party": ravi })).await.expect(200);
}

async fn a_customer_writes_no_remark_into_the_banks_mail(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = authorising(&banker).await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let ravi = with(helper(1), "requestRemarks", json!("Pay at evil.example at once"));
    let refused = meena.act(&txn, "addparty", json!({ "party": ravi.clone() })).await.expect(422);
    assert_eq!(refused.fields(), ["party.requestRemarks"]);
    let ravi = with(ravi, "authPartySeqNo", json!(1));
    let ravi = with(ravi, "authLevel", json!(1));
    banker.act(&txn, "addparty", json!({ "party": ravi })).await.expect(200);
}

async fn a_customer_names_a_few_people_a_day(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (one, other) = (authorising(&banker).await, authorising(&banker).await);
    let meena = Desk::customer(&app, "meena@example.com").await;
    let wrong = with(helper(0), "relationship", json!("NONE"));
    meena.act(&one, "addparty", json!({ "party": wrong })).await.expect(422);
    for number in 0..5 {
        let txn = if number % 2 == 0 { &one } else { &other };
        meena.act(txn, "addparty", json!({ "party": helper(number) })).await.expect(200);
    }
    let refused = meena.act(&other, "addparty", json!({ "party": helper(9) })).await.expect(429);
    assert!(refused.headers.contains_key("retry-after"), "{:?}", refused.headers);
    assert_eq!(app.count("SELECT count(*) FROM customer_user WHERE user_id = 'ravi9@example.com'").await, 0);
    app.clock.advance_seconds(24 * 3600);
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.act(&other, "addparty", json!({ "party": helper(9) })).await.expect(200);
}
