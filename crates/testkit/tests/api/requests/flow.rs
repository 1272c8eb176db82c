//! A request from start to end: sent, uploaded, rejected, uploaded again, accepted twice, approved.

use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases};

use super::{Desk, document, request_input, status, with};

on_both_databases!(
    a_request_goes_from_creation_to_approval,
    a_request_is_declined_and_another_expires_and_is_extended,
    a_document_that_is_not_needed_is_claimed_and_answered,
    a_sent_request_is_changed_and_its_parties_are_notified_once,
    the_timeline_and_the_chain_tell_the_same_story,
    the_history_of_the_demo_is_consistent,
    the_dashboard_adds_up,
);

async fn a_request_goes_from_creation_to_approval(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = banker.save(&request_input()).await.expect(200);
    assert_eq!((made.code(), status(&made)), ("EnTxn0021", "New"));
    let txn = made.record()["txnRefNo"].as_str().unwrap().to_owned();
    assert!(domain::request::reference::is_well_formed(&txn) && txn.starts_with('N'), "{txn}");
    assert_eq!(made.record()["nextAction"], "send");
    let sent = banker.act(&txn, "send", json!({})).await.expect(200);
    assert_eq!((status(&sent), document(&sent, 1)["status"].as_str()), ("Requested", Some("Requested")));
    app.run_job("deliver").await;
    let letters = app.mailbox.letters();
    let told: Vec<_> = letters.iter().filter(|(_, letter)| letter.to == "meena@example.com").collect();
    assert_eq!(told.len(), 1, "one set of messages");
    assert!(
        told[0].1.text.contains(&txn) && told[0].1.text.contains(&format!("/provider/requests/{txn}?entity=NGB#link=")),
        "{}",
        told[0].1.text
    );

    let meena = Desk::customer(&app, "meena@example.com").await;
    assert_eq!(meena.get("docrequest/search", "").await.expect(200).total(), 1);
    assert_eq!(meena.submit(&txn, json!({})).await.expect(422).code(), "UploadAnyDocumentORemarks");
    meena.upload(&txn, 1, "pan.png", super::png()).await.expect(200);
    let staged = meena.find(&txn).await.expect(200);
    assert_eq!(document(&staged, 1)["staged"].as_array().unwrap().len(), 1);
    assert_eq!(status(&staged), "Requested", "staged is not handed in");
    let half = meena.submit(&txn, json!({ "remark": "The other follows." })).await.expect(200);
    assert_eq!((status(&half), document(&half, 1)["status"].as_str()), ("Pending", Some("Uploaded")));
    let full = meena.upload_and_submit(&txn, 2).await.expect(200);
    assert_eq!(status(&full), "Waiting");

    let checker1 = Desk::staff(&app, "CHECKER1").await;
    let checker2 = Desk::staff(&app, "CHECKER2").await;
    assert_eq!(checker1.review(&txn, 1, "reject", json!({})).await.expect(422).fields(), ["reasonCode"]);
    let reason = json!({ "reasonCode": "UNREADABLE", "remark": "Too dark." });
    let rejected = checker1.review(&txn, 1, "reject", reason).await.expect(200);
    assert_eq!((document(&rejected, 1)["status"].as_str(), status(&rejected)), (Some("Rejected"), "Pending"));
    let told = meena.find(&txn).await.expect(200);
    let pan = document(&told, 1);
    assert_eq!((pan["reasonCode"].as_str(), pan["reasonRemark"].as_str()), (Some("UNREADABLE"), Some("Too dark.")));
    let again = meena.upload_and_submit(&txn, 1).await.expect(200);
    assert_eq!(document(&again, 1)["versions"].as_array().unwrap().len(), 2, "the first version is kept");

    for number in [1, 2] {
        let waiting = checker1.review(&txn, number, "accept", json!({})).await.expect(200);
        assert_eq!(document(&waiting, number as usize)["status"], "Waiting");
        assert_eq!(checker1.review(&txn, number, "accept", json!({})).await.status, 403, "four eyes");
    }
    assert_eq!(banker.act(&txn, "approve", json!({})).await.status, 409, "documents are still open");
    for number in [1, 2] {
        checker2.review(&txn, number, "accept", json!({})).await.expect(200);
    }
    let done = banker.act(&txn, "approve", json!({})).await.expect(200);
    assert_eq!((status(&done), done.record()["documentsAccepted"].as_i64()), ("Accepted", Some(2)));
    assert_eq!(meena.upload(&txn, 1, "late.png", super::png()).await.status, 409, "after acceptance");
    assert_eq!(banker.act(&txn, "cancel", json!({ "reason": "late" })).await.status, 409);
}

