//! What comes after: a mistake that is mended, somebody else who looks, a second step, an end.

use axum::body::Body;
use serde_json::{Value, json};
use testkit::{Answer, TestApp, on_both_databases, on_sqlite};

use super::{Desk, document, party, png, wish, with};

on_both_databases!(
    a_mail_address_that_is_mended_is_the_one_that_logs_in,
    two_who_share_a_telephone_are_two,
    a_party_reads_and_finds_nothing_of_the_banks_own,
    what_is_handed_in_twice_is_one_version,
    what_is_not_handed_in_is_seen_by_its_side_alone,
    a_renewal_ends_with_its_request,
    meetings_end_with_their_request,
    several_are_done_or_none_is_begun,
    what_was_not_required_may_be_asked_for_again,
    dates_of_documents_follow_the_request,
    whom_a_customer_names_is_told,
    everybody_who_is_asked_is_told_and_nobody_else,
    an_edit_changes_what_it_says,
);

on_sqlite!(
    a_file_of_requests_is_only_tried_if_it_says_so,
    every_document_that_is_accepted_is_told,
    a_version_is_a_number,
    an_answer_to_a_claim_is_said,
    views_end_somewhere,
);

pub(super) async fn letters(app: &TestApp, txn: &str, event: &str) -> Vec<String> {
    let sql =
        format!("SELECT recipient FROM outbox WHERE txn_ref_no = '{txn}' AND event = '{event}' ORDER BY message_id");
    app.texts(&sql).await
}

fn reference(answer: &Answer) -> String {
    answer.record()["txnRefNo"].as_str().unwrap().to_owned()
}

async fn a_mail_address_that_is_mended_is_the_one_that_logs_in(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(wish(), "send", json!(true));
    body["parties"] = json!([party("Asha", "asha@exmaple.com", "+919841030055", &["PAN"])]);
    let txn = reference(&banker.save(&body).await.expect(200));
    let mut edited = banker.find(&txn).await.expect(200).record().clone();
    edited["parties"][0]["emailAddress"] = json!("asha@example.com");
    banker.call("docrequest", "U", &edited).await.expect(200);
    banker.act(&txn, "notify", json!({})).await.expect(200);
    assert_eq!(letters(&app, &txn, "RequestModified").await, ["asha@example.com"]);
    let asha = Desk::customer(&app, "asha@example.com").await;
    assert_eq!(asha.get("docrequest/search", "").await.expect(200).total(), 1);
    let wrong = Desk::customer(&app, "asha@exmaple.com").await;
    assert_eq!(wrong.get("docrequest/search", "").await.expect(200).total(), 0);
}

async fn two_who_share_a_telephone_are_two(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    for (mail, name) in [("one@example.com", "One"), ("two@example.com", "Two")] {
        let mut body = with(wish(), "send", json!(true));
        body["parties"] = json!([party(name, mail, "+919841030066", &["PAN"])]);
        banker.save(&body).await.expect(200);
    }
    for mail in ["one@example.com", "two@example.com"] {
        let found = Desk::customer(&app, mail).await.get("docrequest/search", "").await.expect(200);
        assert_eq!(found.total(), 1, "{mail}");
    }
    let mut alone = with(wish(), "send", json!(true));
    alone["parties"] = json!([party("Four", "four@example.com", "+919841030067", &["PAN"])]);
    banker.save(&alone).await.expect(200);
    let by_number = Desk::customer(&app, "+919841030067").await;
    assert_eq!(by_number.client.auth["userId"], "four@example.com", "a number that one person has is his");
    let mut by_sms = party("Three", "", "+919841030066", &["PAN"]);
    by_sms["emailNotification"] = json!(false);
    by_sms["smsNotification"] = json!(true);
    banker.save(&with(with(wish(), "send", json!(true)), "parties", json!([by_sms]))).await.expect(200);
    let logins = "SELECT count(*) FROM customer_user WHERE mobile_number = '+919841030066'";
    assert_eq!(app.count(logins).await, 3, "who has no mail address is nobody who has one");
}

