//! Changing a request that exists, and when that is refused.

use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::{Desk, document, edit, party, reference, request_input, status, with};

on_both_databases!(
    a_waived_document_can_be_requested_again,
    an_edit_keeps_the_fields_it_leaves_out,
    saving_a_request_unchanged_changes_nothing,
    an_extended_or_overdue_request_can_be_edited,
    a_closed_request_takes_no_remarks,
);

on_sqlite!(a_cancelled_request_cannot_be_edited, the_timeline_lists_what_an_edit_changed,);

async fn a_waived_document_can_be_requested_again(app: TestApp) {
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

async fn an_edit_keeps_the_fields_it_leaves_out(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let body = with(request_input(), "notification", json!({ "recurringReminderDays": 11 }));
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
        banker.save(&with(request_input(), "branchCode", json!("BR105"))).await.status,
        "as when it is made"
    );
}

async fn a_cancelled_request_cannot_be_edited(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    edit(&banker, &txn, |_| {}).await.expect(200);
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    edit(&banker, &txn, |_| {}).await.expect(409);
}

async fn the_timeline_lists_what_an_edit_changed(app: TestApp) {
    app.without_four_eyes().await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let title = document(&banker.find(&txn).await.expect(200), 1)["documentTitle"].clone();
    let mut edited = banker.act(&txn, "removedocument", json!({ "documentNo": 1 })).await.expect(200).record().clone();
    let second = edited["parties"][0]["documents"][0]["documentTitle"].clone();
    edited["customerName"] = json!("Meena K");
    edited["notification"]["recurringReminderDays"] = json!(11);
    edited["parties"][0]["lastName"] = json!("K");
    edited["parties"][0]["documents"] = json!([{ "documentCode": "PASSPORT" }]);
    let ravi = party("Ravi", "ravi@example.com", "+919841030099", &[]);
    edited["parties"].as_array_mut().unwrap().push(ravi);
    let after = banker.call("docrequest", "U", &edited).await.expect(200);
    banker.call("docrequest", "U", after.record()).await.expect(200);
    let told = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let [same, edit, removed, ..] = told.content().as_slice() else { panic!("{}", told.json) };
    assert_eq!((&removed["action"], &removed["documentTitle"]), (&json!("removedocument"), &title));
    let more = json!({
        "fields": ["customerName", "lastName", "recurringReminderDays"], "removed": [second],
        "added": [document(&after, 1)["documentTitle"]], "partiesAdded": ["Ravi Krishnan"],
    });
    assert_eq!(edit["detail"]["more"], more);
    assert_eq!(same["detail"]["more"], Value::Null);
}

async fn saving_a_request_unchanged_changes_nothing(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    for body in [request_input(), with(request_input(), "send", json!(true))] {
        let made = banker.save(&body).await.expect(200);
        let found = banker.find(made.record()["txnRefNo"].as_str().unwrap()).await.expect(200);
        let same = banker.call("docrequest", "U", found.record()).await.expect(200);
        for name in ["transactionStatus", "documentDueDate", "expiresOn", "expiryDays", "parties", "branchCode"] {
            assert_eq!(same.record()[name], found.record()[name], "{name}");
        }
        let mut short = found.record().clone();
        short["versionNumber"] = same.record()["versionNumber"].clone();
        for name in ["documentDueDate", "expiryDays"] {
            short.as_object_mut().unwrap().remove(name);
        }
        let same = banker.call("docrequest", "U", &short).await.expect(200);
        for name in ["documentDueDate", "expiresOn", "expiryDays"] {
            assert_eq!(same.record()[name], found.record()[name], "{name} is left as it is when it is left out");
        }
    }
}

async fn an_extended_or_overdue_request_can_be_edited(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let (until, due) = (app.day(70), app.day(60));
    let longer = banker.act(&txn, "extend", json!({ "expiresOn": until })).await.expect(200);
    assert_eq!(longer.record()["expiryDays"], 70, "from the day it was made");
    let edited = with(longer.record().clone(), "documentDueDate", json!(due));
    let edited = banker.call("docrequest", "U", &edited).await.expect(200);
    assert_eq!((&edited.record()["documentDueDate"], &edited.record()["expiresOn"]), (&json!(due), &json!(until)));
    let shorter = with(edited.record().clone(), "expiryDays", json!(5));
    assert_eq!(banker.call("docrequest", "U", &shorter).await.expect(422).fields(), ["expiryDays"]);
    app.clock.advance_seconds(61 * 24 * 3600);
    let banker = Desk::staff(&app, "BANKER1").await;
    let late = with(edited.record().clone(), "customerReference", json!("CIF-2002"));
    let late = banker.call("docrequest", "U", &late).await.expect(200);
    assert_eq!(late.record()["customerReference"], "CIF-2002", "overdue, and its date is its own");
    let moved = with(late.record().clone(), "documentDueDate", json!(app.day(-5)));
    assert_eq!(banker.call("docrequest", "U", &moved).await.expect(422).fields(), ["documentDueDate"]);
}

async fn a_closed_request_takes_no_remarks(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = banker.sent().await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    let remark = json!({ "txnRefNo": txn, "text": "hello" });
    meena.call("document/remark", "S", &remark).await.expect(200);
    // A remark without a file is accepted.
    meena.submit(&txn, json!({ "documents": [1], "remark": "next week" })).await.expect(200);
    meena.submit(&txn, json!({ "documents": [1] })).await.expect(422);
    banker.act(&txn, "cancel", json!({ "reason": "enough" })).await.expect(200);
    for desk in [&meena, &banker] {
        desk.call("document/remark", "S", &remark).await.expect(409);
    }
    meena.submit(&txn, json!({ "remark": "too late" })).await.expect(409);
    let closed = banker.find(&txn).await.expect(200);
    assert_eq!((status(&closed), &closed.record()["latestAction"]), ("Rejected", &json!("cancel")));
}
