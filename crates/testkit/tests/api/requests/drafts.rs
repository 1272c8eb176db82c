//! Writing requests: drafts, templates, customers, views, clones, meetings.

use serde_json::json;
use testkit::{TestApp, on_both_databases};

use super::{Desk, request_input, status, with};

on_both_databases!(
    a_draft_is_kept_found_and_gone_with_the_request,
    templates_propose_the_usual_documents,
    known_customers_are_found_by_how_their_name_begins,
    a_damaged_customer_does_not_hide_the_others,
    lists_are_narrowed_sorted_and_saved_as_views,
    statuses_are_merged_in_order_page_by_page,
    an_unsent_request_is_deleted_and_a_sent_one_is_not,
    a_clone_can_be_saved_again,
    a_document_that_takes_anothers_place_is_another_document,
    meetings_are_planned_moved_and_cancelled,
    an_accepted_document_falls_due_again,
    several_requests_are_acted_on_at_once,
    several_new_requests_are_sent_at_once,
    remarks_go_back_and_forth,
    the_preview_of_messages_is_what_is_sent,
    a_clone_of_a_changed_request_can_be_saved,
);

async fn a_draft_is_kept_found_and_gone_with_the_request(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let key = json!({ "screenCode": "SD-BNK-001" });
    assert!(banker.call("docrequest/draft", "F", &key).await.expect(200).record().is_null());
    let draft = json!({ "screenCode": "SD-BNK-001", "body": { "customerName": "half a na", "odd": [1, null] } });
    assert_eq!(banker.call("docrequest/draft", "S", &draft).await.expect(200).code(), "EnTxn0056");
    assert_eq!(banker.call("docrequest/draft", "U", &draft).await.expect(200).code(), "EnTxn0058");
    let found = banker.call("docrequest/draft", "F", &key).await.expect(200);
    assert_eq!(found.record()["body"], draft["body"]);
    let other = Desk::staff(&app, "BANKER2").await;
    let others = other.call("docrequest/draft", "F", &key).await.expect(200);
    assert!(others.record().is_null(), "a draft is its writer's");
    banker.save(&request_input()).await.expect(200);
    assert!(banker.call("docrequest/draft", "F", &key).await.expect(200).record().is_null(), "gone on submit");
    banker.call("docrequest/draft", "S", &draft).await.expect(200);
    assert_eq!(banker.call("docrequest/draft", "D", &key).await.expect(200).code(), "EnTxn0057");
}

async fn templates_propose_the_usual_documents(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let body = json!({ "customerType": "INDIVIDUAL", "requestCategory": "HOMELOAN", "requestSubCategory": "PURCHASE",
        "customerCategory": "SALARIED" });
    let found = banker.call("docrequest/propose", "F", &body).await.expect(200);
    let codes: Vec<&str> = found.content().iter().map(|one| one["documentCode"].as_str().unwrap()).collect();
    assert!(codes.starts_with(&["PAN", "AADHAAR", "PHOTO"]), "{codes:?}");
    let unique: std::collections::HashSet<_> = codes.iter().collect();
    assert_eq!(unique.len(), codes.len());
    assert!(banker.call("docrequest/propose", "F", &json!({})).await.expect(200).content().is_empty());
}

async fn known_customers_are_found_by_how_their_name_begins(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let name = "Zubeida Rahman";
    banker
        .save(&with(with(request_input(), "customerName", json!(name)), "emailAddress", json!("zubeida@example.com")))
        .await
        .expect(200);
    let found = banker.get("docrequest/customer", "q=zUbe").await.expect(200);
    assert_eq!(found.content()[0]["customerName"], name);
    assert!(banker.get("docrequest/customer", "q=%25").await.expect(200).content().is_empty());
    assert!(banker.get("docrequest/customer", "q=").await.expect(200).content().is_empty());
}

async fn a_damaged_customer_does_not_hide_the_others(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    for (name, mail) in [("Zubeida Rahman", "zubeida@example.com"), ("Zubin Rao", "zubin@example.com")] {
        let body = with(with(request_input(), "customerName", json!(name)), "emailAddress", json!(mail));
        banker.save(&body).await.expect(200);
    }
    let damage = "UPDATE docrequest_customer SET details = '{' WHERE email_address = 'zubeida@example.com'";
    app.run_sql_directly(damage).await;
    let found = banker.get("docrequest/customer", "q=zub").await.expect(200);
    let names: Vec<_> = found.content().iter().map(|one| one["customerName"].as_str().unwrap()).collect();
    assert_eq!(names, ["Zubin Rao"]);
}