async fn a_party_reads_and_finds_nothing_of_the_banks_own(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(with(wish(), "send", json!(true)), "userReference", json!("blacklist9"));
    let ravi = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
    body["parties"].as_array_mut().unwrap().push(ravi);
    let txn = reference(&banker.save(&body).await.expect(200));
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.supply(&txn, 1).await.expect(200);
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

async fn what_is_handed_in_twice_is_one_version(app: TestApp) {
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

async fn what_is_not_handed_in_is_seen_by_its_side_alone(app: TestApp) {
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
    // Each side has room of its own, and hands in its own.
    let own = banker.upload(&txn, 1, "scan.png", png()).await.expect(200).record()["fileId"].clone();
    let (at_home, at_desk) = (meena.find(&txn).await.expect(200), banker.find(&txn).await.expect(200));
    assert_eq!(document(&at_home, 1)["staged"].as_array().unwrap().len(), 1);
    assert_eq!(document(&at_desk, 1)["staged"][0]["fileId"], own);
    let done = banker.submit(&txn, json!({ "documents": [1] })).await.expect(200);
    let files = document(&done, 1)["versions"][0]["files"].as_array().unwrap();
    assert_eq!(files.iter().map(|file| file["fileName"].as_str().unwrap()).collect::<Vec<_>>(), ["scan.png"]);
}

/// A file of one request.
pub const SHEET: &str = "customerName,customerType,customerIndicator,customerIndustry,requestCategory,requestSubCategory,requestPurpose,primaryMobile,address1,address2,address3,city,state,postalCode,customerCountry,emailAddress,customerReference";
pub const LINE: &str = "Meena Krishnan,INDIVIDUAL,EXISTING,SALARIED,HOMELOAN,PURCHASE,NEWLOAN,+919841030001,12 Temple Street,Mylapore,Near the tank,Chennai,TN,600004,IN,meena@example.com,CIF-1001";

async fn import(desk: &Desk, query: &str, key: Option<&str>, text: String) -> Answer {
    let header = desk.client.header_json(Some("S"));
    let path = format!("/api/banker/v1/docz/banking/transaction/docrequest/import@{header}?{query}");
    let headers: Vec<(&str, &str)> = key.map(|key| ("Idempotency-Key", key)).into_iter().collect();
    desk.client.send("POST", &path, &headers, Body::from(text)).await
}

async fn a_file_of_requests_is_only_tried_if_it_says_so(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let count = async || app.count("SELECT count(*) FROM docrequest").await;
    let before = count().await;
    let sheet = format!("{SHEET}\n{LINE}\n");
    for query in ["dryRun=1", "dryRun=TRUE", "dryrun=true", "send=yes", "colour=red"] {
        import(&banker, query, None, sheet.clone()).await.expect(422);
    }
    import(&banker, "dryRun=true&send=true", None, sheet.clone()).await.expect(200);
    let twice = format!("{SHEET},customerName\n{LINE},Other\n");
    import(&banker, "", None, twice).await.expect(422);
    let surplus = import(&banker, "dryRun=true", None, format!("{SHEET}\n{LINE},more\n")).await.expect(200);
    assert_eq!(surplus.record()["faults"][0]["line"], 2);
    assert_eq!(count().await, before, "nothing came of any of it");
    let draft = json!({ "screenCode": "SD-BNK-001", "body": { "customerName": "half a na" } });
    banker.call("docrequest/draft", "S", &draft).await.expect(200);
    let made = import(&banker, "send=true", Some("once"), sheet.clone()).await.expect(200);
    assert_eq!(made.record()["created"], 1, "{}", made.json);
    let again = import(&banker, "send=true", Some("once"), sheet.clone()).await.expect(200);
    assert_eq!(made.record()["references"], again.record()["references"], "a double click");
    assert_eq!(count().await, before + 1);
    banker.save(&with(wish(), "draft", json!(false))).await.expect(200);
    let kept = banker.call("docrequest/draft", "F", &json!({ "screenCode": "SD-BNK-001" })).await.expect(200);
    assert_eq!(kept.record()["body"]["customerName"], "half a na", "what is being typed is left alone");
    banker.save(&wish()).await.expect(200);
    let gone = banker.call("docrequest/draft", "F", &json!({ "screenCode": "SD-BNK-001" })).await.expect(200);
    assert!(gone.record().is_null(), "until it is sent");
}

async fn every_document_that_is_accepted_is_told(app: TestApp) {
    app.behind_the_back("UPDATE entity_master SET verification_levels = 0 WHERE entity_code = 'NGB'").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload(&txn, 1, "one.png", png()).await.expect(200);
    meena.upload(&txn, 2, "two.png", png()).await.expect(200);
    meena.submit(&txn, json!({ "documents": [1, 2] })).await.expect(200);
    assert_eq!(letters(&app, &txn, "DocumentAccepted").await.len(), 2);
}

async fn a_renewal_ends_with_its_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    Desk::customer(&app, "meena@example.com").await.supply(&txn, 2).await.expect(200);
    for checker in ["CHECKER1", "CHECKER2"] {
        Desk::staff(&app, checker).await.review(&txn, 2, "accept", json!({})).await.expect(200);
    }
    app.behind_the_back("UPDATE docrequest_renewal SET remind_on = '2000-01-01'").await;
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

async fn meetings_end_with_their_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let soon = format!("{}T09:30:00Z", app.day(3));
    let body = |txn: &str| json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": soon });
    let unsent = reference(&banker.save(&wish()).await.expect(200));
    banker.call("meeting", "S", &body(&unsent)).await.expect(409);
    let mut two = with(wish(), "send", json!(true));
    two["parties"].as_array_mut().unwrap().push(party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]));
    let txn = reference(&banker.save(&two).await.expect(200));
    for odd in [json!(["1"]), json!("1"), json!([]), json!([1, 9])] {
        let refused = banker.call("meeting", "S", &with(body(&txn), "parties", odd)).await.expect(422);
        assert_eq!(refused.fields(), ["parties"]);
    }
    let planned = banker.call("meeting", "S", &with(body(&txn), "parties", json!([2, 1, 1]))).await.expect(200);
    assert_eq!(planned.record()["parties"], json!([1, 2]));
    let mut moved = with(body(&txn), "meetingId", planned.record()["meetingId"].clone());
    let same = banker.call("meeting", "U", &moved).await.expect(200);
    assert_eq!(same.record()["parties"], json!([1, 2]), "whoever was asked is asked still");
    moved["parties"] = json!([1]);
    banker.call("meeting", "U", &moved).await.expect(200);
    assert_eq!(letters(&app, &txn, "meetingCancelled").await, ["ravi@example.com"], "and told when he is not");
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    assert_eq!(letters(&app, &txn, "meetingCancelled").await.len(), 2);
    let listed = banker.get("meeting", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(listed.content()[0]["cancelled"], true);
    banker.call("meeting", "S", &body(&txn)).await.expect(409);
}