async fn a_request_is_declined_and_another_expires_and_is_extended(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    assert_eq!(banker.act(&txn, "decline", json!({})).await.expect(422).fields(), ["reason"]);
    let declined = banker.act(&txn, "decline", json!({ "reason": "Withdrawn." })).await.expect(200);
    assert_eq!((status(&declined), declined.record()["reason"].as_str()), ("Rejected", Some("Withdrawn.")));

    let body = with(with(request_input(), "send", json!(true)), "expiryDays", json!(5));
    let body = with(body, "documentDueDate", app.day(2).into());
    let txn = banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    assert_eq!(app.run_job("expire").await.report.done, 0);
    app.clock.advance_seconds(6 * 86_400);
    assert_eq!(app.run_job("expire").await.report.done, 1);
    let banker = Desk::staff(&app, "BANKER1").await;
    let expired = banker.find(&txn).await.expect(200);
    assert_eq!((status(&expired), document(&expired, 1)["status"].as_str()), ("Expired", Some("Expired")));
    let meena = Desk::customer(&app, "meena@example.com").await;
    assert_eq!(meena.upload(&txn, 1, "late.png", super::png()).await.status, 409, "after expiry");
    let past = json!({ "expiresOn": app.day(-1) });
    assert_eq!(banker.act(&txn, "extend", past).await.expect(422).fields(), ["expiresOn"]);
    let open = banker.act(&txn, "extend", json!({ "expiresOn": app.day(10) })).await.expect(200);
    assert_eq!((status(&open), document(&open, 1)["status"].as_str()), ("Requested", Some("Requested")));
    meena.upload_and_submit(&txn, 1).await.expect(200);
}

async fn a_document_that_is_not_needed_is_claimed_and_answered(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let claim = json!({ "documentNo": 2, "reason": "You have it already." });
    let claimed = meena.act(&txn, "claim", claim.clone()).await.expect(200);
    assert_eq!(document(&claimed, 2)["claim"]["reason"], "You have it already.");
    assert_eq!(banker.act(&txn, "claim", claim).await.status, 403, "a banker claims nothing");
    let refused = banker.act(&txn, "answerclaim", json!({ "documentNo": 2, "granted": false })).await.expect(200);
    assert_eq!(
        (document(&refused, 2)["status"].as_str(), document(&refused, 2)["claim"].is_null()),
        (Some("Requested"), true)
    );
    let dropped = banker.act(&txn, "notrequired", json!({ "documentNo": 2 })).await.expect(200);
    assert_eq!(document(&dropped, 2)["status"], "Not Required");
    let added = json!({ "partySeqNo": 1, "documentCode": "PASSPORT", "instructions": "All pages" });
    let added = banker.act(&txn, "adddocument", added).await.expect(200);
    assert_eq!((status(&added), document(&added, 3)["status"].as_str()), ("Modified", Some("Requested")));
    let twice = json!({ "partySeqNo": 1, "documentCode": "PASSPORT" });
    assert_eq!(banker.act(&txn, "adddocument", twice).await.expect(422).fields(), ["documentCode"]);
    let gone = banker.act(&txn, "removedocument", json!({ "documentNo": 3 })).await.expect(200);
    assert_eq!(gone.record()["parties"][0]["documents"].as_array().unwrap().len(), 2);
}

async fn a_sent_request_is_changed_and_its_parties_are_notified_once(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let now = banker.find(&txn).await.expect(200);
    let mut body = with(request_input(), "txnRefNo", json!(txn));
    body["versionNumber"] = now.record()["versionNumber"].clone();
    body["city"] = json!("Madurai");
    let documents = json!([{ "documentNo": 1, "documentCode": "PAN" }, { "documentNo": 2, "documentCode": "AADHAAR",
        "mandatory": false }]);
    body["parties"][0]["partySeqNo"] = json!(1);
    body["parties"][0]["documents"] = documents;
    let changed = banker.call("docrequest", "U", &body).await.expect(200);
    assert_eq!((status(&changed), changed.record()["city"].as_str()), ("Modified", Some("Madurai")));
    assert_eq!(document(&changed, 2)["mandatory"], false);
    assert_eq!(banker.call("docrequest", "U", &body).await.status, 409, "a stale version");
    let told = banker.act(&txn, "notify", json!({})).await.expect(200);
    assert_eq!(status(&told), "Requested");
    assert_eq!(banker.act(&txn, "notify", json!({})).await.status, 409);
    let sent = banker.get("docrequest/sent", &format!("txnRefNo={txn}")).await.expect(200);
    let events: Vec<&str> =
        sent.content().iter().filter(|one| one["channel"] == "Email").filter_map(|one| one["event"].as_str()).collect();
    assert_eq!(events.iter().filter(|event| **event == "RequestModified").count(), 1, "{events:?}");
}