async fn lists_are_narrowed_sorted_and_saved_as_views(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let first = banker.sent().await;
    let later =
        with(with(request_input(), "customerName", json!("Adhira Bose")), "documentDueDate", app.day(20).into());
    banker.save(&later).await.expect(200);
    let total = |query: &'static str| async { banker.get("docrequest/search", query).await.expect(200).total() };
    assert_eq!(total("status=New&q=adhira").await, 1);
    assert_eq!(total("status=New,Requested&q=krishnan").await, 2);
    assert_eq!(total("q=adh%20krish").await, 1, "every word has to be found");
    assert_eq!(total("q=9841030001").await, 2, "by a number without its plus");
    assert_eq!(total(&*Box::leak(format!("q={}", first.to_lowercase()).into_boxed_str())).await, 1);
    assert_eq!(total("q=krishnan&requestCategory=CARLOAN").await, 0);
    assert_eq!(total("q=krishnan&owner=BANKER1").await, 2);
    assert_eq!(total("q=krishnan&overdue=true").await, 0);
    let from = app.day(1);
    assert_eq!(banker.get("docrequest/search", &format!("q=krishnan&from={from}")).await.expect(200).total(), 0);
    let names = banker.get("docrequest/search", "q=krishnan&sort=customerName").await.expect(200);
    assert_eq!(names.content()[0]["customerName"], "Adhira Bose");
    let view = json!({ "name": "Mine", "query": "owner=BANKER1&status=New" });
    banker.call("docrequest/view", "S", &view).await.expect(200);
    let views = banker.get("docrequest/view", "").await.expect(200);
    assert_eq!(views.content(), &vec![view.clone()]);
    banker.call("docrequest/view", "D", &json!({ "name": "Mine" })).await.expect(200);
    assert_eq!(banker.call("docrequest/view", "D", &json!({ "name": "Mine" })).await.status, 404);
    assert_eq!(banker.call("docrequest/view", "S", &json!({ "name": "" })).await.status, 422);
}

/// Each status is a range of the index; the merged list is in order.
async fn statuses_are_merged_in_order_page_by_page(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    for at in 0..7 {
        let due = with(request_input(), "documentDueDate", app.day(20 - at * 3 % 7).into());
        banker.save(&with(due, "send", json!(at % 2 == 0))).await.expect(200);
    }
    for (sort, field) in
        [("documentDueDate", "documentDueDate"), ("createdOn", "createdOn"), ("updatedOn", "updatedOn")]
    {
        for direction in ["", "-"] {
            let mut seen = Vec::new();
            for page in 0..4 {
                let query = format!("status=New,Requested,Accepted&sort={direction}{sort}&size=2&page={page}");
                let found = banker.get("docrequest/search", &query).await.expect(200);
                assert_eq!(found.total(), 7, "{query}");
                let key = |row: &serde_json::Value| (row[field].to_string(), row["txnRefNo"].to_string());
                seen.extend(found.content().iter().map(key));
            }
            let mut sorted = seen.clone();
            sorted.sort();
            if direction == "-" {
                sorted.reverse();
            }
            assert_eq!((seen.len(), &seen), (7, &sorted), "{direction}{sort}");
        }
    }
    let total = |query: &'static str| async { banker.get("docrequest/search", query).await.expect(200).total() };
    assert_eq!(total("status=New").await, 3);
    assert_eq!(total("status=New,New,New&size=1").await, 3, "a status that is named again is asked for once");
    assert_eq!(total("status=New,New&sort=documentDueDate").await, 3);
    assert_eq!(total("overdue=true&status=Accepted").await, 0, "nobody is late with what is accepted");
    assert_eq!(total("q=krish&size=2&page=9").await, 7, "a page past the end still knows the total");
    assert_eq!(total("q=krishnan&status=New&size=1").await, 3);
    let meena = Desk::customer(&app, "meena@example.com").await;
    assert_eq!(meena.get("docrequest/search", "q=krishnan%20meena").await.expect(200).total(), 4, "of what was sent");
}

async fn an_unsent_request_is_deleted_and_a_sent_one_is_not(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let sent = banker.sent().await;
    let key = |txn: &str| json!({ "txnRefNo": txn });
    assert_eq!(banker.call("docrequest", "D", &key(&sent)).await.status, 409);
    let made = banker.save(&request_input()).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let both = json!({ "records": [key(&made), key(&sent)] });
    assert_eq!(banker.call("docrequest", "D", &both).await.status, 409);
    banker.find(&made).await.expect(200);
    assert_eq!(banker.call("docrequest", "D", &key(&made)).await.expect(200).code(), "EnTxn0020");
    assert_eq!(banker.find(&made).await.status, 404);
}