async fn a_version_is_a_number(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let until = app.day(60);
    for odd in [json!("1"), json!("abc"), json!(1.5), json!([])] {
        let more = json!({ "expiresOn": until, "versionNumber": odd });
        assert_eq!(banker.act(&txn, "extend", more).await.expect(422).fields(), ["versionNumber"]);
    }
    banker.act(&txn, "extend", json!({ "expiresOn": until, "versionNumber": 7 })).await.expect(409);
    banker.act(&txn, "extend", json!({ "expiresOn": until, "versionNumber": 1 })).await.expect(200);
    banker.act(&txn, "extend", json!({ "expiresOn": "2040-01-01" })).await.expect(422);
}

async fn several_are_done_or_none_is_begun(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let before = banker.find(&txn).await.expect(200).record().clone();
    for odd in [json!("bad"), json!({}), json!({ "txnRefNo": txn, "versionNumber": "x" })] {
        let body = json!({ "action": "extend", "expiresOn": app.day(60), "records": [{ "txnRefNo": txn }, odd] });
        banker.call("docrequest/action", "U", &body).await.expect(422);
    }
    assert_eq!(banker.find(&txn).await.expect(200).record(), &before);
}

async fn what_was_not_required_may_be_asked_for_again(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let again = json!({ "partySeqNo": 1, "documentCode": "PAN" });
    banker.act(&txn, "adddocument", again.clone()).await.expect(422);
    banker.act(&txn, "notrequired", json!({ "documentNo": 1 })).await.expect(200);
    let asked = banker.act(&txn, "adddocument", again.clone()).await.expect(200);
    assert_eq!(document(&asked, 3)["status"], "Requested");
    banker.act(&txn, "adddocument", again).await.expect(422);
    banker.call("docrequest", "U", asked.record()).await.expect(200);
}

