//! Who may see and do what: branches, parties, authorised parties, forwards.

use serde_json::{Value, json};
use testkit::{Client, TestApp, on_both_databases, on_sqlite};

use super::live::{is_silent, listen};
use super::{Desk, document, party, png, recipients, reference, request_input, status, with};

on_both_databases!(
    a_banker_of_another_branch_does_not_find_it,
    a_party_sees_only_the_documents_asked_of_them,
    a_number_that_a_customer_types_is_bound_to_no_request,
    an_address_that_an_administrator_sets_is_bound_after_a_login_with_it,
    an_authorised_party_acts_within_their_level,
    a_forwarded_request_is_worked_on_for_its_owner,
    another_partys_document_does_not_exist,
    forwards_follow_the_master_and_never_go_in_circles,
    a_revoked_branch_takes_own_requests_along,
    a_customer_names_a_few_people_a_day,
    a_corrected_mail_address_is_the_one_that_logs_in,
    parties_who_share_a_mobile_number_have_separate_logins,
    a_request_cannot_be_forwarded_to_a_user_without_access,
    a_refused_party_leaves_no_login_behind,
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
    with(with(request_input(), "parties", parties), "send", json!(true))
}

async fn a_party_sees_only_the_documents_asked_of_them(app: TestApp) {
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
    let unsent = banker.save(&request_input()).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    assert_eq!(meena.find(&unsent).await.status, 404, "nothing is asked of her yet");
}