async fn a_clone_can_be_saved_again(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let body = banker.call("docrequest/clone", "F", &json!({ "txnRefNo": txn })).await.expect(200).record().clone();
    assert!(body.get("txnRefNo").is_none() && body.get("documentDueDate").is_none());
    let again = banker.save(&body).await.expect(200);
    assert_eq!((status(&again), again.record()["documentsRequested"].as_i64()), ("New", Some(2)));
    assert_ne!(again.record()["txnRefNo"], txn.as_str());
}

async fn a_document_that_takes_anothers_place_is_another_document(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let made = banker.save(&request_input()).await.expect(200);
    let mut body = with(request_input(), "txnRefNo", made.record()["txnRefNo"].clone());
    body["versionNumber"] = json!(1);
    body["parties"][0]["partySeqNo"] = json!(1);
    body["parties"][0]["documents"] =
        json!([{ "documentNo": 1, "documentCode": "PAN" }, { "documentCode": "PASSPORT" }]);
    banker.call("docrequest", "U", &body).await.expect(200);
    let found = banker.find(made.record()["txnRefNo"].as_str().unwrap()).await.expect(200);
    let documents = found.record()["parties"][0]["documents"].as_array().unwrap().clone();
    let codes: Vec<&str> = documents.iter().map(|one| one["documentCode"].as_str().unwrap()).collect();
    assert_eq!(codes, ["PAN", "PASSPORT"]);
    assert_eq!(documents[1]["documentNo"], 3);
    // The number is given up in one change and not reused in the next.
    body["versionNumber"] = json!(2);
    body["parties"][0]["documents"] = json!([{ "documentNo": 1, "documentCode": "PAN" }]);
    banker.call("docrequest", "U", &body).await.expect(200);
    body["versionNumber"] = json!(3);
    body["parties"][0]["documents"] =
        json!([{ "documentNo": 1, "documentCode": "PAN" }, { "documentCode": "AADHAAR" }]);
    let changed = banker.call("docrequest", "U", &body).await.expect(200);
    assert_eq!(changed.record()["parties"][0]["documents"][1]["documentNo"], 4);
}

async fn meetings_are_planned_moved_and_cancelled(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let body = |at: &str| json!({ "txnRefNo": txn, "subject": "Originals", "startsAt": at, "parties": [1] });
    let yesterday = format!("{}T10:00:00Z", app.day(-1));
    assert_eq!(banker.call("meeting", "S", &body(&yesterday)).await.expect(422).fields(), ["startsAt"]);
    let soon = format!("{}T10:00:00Z", app.day(1));
    let planned = banker.call("meeting", "S", &body(&soon)).await.expect(200);
    app.run_job("deliver").await;
    let letters = app.mailbox.letters();
    let invited = letters.iter().find(|(_, letter)| letter.calendar.is_some()).expect("an invitation").1.clone();
    assert_eq!(invited.to, "meena@example.com");
    assert!(invited.calendar.unwrap().contains("METHOD:REQUEST") && invited.subject.contains("Originals"));
    let mut moved = body(&format!("{}T11:00:00Z", app.day(2)));
    moved["meetingId"] = planned.record()["meetingId"].clone();
    moved["versionNumber"] = json!(1);
    assert_eq!(banker.call("meeting", "U", &moved).await.expect(200).record()["versionNumber"], 2);
    assert_eq!(banker.call("meeting", "U", &moved).await.status, 409, "stale");
    let listed = banker.get("meeting", &format!("txnRefNo={txn}")).await.expect(200);
    assert_eq!(listed.content().len(), 1);
    let key = json!({ "txnRefNo": txn, "meetingId": planned.record()["meetingId"] });
    banker.call("meeting", "D", &key).await.expect(200);
    assert_eq!(banker.call("meeting", "F", &key).await.expect(200).record()["cancelled"], true);
    assert_eq!(banker.call("meeting", "D", &key).await.status, 409);
}

async fn an_accepted_document_falls_due_again(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 2).await.expect(200);
    for checker in ["CHECKER1", "CHECKER2"] {
        Desk::staff(&app, checker).await.review(&txn, 2, "accept", json!({})).await.expect(200);
    }
    assert_eq!(app.count("SELECT count(*) FROM docrequest_renewal").await, 1, "Aadhaar is subject to KYC");
    assert!(banker.get("compliance", "").await.expect(200).content().is_empty(), "not yet");
    app.run_sql_directly("UPDATE docrequest_renewal SET remind_on = '2000-01-01'").await;
    let due = banker.get("compliance", "").await.expect(200);
    assert_eq!(due.content()[0]["txnRefNo"], txn.as_str());
    let key = json!({ "txnRefNo": txn, "documentNo": 2 });
    let body = banker.call("compliance", "S", &key).await.expect(200).record().clone();
    assert_eq!(body["parties"][0]["documents"].as_array().unwrap().len(), 1);
    let renewal = banker.save(&body).await.expect(200);
    let due = banker.get("compliance", "").await.expect(200);
    assert_eq!(due.content()[0]["renewedBy"], renewal.record()["txnRefNo"]);
}

