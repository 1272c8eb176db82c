//! Who is notified of what.

use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::live::{listen, next};
use super::{Desk, all_recipients, edit, party, png, recipients, reference, request_input, with};

on_both_databases!(
    a_party_named_by_a_customer_is_notified,
    only_parties_with_documents_are_notified,
    a_removed_party_is_notified_and_leaves_the_meetings,
    a_reminder_goes_to_those_who_owe_documents_once_a_day,
);

on_sqlite!(
    acceptances_that_follow_each_other_are_one_message,
    an_approval_takes_the_place_of_acceptances,
    a_rejection_can_be_undone_until_it_is_sent,
    a_channel_that_the_entity_switched_off_is_not_used,
    a_party_without_open_documents_is_not_notified,
    the_preview_of_an_edit_is_the_message_that_is_sent,
    a_removed_party_that_knew_nothing_is_not_notified,
);

async fn a_party_named_by_a_customer_is_notified(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(request_input(), "send", json!(true));
    body["parties"][0]["authorizeOtherPty"] = json!(true);
    let txn = reference(&banker.save(&body).await.expect(200));
    let meena = Desk::customer(&app, "meena@example.com").await;
    let mut ravi = party("Ravi", "ravi@example.com", "+919841030099", &[]);
    ravi["relationship"] = json!("SPOUSE");
    ravi["authLevel"] = json!(3);
    let named = meena.act(&txn, "addparty", json!({ "party": ravi })).await.expect(200);
    assert_eq!(named.record()["transactionStatus"], "Requested", "the bank asks for what it asked for");
    assert_eq!(recipients(&app, &txn, "RequestCreated").await, ["meena@example.com", "ravi@example.com"]);
    let twin = party("Ravindra", "ravindra@example.com", "+919841030099", &["PASSPORT"]);
    let twin = banker.act(&txn, "addparty", json!({ "party": twin })).await.expect(422);
    assert_eq!(twin.fields(), ["party.mobileNumber"]);
}

async fn only_parties_with_documents_are_notified(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(request_input(), "send", json!(true));
    let mut colleague = party("Kumar", "kumar@example.com", "+919841030044", &["PASSPORT"]);
    colleague["partyType"] = json!("Banker");
    let silent = party("Ravi", "ravi@example.com", "+919841030099", &[]);
    body["parties"].as_array_mut().unwrap().extend([colleague, silent]);
    let txn = reference(&banker.save(&body).await.expect(200));
    assert_eq!(recipients(&app, &txn, "RequestCreated").await, ["meena@example.com", "kumar@example.com"]);
}

async fn a_reminder_goes_to_those_who_owe_documents_once_a_day(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = with(request_input(), "send", json!(true));
    let ravi = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
    body["parties"].as_array_mut().unwrap().push(ravi);
    let txn = reference(&banker.save(&body).await.expect(200));
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    meena.upload_and_submit(&txn, 2).await.expect(200);
    let found = banker.find(&txn).await.expect(200);
    assert!(found.record()["allowed"].as_array().unwrap().contains(&json!("remind")));
    let listed = banker.get("docrequest/search", &format!("q={txn}")).await.expect(200);
    assert!(listed.content()[0]["allowed"].as_array().unwrap().contains(&json!("remind")));
    // Meena owes nothing, and a party that does not exist cannot be reminded.
    for (party, status) in [(1, 409), (9, 409), (0, 422)] {
        banker.act(&txn, "remind", json!({ "partySeqNo": party })).await.expect(status);
    }
    banker.act(&txn, "remind", json!({})).await.expect(200);
    assert_eq!(recipients(&app, &txn, "Reminder").await, ["ravi@example.com"]);
    let again = banker.act(&txn, "remind", json!({ "partySeqNo": 2 })).await.expect(409);
    assert_eq!(again.error(), "A reminder was sent within the last 24 hours");
    app.clock.advance_seconds(24 * 3600 + 1);
    let banker = Desk::staff(&app, "BANKER1").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let several = json!({ "action": "remind", "records": [{ "txnRefNo": txn }, { "txnRefNo": "N000000000000" }] });
    let several = banker.call("docrequest/action", "U", &several).await;
    assert!(several.content()[1]["error"].is_string(), "{}", several.json);
    assert_eq!(recipients(&app, &txn, "Reminder").await.len(), 2);
    // Once the bank has to act nobody is reminded. Customers and viewers do not remind.
    meena.act(&txn, "remind", json!({})).await.expect(403);
    Desk::staff(&app, "VIEWER").await.act(&txn, "remind", json!({})).await.expect(403);
    Desk::customer(&app, "ravi@example.com").await.upload_and_submit(&txn, 3).await.expect(200);
    banker.act(&txn, "remind", json!({})).await.expect(409);
}