async fn the_timeline_and_the_chain_tell_the_same_story(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let line = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let story: Vec<(&str, &str)> =
        line.content().iter().map(|one| (one["action"].as_str().unwrap(), one["actor"].as_str().unwrap())).collect();
    assert_eq!(story, [("submit", "meena@example.com"), ("stage", "meena@example.com"), ("send", "BANKER1")]);
    let sent = banker.get("docrequest/sent", &format!("txnRefNo={txn}")).await.expect(200);
    let own = sent.content().iter().filter(|message| message["partySeqNo"] == 1);
    assert!(own.clone().count() > 0 && own.clone().all(|message| message["loggedInOn"].is_string()), "{}", sent.json);
    let verdict = app.app().store.verify_audit(&domain::access::system::audit_reader()).await.unwrap();
    assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
    assert_eq!(meena.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.status, 403);
}

async fn the_history_of_the_demo_is_consistent(app: TestApp) {
    assert_eq!(app::seed::fill(app.app()).await.unwrap(), 120);
    let banker = Desk::staff(&app, "BANKER1").await;
    let all = banker.get("docrequest/search", "size=200").await.expect(200);
    let now = store::audit::stamp(ports::Clock::now(app.clock.as_ref()));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut statuses = std::collections::BTreeSet::new();
    for row in all.content() {
        let line = banker.get("docrequest/timeline", &format!("txnRefNo={}", text(&row["txnRefNo"]))).await.expect(200);
        // A meeting is no step of the request.
        let newest = line.content().iter().find(|entry| entry["action"] != "meetingplanned").unwrap();
        let oldest = line.content().last().unwrap();
        assert!(line.content().iter().all(|entry| entry["actor"] != "system:requests"), "{line:?}");
        assert_eq!((&oldest["at"], &oldest["actor"]), (&row["createdOn"], &row["createdBy"]), "{row}");
        assert_eq!(
            (&newest["at"], &newest["actor"], &newest["action"]),
            (&row["latestActionOn"], &row["latestActionBy"], &row["latestAction"])
        );
        let is_customer = text(&row["latestActionBy"]).contains('@');
        assert_eq!(row["latestActionByName"].is_string(), is_customer, "{row}");
        assert!(line.content().iter().all(|entry| text(&entry["at"]) <= now), "nothing is still to come");
        let is_named = |entry: &&Value| ["submit", "accept", "reject"].contains(&&*text(&entry["action"]));
        assert!(line.content().iter().filter(is_named).all(|entry| entry["documentTitle"].is_string()), "{line:?}");
        statuses.insert(text(&row["transactionStatus"]));
    }
    assert!(statuses.len() >= 6, "{statuses:?}");
    super::renewals::check_demo(&app).await;
}

async fn the_dashboard_adds_up(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let before = banker.get("dashboard", "").await.expect(200);
    let count = |answer: &testkit::Answer, name: &str| answer.record()[name].as_i64().unwrap();
    let (first, second) = (banker.sent().await, banker.sent().await);
    banker.save(&request_input()).await.expect(200);
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&first, 1).await.expect(200);
    let checker = Desk::staff(&app, "CHECKER1").await;
    checker.review(&first, 1, "reject", json!({ "reasonCode": "WRONG" })).await.expect(200);
    banker.act(&second, "cancel", json!({ "reason": "made twice" })).await.expect(200);
    let after = banker.get("dashboard", "").await.expect(200);
    let grew = |name: &str| count(&after, name) - count(&before, name);
    assert_eq!(
        (grew("totalRequested"), grew("totalRejected"), grew("totalAccepted"), grew("totalPending")),
        (4, 1, 0, 1),
        "the cancelled request has nothing pending"
    );
    let status = |answer: &testkit::Answer, wanted: &str| {
        let all = answer.record()["byStatus"].as_array().unwrap().clone();
        all.iter().find(|one| one["status"] == wanted).and_then(|one| one["requests"].as_i64()).unwrap()
    };
    for (name, n) in [("New", 1), ("Pending", 1), ("Rejected", 1)] {
        assert_eq!(status(&after, name) - status(&before, name), n, "{name}");
    }
    let months = after.record()["monthly"].as_array().unwrap().clone();
    assert_eq!(months.len(), 12);
    let this: &Value = months.last().unwrap();
    assert!(this["requests"].as_i64().unwrap() >= 3 && this["rejected"].as_i64().unwrap() >= 1, "{this}");
    assert_eq!(banker.get("dashboard", "tenantCode=NOWHERE").await.status, 404);
}