async fn dates_of_documents_follow_the_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(with(wish(), "send", json!(true)), "expiryDays", json!(5));
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

async fn whom_a_customer_names_is_told(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(wish(), "send", json!(true));
    body["parties"][0]["authorizeOtherPty"] = json!(true);
    let txn = reference(&banker.save(&body).await.expect(200));
    let meena = Desk::customer(&app, "meena@example.com").await;
    let mut ravi = party("Ravi", "ravi@example.com", "+919841030099", &[]);
    ravi["relationship"] = json!("SPOUSE");
    ravi["authLevel"] = json!(3);
    let named = meena.act(&txn, "addparty", json!({ "party": ravi })).await.expect(200);
    assert_eq!(named.record()["transactionStatus"], "Requested", "the bank asks for what it asked for");
    assert_eq!(letters(&app, &txn, "RequestCreated").await, ["meena@example.com", "ravi@example.com"]);
    let twin = party("Ravindra", "ravindra@example.com", "+919841030099", &["PASSPORT"]);
    let twin = banker.act(&txn, "addparty", json!({ "party": twin })).await.expect(422);
    assert_eq!(twin.fields(), ["party.mobileNumber"]);
}

async fn everybody_who_is_asked_is_told_and_nobody_else(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(wish(), "send", json!(true));
    let mut colleague = party("Kumar", "kumar@example.com", "+919841030044", &["PASSPORT"]);
    colleague["partyType"] = json!("Banker");
    let silent = party("Ravi", "ravi@example.com", "+919841030099", &[]);
    body["parties"].as_array_mut().unwrap().extend([colleague, silent]);
    let txn = reference(&banker.save(&body).await.expect(200));
    assert_eq!(letters(&app, &txn, "RequestCreated").await, ["meena@example.com", "kumar@example.com"]);
}

async fn an_answer_to_a_claim_is_said(app: TestApp) {
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

async fn an_edit_changes_what_it_says(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let body = with(wish(), "notification", json!({ "recurringReminderDays": 11 }));
    let made = banker.save(&body).await.expect(200);
    let before = banker.find(&reference(&made)).await.expect(200).record().clone();
    let mut edited = before.clone();
    edited.as_object_mut().unwrap().remove("notification");
    let after = banker.call("docrequest", "U", &edited).await.expect(200);
    assert_eq!(after.record()["notification"], before["notification"]);
    let mut moved = after.record().clone();
    moved["branchCode"] = json!("BR105");
    let moved = banker.call("docrequest", "U", &moved).await;
    assert_eq!(
        moved.status,
        banker.save(&with(wish(), "branchCode", json!("BR105"))).await.status,
        "as when it is made"
    );
}

async fn views_end_somewhere(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let view = |at: usize| json!({ "name": format!("view {at:02}"), "query": "status=New" });
    for at in 0..50 {
        banker.call("docrequest/view", "S", &view(at)).await.expect(200);
    }
    assert_eq!(banker.call("docrequest/view", "S", &view(50)).await.expect(422).fields(), ["name"]);
    banker.call("docrequest/view", "S", &view(7)).await.expect(200);
}