async fn acceptances_that_follow_each_other_are_one_message(app: TestApp) {
    app.run_sql_directly("UPDATE entity_master SET verification_levels = 0 WHERE entity_code = 'NGB'").await;
    app.run_sql_directly("UPDATE document_definition SET rule_code = NULL").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload(&txn, 1, "one.png", png()).await.expect(200);
    meena.upload(&txn, 2, "two.png", png()).await.expect(200);
    meena.submit(&txn, json!({ "documents": [1] })).await.expect(200);
    app.clock.advance_seconds(14 * 60);
    app.run_job("deliver").await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.submit(&txn, json!({ "documents": [2] })).await.expect(200);
    assert_eq!(recipients(&app, &txn, "DocumentAccepted").await, ["meena@example.com"]);
    app.run_job("deliver").await;
    let is_told = || app.mailbox.letters().iter().any(|(_, letter)| letter.subject.contains("accepted"));
    assert!(!is_told(), "a quarter of an hour has not passed since the second one");
    app.clock.advance_seconds(15 * 60);
    app.run_job("deliver").await;
    let letters = app.mailbox.letters();
    let told: Vec<_> = letters.iter().filter(|(_, letter)| letter.subject.contains("accepted")).collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].1.subject.contains("PAN Card, Aadhaar Card"), "{}", told[0].1.subject);
    // What comes later is told alone.
    let added = json!({ "partySeqNo": 1, "documentCode": "PASSPORT" });
    let banker = Desk::staff(&app, "BANKER1").await;
    let number = banker.act(&txn, "adddocument", added).await.expect(200).record()["parties"][0]["documents"]
        .as_array()
        .and_then(|documents| documents.last().map(|last| last["documentNo"].as_u64().unwrap()))
        .unwrap();
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload(&txn, number as u32, "three.png", png()).await.expect(200);
    meena.submit(&txn, json!({ "documents": [number] })).await.expect(200);
    app.clock.advance_seconds(15 * 60);
    app.run_job("deliver").await;
    let letters = app.mailbox.letters();
    let told: Vec<_> = letters.iter().filter(|(_, letter)| letter.subject.contains("accepted")).collect();
    let subject = &told[0].1.subject;
    assert!(told.len() == 2 && subject.contains("Passport") && !subject.contains("PAN"), "{subject}");
}

async fn an_approval_takes_the_place_of_acceptances(app: TestApp) {
    app.run_sql_directly("UPDATE entity_master SET verification_levels = 0 WHERE entity_code = 'NGB'").await;
    app.run_sql_directly("UPDATE document_definition SET rule_code = NULL").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    meena.upload_and_submit(&txn, 2).await.expect(200);
    banker.act(&txn, "approve", json!({})).await.expect(200);
    assert_eq!(recipients(&app, &txn, "DocumentAccepted").await, Vec::<String>::new());
    assert!(recipients(&app, &txn, "RequestApproved").await.contains(&"meena@example.com".to_owned()));
}

async fn a_rejection_can_be_undone_until_it_is_sent(app: TestApp) {
    let txn = Desk::staff(&app, "BANKER1").await.sent().await;
    Desk::customer(&app, "meena@example.com").await.upload_and_submit(&txn, 1).await.expect(200);
    let (checker, other) = (Desk::staff(&app, "CHECKER1").await, Desk::staff(&app, "CHECKER2").await);
    let reject = json!({ "reasonCode": "UNREADABLE" });
    let undo = json!({ "remark": "The wrong key" });
    let allowed = |done: &testkit::Answer| done.record()["parties"][0]["documents"][0]["allowed"].to_string();
    let done = checker.review(&txn, 1, "reject", reject.clone()).await.expect(200);
    assert!(allowed(&done).contains("undo"), "{}", allowed(&done));
    app.run_job("deliver").await;
    assert_eq!(recipients(&app, &txn, "DocumentRejected").await, ["meena@example.com"], "it waits");
    other.review(&txn, 1, "undo", undo.clone()).await.expect(409);
    let done = checker.review(&txn, 1, "undo", undo.clone()).await.expect(200);
    assert_eq!(done.record()["parties"][0]["documents"][0]["status"], "Uploaded");
    assert_eq!(recipients(&app, &txn, "DocumentRejected").await, Vec::<String>::new(), "nobody is told");
    // Once it is sent, it stands.
    checker.review(&txn, 1, "reject", reject).await.expect(200);
    app.clock.advance_seconds(31);
    app.run_job("deliver").await;
    let refused = checker.review(&txn, 1, "undo", undo).await.expect(409);
    assert_eq!(refused.code(), "rejectionTold");
    let found = checker.call("docrequest", "F", &json!({ "txnRefNo": txn })).await.expect(200);
    assert!(!allowed(&found).contains("undo"), "{}", allowed(&found));
}