/// A request to a party known by a mobile number only; returns the request's number.
async fn asked_by_sms(banker: &Desk, mobile: &str) -> String {
    let mut by_sms = party("Somebody", "", mobile, &["PAN"]);
    by_sms["emailNotification"] = json!(false);
    by_sms["smsNotification"] = json!(true);
    let body = with(with(request_input(), "send", json!(true)), "parties", json!([by_sms]));
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
    // Another number that is set and never used binds nobody.
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
    meena.upload_and_submit(&txn, 1).await.expect(200);
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

async fn an_authorised_party_acts_within_their_level(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    for (level, may_upload, may_submit) in [(1, false, false), (2, true, false), (3, true, true)] {
        let mut owner = party("Meena", "meena@example.com", "+919841030001", &["PAN"]);
        owner["authorizeOtherPty"] = json!(true);
        let mut helper = party("Arjun", "arjun@example.com", "+919841030002", &[]);
        helper["authPartySeqNo"] = json!(1);
        helper["authLevel"] = json!(level);
        helper["relationship"] = json!("SPOUSE");
        let body = with(with(request_input(), "parties", json!([owner, helper])), "send", json!(true));
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
    assert_eq!(viewer.save(&request_input()).await.status, 403);
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
    app.run_sql_directly("DELETE FROM request_forward").await;
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
    // Neither events nor notifications mention it.
    let meena = Desk::customer(&app, "meena@example.com").await;
    for number in [1, 2] {
        meena.upload_and_submit(&own, number).await.expect(200);
    }
    assert!(is_silent(&mut at_desk).await);
    let bell = banker.get("notification", "").await.expect(200);
    assert!(bell.content().iter().all(|notice| notice["txnRefNo"] != own.as_str()), "{}", bell.json);
    // Others of the branch continue with it and forward it.
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
    for action in ["extend", "forward", "cancel", "decline", "approve", "notify", "remind"] {
        assert_eq!(viewer.act(&txn, action, more.clone()).await.status, 403, "{action} with view alone");
    }
    assert_eq!(viewer.review(&txn, 1, "accept", json!({})).await.status, 403);
    assert_eq!(allowed(&viewer.find(&txn).await.expect(200)), Vec::<String>::new());
    // A checker of level 1 has `edit` but not `close`.
    let checker = Desk::staff(&app, "CHECKER1").await;
    for action in ["cancel", "decline", "approve"] {
        assert_eq!(checker.act(&txn, action, more.clone()).await.status, 403, "{action} without close");
    }
    assert_eq!(allowed(&checker.find(&txn).await.expect(200)), ["extend", "forward", "remind", "evidence"]);
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
    let mut body = with(request_input(), "send", json!(true));
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
        let mut body = request_input();
        body["parties"][0]["lastName"] = json!(name);
        assert_eq!(banker.save(&body).await.expect(422).fields(), ["parties[0].lastName"], "{name}");
    }
    assert_eq!(app.count("SELECT count(*) FROM outbox").await, before);
    // A customer's choice is narrower than the bank's.
    for name in ["Call +91 99999 99999", "evil\u{2024}example/pay", "Ravi S/O Raman", "Ravi 2"] {
        let ravi = with(helper(1), "lastName", json!(name));
        let refused = meena.act(&txn, "addparty", json!({ "party": ravi })).await.expect(422);
        assert_eq!((refused.code(), refused.fields()), ("customerName", vec!["party.lastName"]), "{name}");
    }
    assert_eq!(app.count("SELECT count(*) FROM outbox").await, before);
    let ravi = with(helper(1), "firstName", json!("K.R.Ravi S/O Raman"));
    banker
        .act(&txn, "addparty", json!({ "party": with(with(ravi, "authPartySeqNo", json!(1)), "authLevel", json!(1)) }))
        .await
        .expect(200);
    let kannan = with(with(helper(2), "firstName", json!("கா. கண்ணன்")), "lastName", json!("O\u{2019}Neil-Rao"));
    meena.act(&txn, "addparty", json!({ "party": kannan })).await.expect(200);
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

async fn a_corrected_mail_address_is_the_one_that_logs_in(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(request_input(), "send", json!(true));
    body["parties"] = json!([party("Asha", "asha@exmaple.com", "+919841030055", &["PAN"])]);
    let txn = reference(&banker.save(&body).await.expect(200));
    let mut edited = banker.find(&txn).await.expect(200).record().clone();
    edited["parties"][0]["emailAddress"] = json!("asha@example.com");
    banker.call("docrequest", "U", &edited).await.expect(200);
    banker.act(&txn, "notify", json!({})).await.expect(200);
    assert_eq!(recipients(&app, &txn, "RequestModified").await, ["asha@example.com"]);
    let asha = Desk::customer(&app, "asha@example.com").await;
    assert_eq!(asha.get("docrequest/search", "").await.expect(200).total(), 1);
    let wrong = Desk::customer(&app, "asha@exmaple.com").await;
    assert_eq!(wrong.get("docrequest/search", "").await.expect(200).total(), 0);
}

async fn parties_who_share_a_mobile_number_have_separate_logins(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    for (mail, name) in [("one@example.com", "One"), ("two@example.com", "Two")] {
        let mut body = with(request_input(), "send", json!(true));
        body["parties"] = json!([party(name, mail, "+919841030066", &["PAN"])]);
        banker.save(&body).await.expect(200);
    }
    for mail in ["one@example.com", "two@example.com"] {
        let found = Desk::customer(&app, mail).await.get("docrequest/search", "").await.expect(200);
        assert_eq!(found.total(), 1, "{mail}");
    }
    let mut alone = with(request_input(), "send", json!(true));
    alone["parties"] = json!([party("Four", "four@example.com", "+919841030067", &["PAN"])]);
    banker.save(&alone).await.expect(200);
    let by_number = Desk::customer(&app, "+919841030067").await;
    assert_eq!(by_number.client.auth["userId"], "four@example.com", "a number that one person has is his");
    let mut by_sms = party("Three", "", "+919841030066", &["PAN"]);
    by_sms["emailNotification"] = json!(false);
    by_sms["smsNotification"] = json!(true);
    banker.save(&with(with(request_input(), "send", json!(true)), "parties", json!([by_sms]))).await.expect(200);
    let logins = "SELECT count(*) FROM customer_user WHERE mobile_number = '+919841030066'";
    assert_eq!(app.count(logins).await, 3, "who has no mail address is nobody who has one");
}

async fn a_request_cannot_be_forwarded_to_a_user_without_access(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    app.run_sql_directly("DELETE FROM user_branch WHERE user_id = 'BANKER2' AND tenant_code = 'RETAIL'").await;
    let refused = banker.act(&txn, "forward", json!({ "toUserId": "BANKER2" })).await.expect(422);
    assert_eq!(refused.fields(), ["toUserId"]);
}

async fn a_refused_party_leaves_no_login_behind(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let logins = app.count("SELECT count(*) FROM customer_user").await;
    let new = party("Ghost", "ghost@example.com", "+919841030077", &[]);
    let meena = Desk::customer(&app, "meena@example.com").await;
    let mut named = new.clone();
    named["relationship"] = json!("SPOUSE");
    meena.act(&txn, "addparty", json!({ "party": named })).await.expect(403);
    meena.act("N0000000000000", "addparty", json!({ "party": named })).await.expect(404);
    for (number, level) in [(1, 1), (44, 1)] {
        let mut wrong = named.clone();
        wrong["authPartySeqNo"] = json!(number);
        wrong["authLevel"] = json!(level);
        let refused = banker.act(&txn, "addparty", json!({ "party": wrong })).await.expect(422);
        assert_eq!(refused.fields(), ["party.authPartySeqNo"], "{number} authorises nobody");
    }
    let mut edited = banker.find(&txn).await.expect(200).record().clone();
    edited["parties"] = json!([new]);
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let stale = banker.call("docrequest", "U", &edited).await.expect(409);
    assert_eq!(stale.code(), "stale");
    banker.act(&txn, "addparty", json!({ "party": new, "versionNumber": 1 })).await.expect(409);
    edited["versionNumber"] = banker.find(&txn).await.expect(200).record()["versionNumber"].clone();
    banker.call("docrequest", "U", &edited).await.expect(409);
    assert_eq!(app.count("SELECT count(*) FROM customer_user").await, logins);
}