async fn several_requests_are_acted_on_at_once(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let (first, second) = (banker.sent().await, banker.sent().await);
    banker.act(&second, "decline", json!({ "reason": "no" })).await.expect(200);
    let records = json!([{ "txnRefNo": first }, { "txnRefNo": second }]);
    let body = json!({ "action": "extend", "records": records, "expiresOn": app.day(90) });
    let done = banker.call("docrequest/action", "U", &body).await.expect(200);
    assert_eq!(done.json["status"], "W", "one of two was decided already");
    assert_eq!(done.content()[0]["expiresOn"], app.day(90));
    assert!(done.content()[1]["error"].is_string());
    let nothing = json!({ "action": "extend", "records": [], "expiresOn": app.day(90) });
    assert_eq!(
        banker.call("docrequest/action", "U", &nothing).await.expect(422).error(),
        "Please Select Any One Of The Record"
    );
    let wrong = json!({ "action": "approve", "records": records });
    assert_eq!(banker.call("docrequest/action", "U", &wrong).await.status, 400);
}

async fn several_new_requests_are_sent_at_once(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let mut records = Vec::new();
    for _ in 0..3 {
        let made = banker.save(&request_input()).await.expect(200);
        let [txn, version] = ["txnRefNo", "versionNumber"].map(|name| made.record()[name].clone());
        records.push(json!({ "txnRefNo": txn, "versionNumber": version }));
    }
    let changed =
        with(banker.find(records[1]["txnRefNo"].as_str().unwrap()).await.record().clone(), "city", json!("Salem"));
    banker.call("docrequest", "U", &changed).await.expect(200);
    let body = json!({ "action": "send", "records": records });
    let done = banker.call("docrequest/action", "U", &body).await.expect(200);
    assert_eq!(done.json["status"], "W", "one has changed meanwhile");
    let sent: Vec<bool> = done.content().iter().map(|one| one["transactionStatus"] == "Requested").collect();
    assert_eq!(sent, [true, false, true]);
    assert_eq!(done.content()[1]["txnRefNo"], records[1]["txnRefNo"]);
    let again = banker.call("docrequest/action", "U", &body).await.expect(200);
    assert!(again.content().iter().all(|one| one["error"].is_string()), "nothing is sent twice");
    let checker = Desk::staff(&app, "CHECKER1").await;
    assert_eq!(checker.call("docrequest/action", "U", &body).await.status, 403, "sending takes its own right");
}

async fn remarks_go_back_and_forth(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena
        .call("document/remark", "S", &json!({ "txnRefNo": txn, "documentNo": 1, "text": "Is a copy enough?" }))
        .await
        .expect(200);
    banker.call("document/remark", "S", &json!({ "txnRefNo": txn, "documentNo": 1, "text": "Yes." })).await.expect(200);
    let long = json!({ "txnRefNo": txn, "text": "x".repeat(1001) });
    assert_eq!(meena.call("document/remark", "S", &long).await.expect(422).fields(), ["text"]);
    let thread = meena.get("document/remark", &format!("txnRefNo={txn}")).await.expect(200);
    let sides: Vec<&str> = thread.content().iter().map(|one| one["bySide"].as_str().unwrap()).collect();
    assert_eq!(sides, ["customer", "staff"]);
}

async fn the_preview_of_messages_is_what_is_sent(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let before = app.count("SELECT count(*) FROM docrequest").await;
    let shown = banker.call("docrequest/messages", "F", &request_input()).await.expect(200);
    let mail = &shown.content()[0];
    assert_eq!((mail["channel"].as_str(), mail["to"].as_str()), (Some("Email"), Some("meena@example.com")));
    assert!(mail["text"].as_str().unwrap().contains("Meena") && !mail["text"].as_str().unwrap().contains("{{"));
    assert_eq!(app.count("SELECT count(*) FROM docrequest").await, before);
    assert_eq!(banker.call("docrequest/messages", "F", &json!({ "customerName": "" })).await.status, 422);
}

async fn a_clone_of_a_changed_request_can_be_saved(app: TestApp) {
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
