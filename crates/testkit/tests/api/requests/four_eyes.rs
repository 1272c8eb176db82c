//! With four-eyes on, two members of the staff waive a mandatory document.

use serde_json::{Value, json};
use testkit::{TestApp, on_both_databases, on_sqlite};

use super::{Desk, document, request_input, status, with};

on_both_databases!(
    a_mandatory_document_is_waived_by_two_people,
    a_claim_on_a_mandatory_document_takes_two_of_the_staff,
    a_waiver_is_declined_or_withdrawn,
    a_mandatory_document_of_a_sent_request_is_neither_removed_nor_made_optional,
);

on_sqlite!(an_optional_document_is_waived_by_one, an_education_entity_waives_with_one_person,);

/// Requested of Meena: a mandatory and an optional document.
async fn sent(banker: &Desk) -> String {
    let mut body = with(request_input(), "send", json!(true));
    body["parties"][0]["documents"] =
        json!([{ "documentCode": "PAN" }, { "documentCode": "AADHAAR", "mandatory": false }]);
    banker.save(&body).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned()
}

fn allows(document: &Value, action: &str) -> bool {
    document["allowed"].as_array().unwrap().iter().any(|one| one == action)
}

const FIRST: &str = r#"{ "documentNo": 1, "reason": "On file since 2020." }"#;

fn first() -> Value {
    serde_json::from_str(FIRST).unwrap()
}

async fn a_mandatory_document_is_waived_by_two_people(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = sent(&banker).await;
    assert_eq!(document(&banker.find(&txn).await, 1)["needsSecondPerson"], true);
    let asked = banker.act(&txn, "notrequired", first()).await.expect(200);
    let waiver = &document(&asked, 1)["waiver"];
    assert_eq!(document(&asked, 1)["status"], "Requested");
    assert_eq!((&waiver["by"], &waiver["reason"]), (&json!("BANKER1"), &json!("On file since 2020.")));
    assert!(allows(document(&asked, 1), "withdrawwaiver"));
    for action in ["notrequired", "answerwaiver", "removedocument"] {
        assert!(!allows(document(&asked, 1), action), "{action}");
    }
    // The same person cannot confirm, and the request is not approved in the meantime.
    let own = banker.act(&txn, "notrequired", json!({ "documentNo": 1 })).await.expect(403);
    assert_eq!(own.code(), "ownWaiver");
    let own = banker.act(&txn, "answerwaiver", json!({ "documentNo": 1, "granted": true })).await.expect(403);
    assert_eq!(own.error(), "You requested this yourself. Someone else on your team has to confirm it.");
    let banker2 = Desk::staff(&app, "CHECKER2").await;
    banker2.act(&txn, "approve", json!({})).await.expect(409);

    // Users who may confirm are notified, the customer is not.
    let checker = Desk::staff(&app, "CHECKER1").await;
    let notices = checker.get("notification", "").await.expect(200);
    let notice = &notices.content()[0];
    assert_eq!((&notice["event"], &notice["txnRefNo"]), (&json!("WaiverWaiting"), &json!(txn)));
    let meena = Desk::customer(&app, "meena@example.com").await;
    let theirs = meena.find(&txn).await.expect(200);
    assert_eq!(
        (&document(&theirs, 1)["waiver"], &document(&theirs, 1)["needsSecondPerson"]),
        (&Value::Null, &json!(false))
    );
    assert!(!String::from_utf8_lossy(&theirs.bytes).contains("On file since 2020."));

    let seen = checker.find(&txn).await.expect(200);
    assert!(allows(document(&seen, 1), "answerwaiver") && !allows(document(&seen, 1), "withdrawwaiver"));
    let done = checker.act(&txn, "answerwaiver", json!({ "documentNo": 1, "granted": true })).await.expect(200);
    assert_eq!((&document(&done, 1)["status"], &document(&done, 1)["waiver"]), (&json!("Not Required"), &Value::Null));
    let again = checker.act(&txn, "answerwaiver", json!({ "documentNo": 1, "granted": true })).await;
    assert_eq!(again.status, 409, "there is nothing left to answer");

    // Both are named in the log.
    let story = banker.get("docrequest/timeline", &format!("txnRefNo={txn}")).await.expect(200);
    let [answered, asked, ..] = story.content().as_slice() else { panic!("{}", story.json) };
    assert_eq!((&answered["action"], &answered["actor"]), (&json!("answerwaiver"), &json!("CHECKER1")));
    assert_eq!(answered["detail"]["more"], json!({ "granted": true, "askedBy": "BANKER1" }));
    assert_eq!((&asked["action"], &asked["actor"]), (&json!("askwaiver"), &json!("BANKER1")));
    assert_eq!(asked["detail"]["reason"], "On file since 2020.");
}

async fn an_optional_document_is_waived_by_one(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = sent(&banker).await;
    assert_eq!(document(&banker.find(&txn).await, 2)["needsSecondPerson"], false);
    let done = banker.act(&txn, "notrequired", json!({ "documentNo": 2 })).await.expect(200);
    assert_eq!(document(&done, 2)["status"], "Not Required");
    // Before the request is sent, nobody is notified.
    let draft = banker.save(&request_input()).await.expect(200).record()["txnRefNo"].as_str().unwrap().to_owned();
    let done = banker.act(&draft, "notrequired", json!({ "documentNo": 1 })).await.expect(200);
    assert_eq!(document(&done, 1)["status"], "Not Required");
}