async fn a_channel_that_the_entity_switched_off_is_not_used(app: TestApp) {
    app.run_sql_directly("UPDATE entity_master SET sms_notification = false WHERE entity_code = 'NGB'").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut both = with(request_input(), "send", json!(true));
    both["parties"][0]["smsNotification"] = json!(true);
    let txn = reference(&banker.save(&both).await.expect(200));
    assert_eq!(all_recipients(&app, &txn).await, ["meena@example.com"]);
    let mut by_sms = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
    by_sms["emailNotification"] = json!(false);
    by_sms["smsNotification"] = json!(true);
    let refused = banker.act(&txn, "addparty", json!({ "party": by_sms })).await.expect(422);
    assert_eq!(refused.fields(), ["party.emailNotification"]);
    edit(&banker, &txn, |body| body["city"] = json!("Salem")).await.expect(200);
}

async fn a_party_without_open_documents_is_not_notified(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut body = request_input();
    let ravi = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
    body["parties"].as_array_mut().unwrap().push(ravi);
    let txn = reference(&banker.save(&body).await.expect(200));
    for number in [1, 2] {
        banker.act(&txn, "notrequired", json!({ "documentNo": number })).await.expect(200);
    }
    banker.act(&txn, "send", json!({})).await.expect(200);
    assert_eq!(recipients(&app, &txn, "RequestCreated").await, ["ravi@example.com"]);
    assert!(!all_recipients(&app, &txn).await.contains(&"meena@example.com".to_owned()));
}

async fn the_preview_of_an_edit_is_the_message_that_is_sent(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let mut body = banker.find(&txn).await.expect(200).record().clone();
    body["documentDueDate"] = json!(app.day(3));
    let before = app.dump().await;
    let shown = banker.call("docrequest/messages", "F", &body).await.expect(200);
    assert_eq!(app.dump().await, before, "a look changes nothing");
    let text = shown.content()[0]["text"].as_str().unwrap();
    assert!(text.contains(&format!("/provider/requests/{txn}?entity=NGB#link=sample")), "{text}");
    banker.call("docrequest", "U", &body).await.expect(200);
    banker.act(&txn, "notify", json!({})).await.expect(200);
    let sql = format!("SELECT subject FROM outbox WHERE txn_ref_no = '{txn}' AND event = 'RequestModified'");
    assert_eq!(app.texts(&sql).await, [shown.content()[0]["subject"].as_str().unwrap()]);
}

async fn a_removed_party_is_notified_and_leaves_the_meetings(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut two = with(request_input(), "send", json!(true));
    two["parties"].as_array_mut().unwrap().push(party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]));
    let txn = banker.save(&two).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let soon = format!("{}T09:30:00Z", app.day(3));
    let plan = async |parties: Value| {
        let body = json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": soon, "parties": parties });
        banker.call("meeting", "S", &body).await.expect(200).record()["meetingId"].clone()
    };
    let (both, his) = (plan(json!([1, 2])).await, plan(json!([2])).await);
    let mut ravi = listen(&Desk::customer(&app, "ravi@example.com").await).await;
    let mut edited = banker.find(&txn).await.expect(200).record().clone();
    edited["parties"].as_array_mut().unwrap().remove(1);
    banker.call("docrequest", "U", &edited).await.expect(200);
    let listed = banker.get("meeting", &format!("txnRefNo={txn}")).await.expect(200);
    let found = |id: &Value| listed.content().iter().find(|one| one["meetingId"] == *id).unwrap();
    assert_eq!((&found(&both)["parties"], &found(&both)["cancelled"]), (&json!([1]), &json!(false)));
    assert_eq!(found(&his)["cancelled"], true, "nobody is left to come");
    let mut as_found = found(&both).clone();
    as_found["subject"] = json!("Originals, please");
    banker.call("meeting", "U", &as_found).await.expect(200);
    assert_eq!(recipients(&app, &txn, "meetingCancelled").await, ["ravi@example.com", "ravi@example.com"]);
    assert_eq!(recipients(&app, &txn, "RequestCancelled").await, ["ravi@example.com"]);
    assert_eq!(next(&mut ravi).await["txnRefNo"], txn.as_str(), "his list renews");
}

async fn a_removed_party_that_knew_nothing_is_not_notified(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let ravi = party("Ravi", "ravi@example.com", "+919841030099", &["PASSPORT"]);
    let mut edited = banker.act(&txn, "addparty", json!({ "party": ravi })).await.expect(200).record().clone();
    edited["parties"].as_array_mut().unwrap().remove(1);
    banker.call("docrequest", "U", &edited).await.expect(200);
    assert!(recipients(&app, &txn, "RequestCancelled").await.is_empty());
}