async fn a_claim_on_a_mandatory_document_takes_two_of_the_staff(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = sent(&banker).await;
    let meena = Desk::customer(&app, "meena@example.com").await;
    for number in [1, 2] {
        let claim = json!({ "documentNo": number, "reason": "You have it." });
        meena.act(&txn, "claim", claim).await.expect(200);
    }
    let granted = |number: u32| json!({ "documentNo": number, "granted": true });
    let optional = banker.act(&txn, "answerclaim", granted(2)).await.expect(200);
    assert_eq!(document(&optional, 2)["status"], "Not Required");
    let first = banker.act(&txn, "answerclaim", granted(1)).await.expect(200);
    assert_eq!(
        (&document(&first, 1)["status"], &document(&first, 1)["waiver"]["by"]),
        (&json!("Requested"), &json!("BANKER1"))
    );
    assert_eq!(banker.act(&txn, "answerclaim", granted(1)).await.expect(403).code(), "ownWaiver");
    let theirs = meena.find(&txn).await.expect(200);
    assert_eq!(document(&theirs, 1)["claim"]["reason"], "You have it.", "not answered yet");
    let checker = Desk::staff(&app, "CHECKER1").await;
    let second = checker.act(&txn, "answerclaim", granted(1)).await.expect(200);
    assert_eq!(
        (&document(&second, 1)["status"], &document(&second, 1)["claim"]),
        (&json!("Not Required"), &Value::Null)
    );
}

async fn a_waiver_is_declined_or_withdrawn(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = sent(&banker).await;
    let checker = Desk::staff(&app, "CHECKER1").await;
    banker.act(&txn, "notrequired", first()).await.expect(200);
    let theirs = checker.act(&txn, "withdrawwaiver", json!({ "documentNo": 1 })).await;
    assert_eq!(theirs.status, 409, "another's is answered, not withdrawn");
    let declined = checker.act(&txn, "answerwaiver", json!({ "documentNo": 1, "granted": false })).await.expect(200);
    assert_eq!(
        (&document(&declined, 1)["status"], &document(&declined, 1)["waiver"]),
        (&json!("Requested"), &Value::Null)
    );
    let told = banker.get("notification", "").await.expect(200);
    assert_eq!(told.content()[0]["event"], "WaiverDeclined");
    banker.act(&txn, "notrequired", first()).await.expect(200);
    let back = banker.act(&txn, "withdrawwaiver", json!({ "documentNo": 1 })).await.expect(200);
    assert_eq!(document(&back, 1)["waiver"], Value::Null);
    // The document was supplied after all: nothing is left to confirm.
    banker.act(&txn, "notrequired", first()).await.expect(200);
    let meena = Desk::customer(&app, "meena@example.com").await;
    meena.upload_and_submit(&txn, 1).await.expect(200);
    let seen = checker.find(&txn).await.expect(200);
    assert_eq!((&document(&seen, 1)["status"], &document(&seen, 1)["waiver"]), (&json!("Uploaded"), &Value::Null));
}

async fn a_mandatory_document_of_a_sent_request_is_neither_removed_nor_made_optional(app: TestApp) {
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = sent(&banker).await;
    let refused = banker.act(&txn, "removedocument", json!({ "documentNo": 1 })).await.expect(422);
    assert_eq!((refused.fields(), refused.code()), (vec!["documentNo"], "mandatoryStays"));
    let record = banker.find(&txn).await.expect(200).record().clone();
    let mut optional = record.clone();
    optional["parties"][0]["documents"][0]["mandatory"] = json!(false);
    let refused = banker.call("docrequest", "U", &optional).await.expect(422);
    assert_eq!((refused.fields(), refused.code()), (vec!["parties[0].documents[0].mandatory"], "mandatoryStays"));
    let mut without = record.clone();
    without["parties"][0]["documents"].as_array_mut().unwrap().remove(0);
    assert_eq!(banker.call("docrequest", "U", &without).await.expect(422).code(), "mandatoryStays");
    // A document that two people waived can be removed.
    banker.act(&txn, "notrequired", first()).await.expect(200);
    let waived = Desk::staff(&app, "CHECKER1").await.act(&txn, "notrequired", first()).await.expect(200);
    assert_eq!(document(&waived, 1)["status"], "Not Required");
    let mut without = waived.record().clone();
    without["parties"][0]["documents"].as_array_mut().unwrap().remove(0);
    without["parties"][0]["documents"].as_array_mut().unwrap().push(json!({ "documentCode": "PASSPORT" }));
    let record = banker.call("docrequest", "U", &without).await.expect(200).record().clone();
    assert_eq!(record["parties"][0]["documents"].as_array().unwrap().len(), 2);
    // The optional one can be removed, and saving the record unchanged changes no mandatory document.
    let mut fewer = record;
    fewer["parties"][0]["documents"].as_array_mut().unwrap().remove(0);
    let changed = banker.call("docrequest", "U", &fewer).await.expect(200);
    assert_eq!(
        (status(&changed), changed.record()["parties"][0]["documents"].as_array().unwrap().len()),
        ("Modified", 1)
    );
}

async fn an_education_entity_waives_with_one_person(app: TestApp) {
    app.run_sql_directly("UPDATE entity_master SET entity_type = 'Education' WHERE entity_code = 'NGB'").await;
    let banker = Desk::staff(&app, "BANKER1").await;
    let txn = sent(&banker).await;
    let done = banker.act(&txn, "notrequired", first()).await.expect(200);
    assert_eq!(document(&done, 1)["status"], "Not Required");
}
